import type { AppContext } from '../../context'
import type { Queryable } from '../../db/engine/database'
import type { StreamRow, UserRow } from '../../db/schema'
import { listStreams } from '../../db/streams/streams'
import { listSubscribedStreamIds } from '../../db/streams/subscriptions'
import { presentStream } from '../../wire/streams'
import type { StreamRecord } from '../../wire/streams'
import type { Requester } from '../authentication'
import { NotAuthorizedForQueryError } from '../errors'
import { isAdministrator, isGuest } from '../permissions'
import { mayKnowStream } from '../stream-access'

/** Live streams that a user may know of, by name. */
export async function listKnownStreams(db: Queryable, user: UserRow): Promise<StreamRow[]> {
  const streams = await listStreams(db, user.realm_id)
  const own = new Set(await listSubscribedStreamIds(db, user.realm_id, user.id))
  return streams.filter((stream) => mayKnowStream(user, stream, own.has(stream.id)))
}

export interface StreamListQuery {
  includePublic: boolean
  includeSubscribed: boolean
  /** Private ones included; for administrators. */
  includeAllActive: boolean
  /** Default streams too, and every record says whether it is one. */
  includeDefault: boolean
}

/**
 * Streams that the requester has access to, by name.
 * @throws NotAuthorizedForQueryError
 * Source: API document, "GET /api/v1/streams"; protocol notes 0 #5-7, 3.5.
 */
export async function listStreamRecords(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  query: StreamListQuery,
): Promise<StreamRecord[]> {
  if (query.includeAllActive && !isAdministrator(requester)) throw new NotAuthorizedForQueryError()
  const db = ctx.db.query
  const streams = await listStreams(db, requester.realm_id)
  const own = new Set(await listSubscribedStreamIds(db, requester.realm_id, requester.id))
  const isWanted = (stream: StreamRow): boolean => {
    if (query.includeAllActive) return true
    if (query.includeSubscribed && own.has(stream.id)) return true
    if (stream.invite_only || isGuest(requester)) return false
    return query.includePublic || (query.includeDefault && stream.is_default)
  }
  return streams.filter(isWanted).map((stream) => ({
    ...presentStream(stream),
    ...(query.includeDefault ? { is_default: stream.is_default } : {}),
  }))
}
