interface Waiting<Item, Answer> {
  item: Item
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Makes a function that calls for one item at once, and for those that come while a call is under
 * way with all of them together: where a call costs more than an item.
 *
 * @param callAll answers in the order of the items; when it fails it fails for each of them
 */
export function shareCalls<Item, Answer>(
  callAll: (items: readonly Item[]) => Promise<readonly Answer[]>,
  maxItemsPerCall: number,
): (item: Item) => Promise<Answer> {
  const waiting: Waiting<Item, Answer>[] = []
  let isCalling = false

  async function run(): Promise<void> {
    isCalling = true
    while (waiting.length > 0) await answer(waiting.splice(0, maxItemsPerCall))
    isCalling = false
  }

  async function answer(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await callAll(batch.map(({ item }) => item))
      batch.forEach(({ resolve }, index) => resolve(answers[index] as Answer))
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isCalling) void run()
    })
}
