import { editorIsTold, noteCarried } from '../../../data/bridges/messages'
import type { Carried } from '../../../data/bridges/messages'
import { findTextEdit } from '../../../data/bridges/outbox'
import type { OutboxRow, OutgoingMessage } from '../../../data/bridges/outbox'
import type { Tx } from '../../../data/engine/database'
import { findStreamById } from '../../../data/streams/streams'
import type { StreamRow } from '../../../data/schema'
import { fragmentOf, streamAddress } from '../../../text/markdown/stream-links'
import { sendPrivatelyAs, sendToStreamAs } from '../../../chat/posting/sending/system-messages'
import { codeSpan } from '../../import/markup/literal'
import { mainTopic } from '../../import/slack/read-slack'
import type { ParleySide } from '../bridge'
import type { SlackBridge } from './side'

/*
 * Slack lets a bot change its own messages alone, so an edit here of a message from Slack cannot reach Slack. People
 * read that in the stream when a bridge begins, and the editor with the edit.
 */

/** Time before the entry in the outbox at which its edit may have been made: of an imported message no edit is known. */
const recentMs = 60_000

/** Tells the readers of a stream that a bridge begins to carry its messages. */
export async function postBeginNotice(
  { ctx }: ParleySide,
  tx: Tx,
  stream: StreamRow,
  channel: string,
): Promise<void> {
  await sendToStreamAs(ctx, tx, 'notification', [
    {
      stream,
      topic: mainTopic,
      content: (say) => say('bridge.begins', { channel: codeSpan(`#${channel}`) }),
    },
  ])
}

/** The last edit of the text of a message here; an empty text if there is none. */
export async function lastEditHere(
  { realm }: ParleySide,
  tx: Tx,
  id: number | undefined,
): Promise<string> {
  if (id === undefined) return ''
  return (await findTextEdit(tx, realm.id, id))?.at ?? ''
}

/** Tells the person who edited a message from Slack here that the edit stays here; once for each text from Slack. */
export async function sendEditNotice(
  { parley }: SlackBridge,
  job: OutboxRow,
  place: Carried,
  message: OutgoingMessage,
): Promise<void> {
  const { ctx, realm, scope } = parley
  if (place.told === editorIsTold) return
  const edit = await findTextEdit(ctx.db.query, realm.id, message.id)
  if (!edit || edit.editor_id === null || edit.at === place.told) return
  const isOld = edit.edited_at.getTime() < job.waits_since.getTime() - recentMs
  if (place.told === null && isOld) return
  const stream = await findStreamById(ctx.db.query, realm.id, message.stream_id ?? 0)
  if (!stream) return
  const link = `/${streamAddress(stream)}/topic/${fragmentOf(message.topic)}/near/${message.id}`
  const recipientIds = [edit.editor_id]
  await parley.transaction(async (tx) => {
    await sendPrivatelyAs(ctx, tx, 'notification', {
      ...{ realmId: realm.id, recipientIds },
      content: (say) => say('bridge.editStays', { link }),
    })
    await noteCarried(tx, scope, place, { message_id: message.id, told: editorIsTold })
  })
}
