/** Work that concerns the same thing, one after the other in the order asked for. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>()

  take<T>(thing: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(thing) ?? Promise.resolve()
    const turn = before.then(work, work)
    this.last.set(thing, turn)
    return turn
  }
}
