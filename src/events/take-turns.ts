/**
 * Makes a function that does its work for one caller at once, and for those who call while it is
 * at work for all of them together, in the next turn: where a turn costs more than an item.
 *
 * @param work a turn that fails fails for all of its callers
 */
export function takeTurns<Item>(
  work: (items: readonly Item[]) => Promise<void>,
): (items: readonly Item[]) => Promise<void> {
  let latest: Promise<unknown> = Promise.resolve()
  let next: { items: Item[]; done: Promise<void> } | undefined

  function openNext(): { items: Item[]; done: Promise<void> } {
    const items: Item[] = []
    const done = latest.then(() => {
      next = undefined
      return work(items)
    })
    latest = done.catch(() => undefined)
    return { items, done }
  }

  return (items) => {
    next ??= openNext()
    next.items.push(...items)
    return next.done
  }
}
