interface Waiting<Item, Answer> {
  item: Item
  resolve: (answer: Answer | PromiseLike<Answer>) => void
  reject: (error: unknown) => void
}

export interface BatchOptions<Item> {
  /**
   * Max items per call; for items of different sizes, a function that returns the number of waiting
   * items for the next call, at least one.
   */
  maxItems: number | ((waiting: readonly Item[]) => number)
  /**
   * Whether the store answers calls in their order. If so, items within one turn of the event loop
   * are sent together, in as many calls as needed, without waiting for each other. Otherwise calls
   * run one after the other.
   */
  isPipelined?: boolean
  /**
   * Whether the first item waits for others in its turn of the event loop; otherwise it is sent at
   * once, alone. For items that usually arrive together, such as those of clients answered by the
   * same call.
   */
  awaitsTurn?: boolean
}

/** A function of one item that calls for several at a time. */
export interface Batched<Item, Answer> {
  (item: Item): Promise<Answer>
  /** Sends the waiting items now, before anything that is sent to a pipelined store after this. */
  flush(): void
}

/**
 * Turns a function of many items into one of a single item, for calls that cost more than an item:
 * items that arrive during a call share the next one.
 * @param callAll returns answers, or promises of them, in the order of the items; its failure fails
 *   each item
 */
export function batched<Item, Answer>(
  callAll: (items: readonly Item[]) => Promise<readonly (Answer | PromiseLike<Answer>)[]>,
  { maxItems, isPipelined = false, awaitsTurn = isPipelined }: BatchOptions<Item>,
): Batched<Item, Answer> {
  const waiting: Waiting<Item, Answer>[] = []
  let running = 0

  function add(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (waiting.length > 1) return
      if (awaitsTurn) setImmediate(callUnlessRunning)
      else callUnlessRunning()
    })
  }

  function callUnlessRunning(): void {
    if (running > 0 || waiting.length === 0) return
    if (isPipelined) flush()
    else void call(takeNext())
  }

  function flush(): void {
    while (waiting.length > 0) void call(takeNext())
  }

  function takeNext(): Waiting<Item, Answer>[] {
    const count =
      typeof maxItems === 'number' ? maxItems : maxItems(waiting.map(({ item }) => item))
    return waiting.splice(0, count)
  }

  async function call(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    running += 1
    try {
      const answers = await callAll(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => resolve(answers[index] as Answer))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    running -= 1
    callUnlessRunning()
  }

  return Object.assign(add, { flush })
}
