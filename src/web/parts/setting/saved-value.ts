import { isSame } from '../../lib/is-same'

/**
 * The value of a setting that this page saves and also hears of through events. The event of an own change may arrive
 * after the response, even after the response to the next change; it then carries an outdated value.
 */
export class SavedValue<Value> {
  /** Newest known value: last saved here, or reported by a later event. */
  latest: Value
  /** Values sent but not yet reported by an event. */
  private untold: { value: Value }[] = []
  private lastSave: Promise<unknown> = Promise.resolve()
  /** Number of changes by other clients. */
  private othersChanges = 0

  constructor(private told: Value) {
    this.latest = told
  }

  /** Receives the value reported by an event. */
  hear(told: Value): void {
    if (isSame(told, this.told)) return
    this.told = told
    const own = this.untold.findIndex(({ value }) => isSame(value, told))
    // A change by another client: all values sent before it have been reported or will be refused.
    this.untold = own < 0 ? [] : this.untold.slice(own + 1)
    if (own < 0) this.othersChanges += 1
    if (this.untold.length === 0) this.latest = told
  }

  /**
   * Saves a value after all earlier ones. If another client changes the value meanwhile, `send` gets the value that
   * the user saw, so that the server refuses instead of overwriting the unseen change.
   *
   * @param send receives the value to replace, and throws if the server has a different one
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
