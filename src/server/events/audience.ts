import { datedAt } from '../data/engine/database'
import type { Queryable } from '../data/engine/database'
import type { Clock } from '../lib/clock'
import { roles } from '../../shared/rules/roles'
import { groupsNamedBy, membersNamedBy } from '../../shared/rules/group-values'
import type { GroupValue } from '../../shared/rules/group-values'
import { listUserIdsIn } from '../data/groups/membership'
import { listLimitedGuestsAmong, listLimitedGuestsWithout } from '../data/access/user-visibility'
import { listActiveAmong } from '../data/users/list-users'

/**
 * The users an event is for: the union of the parts, minus `except` and `exceptIn`. It names groups
 * instead of members, so that an event for 10,000 subscribers costs one small outbox row.
 */
export interface Audience {
  userIds?: readonly number[]
  /**
   * Active subscribers of a stream, as of the version of that set that the publishing transaction
   * read (`streams.subscribers_version`).
   */
  subscribersOf?: { streamId: number; version: number }
  /**
   * `all`: all active accounts of the realm; `members`: without guests; `connected`: all users with
   * an event queue, which needs no database query. The latter may include an account that is being
   * deactivated.
   */
  everyone?: 'all' | 'members' | 'connected'
  /** Active owners and administrators. */
  administrators?: true
  /** Active users in any of these values, directly or through groups; no guests. */
  inGroups?: readonly GroupValue[]
  /** Active moderators, administrators and owners. */
  moderators?: true
  /** Id of the account the event is about: excludes guests who may not see it. */
  about?: number
  /** Guests among an audience who may not see an account. */
  strangers?: { to: number; among: Audience }
  except?: readonly number[]
  /** Also excludes everybody in this audience. */
  exceptIn?: Audience
}

/** Selects the members of audiences among users who have event queues. */
export interface AudienceResolver {
  /**
   * Resolves audiences for a batch of events: equal audiences, and what they share, once for the
   * same online users.
   * @param db the caller's connection: the relay holds one, and the embedded database has no other
   */
  forBatch(db: Queryable): SelectAudience
}

/**
 * @param onlineUserIds an immutable list
 * @param messageId the new message that the audience is of, if any: it tells who was subscribed then
 */
export type SelectAudience = (
  realmId: number,
  audience: Audience,
  onlineUserIds: readonly number[],
  messageId?: number,
) => Promise<ReadonlySet<number>>

/** Active subscribers of streams; cached by version, see src/server/caches/streams.ts. */
export interface SubscriberSets {
  /** @param messageId a message to the subscribers of this version */
  read(
    db: Queryable,
    realmId: number,
    stream: NonNullable<Audience['subscribersOf']>,
    messageId?: number,
  ): Promise<ReadonlySet<number>>
}

/** @param clock tells the time of a batch, which decides who is a full member */
export function createAudienceResolver(
  subscribers: SubscriberSets,
  clock: Clock,
): AudienceResolver {
  return {
    forBatch(db) {
      const now = clock.now()
      const known = new WeakMap<readonly number[], Map<number, BatchOfRealm>>()
      return (realmId, audience, onlineUserIds, messageId) => {
        const realms = known.get(onlineUserIds) ?? new Map<number, BatchOfRealm>()
        known.set(onlineUserIds, realms)
        const batch =
          realms.get(realmId) ?? new BatchOfRealm({ db, now, subscribers, realmId, onlineUserIds })
        realms.set(realmId, batch)
        return batch.select(audience, messageId)
      }
    },
  }
}

interface BatchFacts {
  db: Queryable
  now: Date
  subscribers: SubscriberSets
  realmId: number
  onlineUserIds: readonly number[]
}

/** The audiences of one batch in one realm, among the same online users. */
class BatchOfRealm {
  private readonly selected = new Map<string, Promise<ReadonlySet<number>>>()
  private readonly strangers = new Map<number, Promise<readonly number[]>>()
  private active: ReturnType<typeof listActiveAmong> | undefined
  private guests: Promise<readonly number[]> | undefined

  constructor(private readonly facts: BatchFacts) {}

  select(audience: Audience, messageId?: number): Promise<ReadonlySet<number>> {
    const key = JSON.stringify(audience)
    let selected = this.selected.get(key)
    if (!selected) this.selected.set(key, (selected = this.resolve(audience, messageId)))
    return selected
  }

  private async resolve(audience: Audience, messageId?: number): Promise<ReadonlySet<number>> {
    const { db, subscribers, realmId, onlineUserIds } = this.facts
    const selected = new Set<number>()
    const addOnline = (ids: ReadonlySet<number>) => {
      for (const id of onlineUserIds) if (ids.has(id)) selected.add(id)
    }
    if (audience.userIds) addOnline(new Set(audience.userIds))
    if (audience.subscribersOf) {
      addOnline(await subscribers.read(db, realmId, audience.subscribersOf, messageId))
    }
    if (audience.everyone === 'connected') {
      addOnline(new Set(onlineUserIds))
    } else if (
      audience.everyone ||
      audience.administrators ||
      audience.moderators ||
      audience.inGroups?.length
    ) {
      for (const id of await this.selectByRole(audience)) selected.add(id)
    }
    if (audience.strangers) {
      const { to, among } = audience.strangers
      const candidates = await this.select(among)
      if (candidates.size > 0) {
        for (const id of await this.strangersTo(to)) if (candidates.has(id)) selected.add(id)
      }
    }
    for (const id of audience.except ?? []) selected.delete(id)
    if (audience.about !== undefined && selected.size > 0) {
      for (const id of await this.strangersTo(audience.about)) selected.delete(id)
    }
    if (audience.exceptIn && selected.size > 0) {
      for (const id of await this.select(audience.exceptIn)) selected.delete(id)
    }
    return selected
  }

  private async selectByRole(audience: Audience): Promise<number[]> {
    const { db, realmId, onlineUserIds } = this.facts
    const named = await this.listNamed(audience.inGroups ?? [])
    this.active ??= listActiveAmong(db, realmId, onlineUserIds)
    const chosen = (await this.active).filter(({ id, role }) => {
      const inEveryone =
        audience.everyone === 'all' || (audience.everyone === 'members' && role !== roles.guest)
      const isAbove =
        (audience.administrators && role <= roles.administrator) ||
        (audience.moderators && role <= roles.moderator)
      const isNamed = role !== roles.guest && named.has(id)
      return inEveryone || isAbove || isNamed
    })
    return chosen.map(({ id }) => id)
  }

  /** Most values list users only; no query then. */
  private async listNamed(values: readonly GroupValue[]): Promise<ReadonlySet<number>> {
    const { db, now, realmId } = this.facts
    const users = values.flatMap(membersNamedBy)
    if (values.every((value) => groupsNamedBy(value).length === 0)) return new Set(users)
    return new Set(await listUserIdsIn(datedAt(db, now), realmId, values))
  }

  /** Online guests who may not see an account. */
  private async strangersTo(userId: number): Promise<readonly number[]> {
    const { db, realmId, onlineUserIds } = this.facts
    const guests = await (this.guests ??= listLimitedGuestsAmong(db, realmId, onlineUserIds))
    if (guests.length === 0) return []
    let strangers = this.strangers.get(userId)
    if (!strangers) {
      strangers = listLimitedGuestsWithout(db, realmId, [userId], guests)
      this.strangers.set(userId, strangers)
    }
    return strangers
  }
}
