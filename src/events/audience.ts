import type { Queryable } from '../db/engine/database'
import { roles } from '../db/schema'
import { groupsNamedBy, membersNamedBy } from '../wire/group-value'
import type { GroupValue } from '../wire/group-value'
import { listUserIdsIn } from '../db/groups/membership'
import { listStrangers } from '../db/access/sight'
import { listActiveAmong } from '../db/users/users'

/**
 * Whom an event is for: the union of the parts, minus `except`. It names groups rather
 * than their members, so that telling 10,000 subscribers costs one small outbox row.
 */
export interface Audience {
  userIds?: readonly number[]
  /**
   * Active subscribers of a stream, as of the version of that set which the publishing
   * transaction read (`streams.subscribers_version`).
   */
  subscribersOf?: { streamId: number; version: number }
  /**
   * All active accounts of the realm, or those who are not guests; or whoever has an event queue,
   * which are active accounts as well but for the moment in which one ends, and which no database
   * needs to be asked for.
   */
  everyone?: 'all' | 'members' | 'connected'
  /** Active owners and administrators. */
  administrators?: true
  /** Active users whom any of these values names, directly or through groups; no guests. */
  inGroups?: readonly GroupValue[]
  /** Active moderators and those above them. */
  moderators?: true
  /** Account that the event is about: guests who may not know of it are not meant. */
  about?: number
  /** Guests among an audience who may not know of an account. */
  strangers?: { to: number; among: Audience }
  except?: readonly number[]
  /** An audience of whom nobody is meant either. */
  exceptIn?: Audience
}

/** Answers, among users who have event queues, those in an audience. */
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

/** Active subscribers of streams; remembered by version, see src/memory/subscribers.ts. */
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
        addOnline(new Set(await listStrangers(db, realmId, [to], [...candidates])))
      }
      for (const id of audience.except ?? []) selected.delete(id)
      if (audience.about !== undefined && selected.size > 0) {
        const strangers = await listStrangers(db, realmId, [audience.about], [...selected])
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

/** Hardly any values name more than users: these need not be asked for. */
async function listNamed(
  db: Queryable,
  realmId: number,
  values: readonly GroupValue[],
): Promise<ReadonlySet<number>> {
  const users = values.flatMap(membersNamedBy)
  if (values.every((value) => groupsNamedBy(value).length === 0)) return new Set(users)
  return new Set(await listUserIdsIn(db, new Date(), realmId, values))
}
