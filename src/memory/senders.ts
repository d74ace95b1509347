import { LRUCache } from 'lru-cache'
import type { MessageSender } from '../db/users/senders'
import type { AccountChange } from '../db/engine/transaction-effects'

/** Reads those of the accounts of a realm that exist. */
export type LoadPeople = (
  realmId: number,
  userIds: readonly number[],
) => Promise<readonly MessageSender[]>

/** About half a KB each, with what is remembered for them. */
const maxPeople = 100_000
/** Backstop for what no trigger logs: rows that were deleted, or restored from a backup. */
const maxAgeMs = 600_000

/**
 * Who writes messages, in memory. Whether they may be used, and when one has to be forgotten, is
 * for others to know, as with the accounts of those who call.
 */
export class Senders {
  private readonly byId = new LRUCache<number, MessageSender>({
    max: maxPeople,
    ttl: maxAgeMs,
    ttlResolution: 1_000,
  })
  /** Changes with all that is forgotten, so that an older state which arrives then is not kept. */
  private generation = 0

  constructor(private readonly load: LoadPeople) {}

  /**
   * Those of the accounts that exist, by id.
   *
   * @param isCurrent whether the caller would know if anything remembered had been changed
   */
  async read(
    realmId: number,
    userIds: Iterable<number>,
    isCurrent: boolean,
  ): Promise<ReadonlyMap<number, MessageSender>> {
    const people = new Map<number, MessageSender>()
    const unknown: number[] = []
    for (const id of userIds) {
      const person = isCurrent ? this.byId.get(id) : undefined
      if (person && person.realm_id === realmId) people.set(id, person)
      else unknown.push(id)
    }
    if (unknown.length === 0) return people

    const { generation } = this
    for (const person of await this.load(realmId, unknown)) {
      people.set(person.id, Object.freeze(person))
      if (isCurrent && generation === this.generation) this.byId.set(person.id, person)
    }
    return people
  }

  forget({ userIds }: AccountChange): void {
    // All of a realm: that happens so seldom that the other realms need not be spared.
    if (userIds === null) return this.forgetAll()
    this.generation += 1
    for (const id of userIds) this.byId.delete(id)
  }

  forgetAll(): void {
    this.generation += 1
    this.byId.clear()
  }
}
