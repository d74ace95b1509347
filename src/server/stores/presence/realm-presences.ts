import { PreparedPresences } from './prepared-presences'
import { retentionSeconds } from './presence'
import type { KnownPresences, NewerPresences, Presence, PresenceChange } from './presence'

/** The log is compacted above twice the number of presences plus this. */
const slack = 1_000

/**
 * The presences of one realm up to an update id, in the order in which they were recorded: reading
 * the newer ones from the end costs only their number.
 */
export class RealmPresences implements KnownPresences {
  private readonly byUser = new Map<number, Presence>()
  /** Recorded presences, ascending; the last one of each user counts. */
  private log: Presence[] = []
  /** The text of all presences; undefined while it is not requested. */
  private prepared: PreparedPresences | undefined
  lastUpdateId = -1

  get size(): number {
    return this.byUser.size
  }

  find(userId: number): Presence | undefined {
    return this.byUser.get(userId)
  }

  /**
   * Adds all changes recorded after the latest update id or an earlier one; ascending. Skips known
   * ones.
   */
  apply(changes: readonly PresenceChange[]): void {
    for (const change of changes) {
      if (change.updateId <= this.lastUpdateId) continue
      this.lastUpdateId = change.updateId
      if ('connectedAt' in change) {
        this.byUser.set(change.userId, change)
        this.log.push(change)
      } else {
        this.byUser.delete(change.userId)
      }
      this.prepared?.apply(change)
    }
    if (this.prepared?.isOutdated) this.prepared = undefined
    if (this.log.length > 2 * this.byUser.size + slack) this.clearUp()
  }

  listSince(updateId: number): NewerPresences {
    const isKnown = updateId <= this.lastUpdateId
    const presences: Presence[] = []
    for (let i = this.log.length - 1; i >= 0; i -= 1) {
      const presence = this.log[i] as Presence
      if (isKnown && presence.updateId <= updateId) break
      if (this.byUser.get(presence.userId) === presence) presences.push(presence)
    }
    return { presences, lastUpdateId: this.lastUpdateId }
  }

  membersOfAll(isSlim: boolean, after: number): readonly Buffer[] {
    this.prepared ??= new PreparedPresences(this.byUser.values())
    return this.prepared.membersOf(isSlim, after)
  }

  private clearUp(): void {
    const oldest = (this.log.at(-1)?.connectedAt ?? 0) - retentionSeconds
    for (const { userId, connectedAt } of this.byUser.values()) {
      if (connectedAt < oldest) this.byUser.delete(userId)
    }
    this.prepared = undefined
    this.log = this.log.filter((presence) => this.byUser.get(presence.userId) === presence)
  }
}
