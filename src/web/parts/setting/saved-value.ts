import { isSame } from './is-same'

/**
 * What a setting is, as far as a page knows that saves it and hears of it by events. An event of its own change may come
 * after the answer, and after the answer to the next change as well: it tells nothing new then.
 */
export class SavedValue<Value> {
  /** The newest that is known: what was saved here last, or what the events told after it. */
  latest: Value
  /** Values that were sent, and that no event has told of. */
  private untold: { value: Value }[] = []
  private lastSave: Promise<unknown> = Promise.resolve()
  /** How often somebody else has changed it. */
  private othersChanges = 0

  constructor(private told: Value) {
    this.latest = told
  }

  /** Takes what the events tell now. */
  hear(told: Value): void {
    if (isSame(told, this.told)) return
    this.told = told
    const own = this.untold.findIndex(({ value }) => isSame(value, told))
    // All that was sent before somebody else's change has been told of, or will be refused.
    this.untold = own < 0 ? [] : this.untold.slice(own + 1)
    if (own < 0) this.othersChanges += 1
    if (this.untold.length === 0) this.latest = told
  }

  /**
   * Saves a value, after those before it. What somebody else makes of it while it waits is nothing that whoever chose
   * the value has seen, and is not replaced.
   *
   * @param send is told what is to be replaced, and throws where that is no longer so
   */
  save(value: Value, send: (old: Value) => Promise<unknown>): Promise<void> {
    const { latest: seen, othersChanges } = this
    const isUnseen = () => this.othersChanges !== othersChanges
    const save = this.lastSave
      .catch(() => undefined)
      .then(() => this.send({ value }, () => send(isUnseen() ? seen : this.latest)))
    this.lastSave = save
    return save
  }

  private async send(sent: { value: Value }, send: () => Promise<unknown>): Promise<void> {
    this.untold.push(sent)
    try {
      await send()
    } catch (error) {
      this.untold = this.untold.filter((other) => other !== sent)
      throw error
    }
    if (this.untold.includes(sent)) this.latest = sent.value
  }
}
