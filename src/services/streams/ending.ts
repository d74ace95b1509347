import type { Tx } from '../../db/engine/database'
import { clearNotificationsStream } from '../../db/realms/realms'
import type { StreamRow } from '../../db/schema'
import { deactivateStreams } from '../../db/streams/streams'
import type { Publication } from '../../events/publish'
import { notificationsStreamChanged } from '../../wire/realm-events'

/**
 * Deactivates streams, and ends what the realm used them for. Answers what everybody is to be told
 * of the latter; who is told of the streams is for the caller to say.
 */
export async function endStreams(
  tx: Tx,
  now: Date,
  realmId: number,
  streams: readonly StreamRow[],
): Promise<Publication[]> {
  if (streams.length === 0) return []
  const ids = streams.map((stream) => stream.id)
  await deactivateStreams(tx, realmId, ids, now)
  const wasForAnnouncements = await clearNotificationsStream(tx, realmId, ids)
  if (!wasForAnnouncements) return []
  return [{ event: notificationsStreamChanged(null), audience: { everyone: 'all' } }]
}
