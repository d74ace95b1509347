import type { Tx } from '../../../data/engine/database'
import { clearNotificationsStream, clearStreamSettings } from '../../../data/realms/realms'
import type { StreamRow } from '../../../data/schema'
import { deactivateStreams, insertStreams } from '../../../data/streams/update-streams'
import type { NewStream } from '../../../data/streams/update-streams'
import { publish } from '../../../events/publish'
import type { Publication } from '../../../events/publish'
import { notificationsStreamChanged } from '../../../wire/realm-events'
import { streamCreated } from '../../../wire/stream-events'
import { realmAsWriter, renderContents } from '../../posting/rendering/rendering'
import { leaveDefaultStreamGroups } from './default-stream-groups'
import { forgetArchived } from '../../notify/users/guest-visibility'
import { forEverybody } from '../../notify/publications'
import { knowersOf } from '../../access/streams/access-stream'
import { streamSettings } from '../../rules/realms/settings'
import { settingChanged } from '../../notify/realms/realm-setting-events'

export type StreamInput = Omit<NewStream, 'rendered_description' | 'creator_id'>

export interface StreamCreator {
  realm_id: number
  /** Id of the creating user; null for streams that the server itself creates. */
  id: number | null
}

/**
 * Creates the streams whose names are free and publishes them to users who may know them. Subscribers
 * of private streams get the event when they are subscribed.
 */
export async function createStreams(
  tx: Tx,
  creator: StreamCreator,
  streams: readonly StreamInput[],
): Promise<StreamRow[]> {
  const writer = realmAsWriter(creator.realm_id)
  const descriptions = await renderContents(
    tx,
    writer,
    streams.map((stream) => stream.description),
  )
  const created = await insertStreams(
    tx,
    creator.realm_id,
    streams.map((stream, index) => ({
      ...stream,
      creator_id: creator.id,
      rendered_description: stream.description === '' ? '' : (descriptions[index]?.html ?? ''),
    })),
  )
  await publish(
    tx,
    creator.realm_id,
    created.map((stream) => ({
      event: streamCreated([stream]),
      audience: knowersOf(stream),
    })),
  )
  return created
}

/**
 * Deactivates streams and removes them from default stream groups and from the realm's settings. Answers
 * the events of these settings and groups; the caller publishes the events of the streams.
 */
export async function endStreams(
  tx: Tx,
  realmId: number,
  streams: readonly StreamRow[],
): Promise<Publication[]> {
  if (streams.length === 0) return []
  const ids = streams.map((stream) => stream.id)
  await deactivateStreams(tx, realmId, ids)
  const ofGroups = await leaveDefaultStreamGroups(tx, realmId, ids)
  await forgetArchived(tx, realmId, ids)
  const wasForAnnouncements = await clearNotificationsStream(tx, realmId, ids)
  const cleared = await clearStreamSettings(tx, realmId, streamSettings, ids)
  const ofRealm = [
    ...(wasForAnnouncements ? notificationsStreamChanged(null) : []),
    ...cleared.flatMap((name) => settingChanged({ property: name, value: -1 })),
  ]
  return [...ofGroups, ...ofRealm.map(forEverybody)]
}
