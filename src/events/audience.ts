import type { Queryable } from '../db/engine/database'
import { roles } from '../db/schema'
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
  except?: readonly number[]
  /** Nobody in this audience either. */
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

/** Who subscribes to streams; remembered by version, see src/memory/subscribers.ts. */
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
      } else if (audience.everyone || audience.administrators) {
        for (const { id, role } of await listActiveAmong(db, realmId, onlineUserIds)) {
          const inEveryone =
            audience.everyone === 'all' || (audience.everyone === 'members' && role !== roles.guest)
          const isAdministrator = role === roles.owner || role === roles.administrator
          if (inEveryone || (audience.administrators && isAdministrator)) selected.add(id)
        }
      }
      for (const id of audience.except ?? []) selected.delete(id)
      if (audience.exceptIn) {
        const excluded = await resolver.select(db, realmId, audience.exceptIn, onlineUserIds)
        for (const id of excluded) selected.delete(id)
      }
      return selected
    },
  }
  return resolver
}
