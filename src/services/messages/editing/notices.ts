import type { AppContext } from '../../../context'
import { hasMessages } from '../../../db/messages/edits'
import type { Tx } from '../../../db/engine/database'
import { lockLastOf } from '../../../db/messages/deletion'
import { listTopicParticipantIds } from '../../../db/messages/newest-messages'
import type { StreamRow } from '../../../db/schema'
import type { Requester } from '../../authentication'
import { getSpeaker } from '../../system-bots'
import { deleteFromTopic } from '../deletion/delete-messages'
import { person, topicLink } from '../sending/quoting'
import { sendToStreamAs } from '../sending/system-messages'
import type { SystemStreamMessage } from '../sending/system-messages'
import type { MessageMove } from './move'

/** The choice of topics that are told where messages went to, and came from. */
export interface WantedNotices {
  notifiesOldThread: boolean
  notifiesNewThread: boolean
}

/**
 * Has the notification bot say in the old topic, the new one or both that messages were moved, or in
 * the new one, unasked, that it is resolved or no longer. A private stream is not named outside of it.
 * Sources: docs/protocol/messages.md#move-notices,
 * docs/protocol/topics-and-moderation.md#resolve-notice.
 */
export async function postNotices(
  ctx: Pick<AppContext, 'memory' | 'renderer'>,
  tx: Tx,
  now: Date,
  requester: Requester,
  move: MessageMove,
  { notifiesOldThread, notifiesNewThread }: WantedNotices,
): Promise<void> {
  const resolution = resolutionOf(move)
  if (resolution) return postResolution(ctx, tx, now, requester, move, resolution)
  if (!notifiesOldThread && !notifiesNewThread) return
  const { streams, from, to, messageIds } = move
  const isWhole = !(await hasMessages(tx, requester.realm_id, from))
  const actorId = requester.id
  const by = `by ${person(requester)}.`
  const origin = placeOf(streams.from, from.topic, streams.to)
  const destination = placeOf(streams.to, to.topic, streams.from)
  const notices: SystemStreamMessage[] = []
  if (notifiesNewThread) {
    const content = `${whatMoved(messageIds.length, isWhole)} moved here from ${origin} ${by}`
    notices.push({ stream: streams.to, topic: to.topic, content, actorId })
  }
  if (notifiesOldThread) {
    const out = isWhole ? 'moved' : 'moved from this topic'
    const content = `${whatMoved(messageIds.length, isWhole)} ${out} to ${destination} ${by}`
    notices.push({ stream: streams.from, topic: from.topic, content, actorId })
  }
  await sendToStreamAs(ctx, tx, now, 'notification', requester.realm_id, notices)
}

/** What the name of a resolved topic begins with. */
const resolvedPrefix = /^(?:✔ )+/

/** Whether a move does nothing but resolve a topic, or open it again. */
function resolutionOf({ streams, from, to }: MessageMove): 'resolved' | 'unresolved' | undefined {
  if (streams.from.id !== streams.to.id) return undefined
  const [before, after] = [from.topic, to.topic].map((topic) => topic.replace(resolvedPrefix, ''))
  const [wasResolved, isResolved] = [from.topic !== before, to.topic !== after]
  // The longer name may have been cut.
  if (wasResolved === isResolved || !before?.startsWith(after ?? '')) return undefined
  return isResolved ? 'resolved' : 'unresolved'
}

/** A notice that is undone so soon is taken back. */
const takenBackForMs = 60_000

const resolutionText = (resolution: 'resolved' | 'unresolved') =>
  `has marked this topic as ${resolution}.`

/** It is to be read of those alone who have to do with the topic. */
async function postResolution(
  ctx: Pick<AppContext, 'memory' | 'renderer'>,
  tx: Tx,
  now: Date,
  requester: Requester,
  { streams: { to: stream }, to: { topic } }: MessageMove,
  resolution: 'resolved' | 'unresolved',
): Promise<void> {
  const { realm_id: realmId, id: actorId } = requester
  const place = { streamId: stream.id, topic }
  const bot = await getSpeaker(tx, realmId, 'notification')
  const last = await lockLastOf(tx, bot, place, new Date(now.getTime() - takenBackForMs))
  const undone = resolutionText(resolution === 'resolved' ? 'unresolved' : 'resolved')
  if (last?.content.endsWith(` ${undone}`)) {
    await deleteFromTopic(tx, requester, { stream, topic }, [last.id])
    return
  }
  const content = `${person(requester)} ${resolutionText(resolution)}`
  const participantIds = await listTopicParticipantIds(tx, realmId, stream.id, topic)
  const unreadOnlyBy = participantIds.filter((id) => id !== actorId)
  const notice = { stream, topic, content, actorId, unreadOnlyBy }
  await sendToStreamAs(ctx, tx, now, 'notification', realmId, [notice])
}

function whatMoved(count: number, isWhole: boolean): string {
  if (isWhole) return 'This topic was'
  return count === 1 ? 'A message was' : `${count} messages were`
}

function placeOf(stream: StreamRow, topic: string, seenFrom: StreamRow): string {
  return stream.invite_only && stream.id !== seenFrom.id
    ? 'a private stream'
    : topicLink(stream, topic)
}
