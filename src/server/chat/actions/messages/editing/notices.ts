import type { AppContext } from '../../../../context'
import { hasMessages } from '../../../../data/messages/edits'
import type { Tx } from '../../../../data/engine/database'
import { lockLastOf } from '../../../../data/messages/deletion'
import { listTopicParticipantIds } from '../../../../data/messages/newest-messages'
import type { StreamRow } from '../../../../data/schema'
import type { Text } from '../../../../text/i18n/catalogs/catalog'
import { sayingIn } from '../../../../text/i18n/languages'
import { realmSettingsOf } from '../../../rules/realms/settings'
import type { Requester } from '../../../rules/authentication'
import { getSpeaker } from '../../../rules/system-bots'
import { deleteFromTopic } from '../delete-messages'
import { person, topicLink } from '../../../rules/messages/quoting'
import { sendToStreamAs } from '../../../posting/sending/system-messages'
import type { SystemStreamMessage } from '../../../posting/sending/system-messages'
import { resolutionOf } from '../../../../../shared/rules/topics'
import type { Resolution } from '../../../../../shared/rules/topics'
import type { MessageMove } from './move'

/** Whether to post a notice in the old and in the new topic of a move. */
export interface MoveNoticesInput {
  notifiesOldThread: boolean
  notifiesNewThread: boolean
}

/**
 * Posts notices of the notification bot: that messages were moved, in the old topic, the new topic or both,
 * as requested; or always, in the new topic, that it was resolved or unresolved. A notice outside of a
 * private stream does not name the stream.
 * Sources: docs/protocol/messages.md#move-notices,
 * docs/protocol/topics-and-moderation.md#resolve-notice.
 */
export async function postNotices(
  ctx: Pick<AppContext, 'caches' | 'renderer'>,
  tx: Tx,
  requester: Requester,
  move: MessageMove,
  { notifiesOldThread, notifiesNewThread }: MoveNoticesInput,
): Promise<void> {
  const isWithinStream = move.streams.from.id === move.streams.to.id
  const resolution = isWithinStream ? resolutionOf(move.from.topic, move.to.topic) : undefined
  if (resolution) return postResolution(ctx, tx, requester, { ...move, resolution })
  if (!notifiesOldThread && !notifiesNewThread) return
  const { streams, from, to, messageIds } = move
  const isWhole = !(await hasMessages(tx, requester.realm_id, from))
  const actorId = requester.id
  const who = person(requester)
  const count = messageIds.length
  const notices: SystemStreamMessage[] = []
  if (notifiesNewThread) {
    const origin = placeOf(streams.from, from.topic, streams.to)
    const content: Text = (say) => {
      const place = origin ?? say('move.fromPrivateStream')
      if (isWhole) return say('move.topicHere', { place, who })
      return say('move.messagesHere', { count, place, who })
    }
    notices.push({ stream: streams.to, topic: to.topic, content, actorId })
  }
  if (notifiesOldThread) {
    const destination = placeOf(streams.to, to.topic, streams.from)
    const content: Text = (say) => {
      const place = destination ?? say('move.toPrivateStream')
      if (isWhole) return say('move.topicAway', { place, who })
      return say('move.messagesAway', { count, place, who })
    }
    notices.push({ stream: streams.from, topic: from.topic, content, actorId })
  }
  await sendToStreamAs(ctx, tx, 'notification', notices)
}

/** A notice is deleted if its change is undone within this time. */
const takenBackForMs = 60_000

const opposite = { resolved: 'unresolved', unresolved: 'resolved' } as const

/** Posts that a topic was resolved or unresolved; unread only for participants of the topic. */
async function postResolution(
  ctx: Pick<AppContext, 'caches' | 'renderer'>,
  tx: Tx,
  requester: Requester,
  { streams, to: { topic }, resolution }: MessageMove & { resolution: Resolution },
): Promise<void> {
  const { realm_id: realmId, id: actorId } = requester
  const { to: stream } = streams
  const place = { streamId: stream.id, topic }
  const bot = await getSpeaker(tx, realmId, 'notification')
  const last = await lockLastOf(tx, bot, place, new Date(tx.now.getTime() - takenBackForMs))
  // Compare without the name: the earlier notice may be another user's.
  const undone = resolutionText(
    opposite[resolution],
    '',
  )(sayingIn(realmSettingsOf(bot).default_language))
  if (last?.content.endsWith(undone)) {
    await deleteFromTopic(tx, requester, { stream, topic }, [last.id])
    return
  }
  const content = resolutionText(resolution, person(requester))
  const participantIds = await listTopicParticipantIds(tx, realmId, stream.id, topic)
  const unreadOnlyBy = participantIds.filter((id) => id !== actorId)
  const notice = { stream, topic, content, actorId, unreadOnlyBy }
  await sendToStreamAs(ctx, tx, 'notification', [notice])
}

function resolutionText(resolution: Resolution, who: string): Text {
  return (say) => say(`resolve.${resolution}`, { who })
}

/** A link to a topic; undefined if the link would name a private stream outside of it. */
function placeOf(stream: StreamRow, topic: string, seenFrom: StreamRow): string | undefined {
  return stream.invite_only && stream.id !== seenFrom.id ? undefined : topicLink(stream, topic)
}
