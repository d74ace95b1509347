interface Waiting<Item, Answer> {
  item: Item
  resolve: (answer: Answer | PromiseLike<Answer>) => void
  reject: (error: unknown) => void
}

export interface BatchOptions<Item> {
  /**
   * Most items of a call; or, where items differ in size, how many of those that wait the next
   * call takes, at least one.
   */
  maxItems: number | ((waiting: readonly Item[]) => number)
  /**
   * Whether the store answers calls in their order. Items that come in one turn of the event loop
   * go together, in as many calls as they fill, none of which waits for another. Otherwise one
   * call follows the other.
   */
  isPipelined?: boolean
  /**
   * Whether the first item waits for what else comes in its turn of the event loop; otherwise it goes at once, alone.
   * For items that mostly come together, such as those of clients that were all answered by one call before.
   */
  awaitsTurn?: boolean
}

/** A function of one item, which calls for several at a time. */
export interface Batched<Item, Answer> {
  (item: Item): Promise<Answer>
  /** Calls for what waits, now: what is asked of a pipelined store after this comes after it. */
  flush(): void
}

/**
 * Makes a function of one item out of one of many, where a call costs more than an item: items
 * that come while a call is under way share the next one.
 *
 * @param callAll answers in the order of the items, and may answer with promises; when it fails it
 * fails for each of them
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
