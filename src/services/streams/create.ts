import type { Tx } from '../../db/engine/database'
import type { StreamRow } from '../../db/schema'
import { insertStreams } from '../../db/streams/streams'
import type { NewStream as NewStreamRow } from '../../db/streams/streams'
import { publish } from '../../events/publish'
import { streamCreated } from '../../wire/stream-events'
import { realmAsWriter, renderContents } from '../messages/rendering/rendering'

export type NewStream = Omit<NewStreamRow, 'rendered_description' | 'creator_id'>

export interface StreamCreator {
  realm_id: number
  /** Null for streams that the server itself creates. */
  id: number | null
}

/**
 * Creates the streams whose names are free, and tells those who may know of them. Subscribers
 * of private streams are told when they are subscribed.
 */
export async function createStreams(
  tx: Tx,
  creator: StreamCreator,
  streams: readonly NewStream[],
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
      audience: stream.invite_only ? { administrators: true } : { everyone: 'members' },
    })),
  )
  return created
}
