import type { AppContext } from '../../../context'
import { hasMessages } from '../../../db/messages/edits'
import type { Tx } from '../../../db/engine/database'
import type { StreamRow } from '../../../db/schema'
import type { Requester } from '../../authentication'
import { sendToStreamAs } from '../sending/system-messages'
import type { SystemStreamMessage } from '../sending/system-messages'
import type { MessageMove } from './move'

/** The choice of topics that are told where messages went to, and came from. */
export interface WantedNotices {
  notifiesOldThread: boolean
  notifiesNewThread: boolean
}

/**
 * Has the notification bot say in the old topic, the new one or both that messages were moved. A
 * private stream is not named outside of it.
 * Source: docs/protocol/messages.md#move-notices.
 */
export async function postNotices(
  ctx: Pick<AppContext, 'memory'>,
  tx: Tx,
  now: Date,
  requester: Requester,
  move: MessageMove,
  { notifiesOldThread, notifiesNewThread }: WantedNotices,
): Promise<void> {
  if (!notifiesOldThread && !notifiesNewThread) return
  const { streams, from, to, messageIds } = move
  const isWhole = !(await hasMessages(tx, requester.realm_id, from))
  const by = `by @_**${requester.full_name}|${requester.id}**.`
  const origin = placeOf(streams.from, from.topic, streams.to)
  const destination = placeOf(streams.to, to.topic, streams.from)
  const notices: SystemStreamMessage[] = []
  if (notifiesNewThread) {
    const content = `${whatMoved(messageIds.length, isWhole)} moved here from ${origin} ${by}`
    notices.push({ stream: streams.to, topic: to.topic, content })
  }
  if (notifiesOldThread) {
    const out = isWhole ? 'moved' : 'moved from this topic'
    const content = `${whatMoved(messageIds.length, isWhole)} ${out} to ${destination} ${by}`
    notices.push({ stream: streams.from, topic: from.topic, content })
  }
  await sendToStreamAs(ctx, tx, now, 'notification', requester.realm_id, notices)
}

function whatMoved(count: number, isWhole: boolean): string {
  if (isWhole) return 'This topic was'
  return count === 1 ? 'A message was' : `${count} messages were`
}

function placeOf(stream: StreamRow, topic: string, seenFrom: StreamRow): string {
  return stream.invite_only && stream.id !== seenFrom.id
    ? 'a private stream'
    : `#**${stream.name}>${topic}**`
}
