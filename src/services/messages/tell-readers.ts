import type { Tx } from '../../db/database'
import type { MessageRow, UserRow } from '../../db/schema'
import { findStreamOfMessage } from '../../db/streams'
import { publish } from '../../events/publish'
import type { PlainEvent } from '../../wire/events'
import { whoSeesMessage } from './sight'

/** Tells those who hear of a message what somebody did about it, and that somebody. */
export async function tellReaders(
  tx: Tx,
  actor: Pick<UserRow, 'id'>,
  message: MessageRow,
  event: PlainEvent,
): Promise<void> {
  const { realm_id: realmId, stream_id: streamId } = message
  const stream = streamId === null ? undefined : await findStreamOfMessage(tx, realmId, streamId)
  const sights = await whoSeesMessage(tx, actor, message, stream)
  await publish(
    tx,
    realmId,
    sights.filter(({ after }) => after.length > 0).map(({ audience }) => ({ event, audience })),
  )
}
