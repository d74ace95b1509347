import type { Dispatch } from '../queues'

/** Whom of the users seen online an event is for; asks about each of them once. */
export class OnlineAudience {
  readonly selected = new Set<number>()
  private readonly asked: (readonly number[])[] = []

  constructor(readonly dispatch: Dispatch) {}

  /** @param userIds a list that never changes; a directory that gains users makes a new one */
  async extend(userIds: readonly number[]): Promise<void> {
    const unknown = this.withoutAsked(userIds)
    this.asked.push(userIds)
    if (unknown.length === 0) return
    for (const userId of await this.dispatch.selectUsers(unknown)) this.selected.add(userId)
  }

  private withoutAsked(userIds: readonly number[]): readonly number[] {
    if (this.asked.length === 0) return userIds
    if (this.asked.includes(userIds)) return []
    const known = new Set(this.asked.flat())
    return userIds.filter((userId) => !known.has(userId))
  }
}
