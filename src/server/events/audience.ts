import type { Queryable } from '../data/engine/database'
import { roles } from '../../shared/rules/roles'
import { groupsNamedBy, membersNamedBy } from '../../shared/rules/group-values'
import type { GroupValue } from '../../shared/rules/group-values'
import { listUserIdsIn } from '../data/groups/membership'
import { listLimitedGuestsWithout } from '../data/access/user-visibility'
import { listActiveAmong } from '../data/users/users'

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

/** Selects the members of an audience among users who have event queues. */
export interface AudienceResolver {
  /**
   * @param db the caller's connection: the relay holds one, and the embedded database has no other
   */
  select(
    db: Queryable,
    realmId: number,
    audience: Audience,
    onlineUserIds: readonly number[],
  ): Promise<ReadonlySet<number>>
}

/** Active subscribers of streams; cached by version, see src/server/caches/streams.ts. */
export interface SubscriberSets {
  read(
    db: Queryable,
    realmId: number,
    stream: NonNullable<Audience['subscribersOf']>,
  ): Promise<ReadonlySet<number>>
}

export function createAudienceResolver(subscribers: SubscriberSets): AudienceResolver {
  const resolver: AudienceResolver = {
    async select(db, realmId, audience, onlineUserIds) {
      const selected = new Set<number>()
      const addOnline = (ids: ReadonlySet<number>) => {
        for (const id of onlineUserIds) if (ids.has(id)) selected.add(id)
      }
      if (audience.userIds) addOnline(new Set(audience.userIds))
      if (audience.subscribersOf) {
        addOnline(await subscribers.read(db, realmId, audience.subscribersOf))
      }
      if (audience.everyone === 'connected') {
        addOnline(new Set(onlineUserIds))
      } else if (
        audience.everyone ||
        audience.administrators ||
        audience.moderators ||
        audience.inGroups?.length
      ) {
        const named = await listNamed(db, realmId, audience.inGroups ?? [])
        for (const { id, role } of await listActiveAmong(db, realmId, onlineUserIds)) {
          const inEveryone =
            audience.everyone === 'all' || (audience.everyone === 'members' && role !== roles.guest)
          const isAbove =
            (audience.administrators && role <= roles.administrator) ||
            (audience.moderators && role <= roles.moderator)
          const isNamed = role !== roles.guest && named.has(id)
          if (inEveryone || isAbove || isNamed) selected.add(id)
        }
      }
      if (audience.strangers) {
        const { to, among } = audience.strangers
        const candidates = await resolver.select(db, realmId, among, onlineUserIds)
        addOnline(new Set(await listLimitedGuestsWithout(db, realmId, [to], [...candidates])))
      }
      for (const id of audience.except ?? []) selected.delete(id)
      if (audience.about !== undefined && selected.size > 0) {
        const strangers = await listLimitedGuestsWithout(
          db,
          realmId,
          [audience.about],
          [...selected],
        )
        for (const id of strangers) selected.delete(id)
      }
      if (audience.exceptIn) {
        const excluded = await resolver.select(db, realmId, audience.exceptIn, onlineUserIds)
        for (const id of excluded) selected.delete(id)
      }
      return selected
    },
  }
  return resolver
}

/** Most values list users only; no query then. */
async function listNamed(
  db: Queryable,
  realmId: number,
  values: readonly GroupValue[],
): Promise<ReadonlySet<number>> {
  const users = values.flatMap(membersNamedBy)
  if (values.every((value) => groupsNamedBy(value).length === 0)) return new Set(users)
  return new Set(await listUserIdsIn(db, new Date(), realmId, values))
}
