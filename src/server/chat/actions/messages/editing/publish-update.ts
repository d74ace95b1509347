import type { AppContext } from '../../../../context'
import type { Tx } from '../../../../data/engine/database'
import type { MessageRow, StreamRow } from '../../../../data/schema'
import { publish } from '../../../../events/publish'
import { messagesUpdated } from '../../../../wire/message-events'
import type { ContentChange } from '../../../../../shared/message-events'
import type { FormerPlace, MessageUpdate, MoveChange } from '../../../../wire/message-events'
import type { TopicLink } from '../../../../../shared/messages'
import type { Requester } from '../../../rules/authentication'
import { deletionEvents } from '../../../notify/messages/deletion-events'
import { whoSees, whoSeesMessage } from '../../../access/messages/message-visibility'
import { identityOf } from '../../../rules/realms/settings'
import type { EditedContent } from './content'
import type { MessageMove } from './move'
import { listRecipientGroups } from '../../../../data/access/recipients'
import type { RecipientGroup } from '../../../../data/access/recipients'
import type { Overlay } from '../../../../../shared/events'
import { flagBits, flagWords } from '../../../../data/messages/message-flags'

interface Edited {
  /** Stream of the message; undefined for private ones. */
  stream: StreamRow | undefined
  move: MessageMove | undefined
  content: EditedContent | undefined
  at: Date
}

/**
 * Publishes a stored edit. Each group of readers gets an event about the messages it can read; messages that
 * a group can no longer read are deleted for it.
 *
 * @param message the row before the edit
 * Sources: docs/protocol/events.md#update-message, docs/protocol/messages.md#move-sight.
 */
export async function publishUpdate(
  { caches: { linkifiers } }: Pick<AppContext, 'caches'>,
  tx: Tx,
  editor: Requester,
  message: MessageRow,
  { stream, move, content, at }: Edited,
): Promise<void> {
  const { realm_id: realmId } = editor
  const update: MessageUpdate = {
    editor,
    at,
    messageId: message.id,
    messageIds: move?.messageIds ?? [message.id],
    stream,
    content: content && contentChange(message, content),
    move: move && moveChange(move, await linkifiers.topicLinker(tx, editor, [topicAfter(move)])),
  }
  const sights = move
    ? await whoSees(tx, editor, move.messageIds, move.streams)
    : await whoSeesMessage(tx, editor, message, stream)
  const overlay = await flagsOfRecipients(tx, realmId, message.id, editor.id)
  const oldPlace: FormerPlace = stream ? { stream, topic: message.topic } : 'private'
  const updates = sights
    .filter(({ after }) => after.length > 0)
    .map(({ audience, after }) => {
      const event = messagesUpdated(seenBy(update, after))
      return { event, audience, overlay, identityOf: identityOf(editor) }
    })
  const losses = sights.map(({ audience, before, after }) => {
    const visible = new Set(after)
    return { audience, messageIds: before.filter((id) => !visible.has(id)) }
  })
  const deletions = await deletionEvents(tx, realmId, oldPlace, losses)
  await publish(tx, realmId, [...updates, ...deletions])
}

/** The edit for readers who can read only these messages. */
function seenBy(update: MessageUpdate, messageIds: readonly number[]): MessageUpdate {
  if (messageIds.includes(update.messageId)) return { ...update, messageIds }
  const messageId = messageIds[0] ?? update.messageId
  return { ...update, messageIds, messageId, content: undefined }
}

function contentChange(before: MessageRow, { content, rendered }: EditedContent): ContentChange {
  return {
    content,
    rendered_content: rendered.html,
    orig_content: before.content,
    orig_rendered_content: before.rendered_content,
    is_me_message: rendered.isMeMessage,
  }
}

function topicAfter({ from, topic }: MessageMove): string {
  return topic ?? from.topic
}

function moveChange(move: MessageMove, linksOf: (topic: string) => TopicLink[]): MoveChange {
  const { propagateMode, from, topic, streams } = move
  const newStreamId = streams.to.id === streams.from.id ? undefined : streams.to.id
  const topicLinks = linksOf(topicAfter(move))
  return { propagateMode, origTopic: from.topic, topic, newStreamId, topicLinks }
}

/**
 * Flags of an edited message for all its recipients. They include `read`: without it some clients count a
 * mention as unread. The largest group of users with equal flags is the default and only other users are
 * listed, so that in a stream of 10,000 the event lists the smaller of the two groups, readers or
 * non-readers.
 *
 * @param editorId included even if not subscribed
 */
async function flagsOfRecipients(
  tx: Tx,
  realmId: number,
  messageId: number,
  editorId: number,
): Promise<Overlay> {
  return overlayOfGroups(await listRecipientGroups(tx, { realmId, messageId }, [editorId]))
}

/** The overlay for users already grouped by flags. */
export function overlayOfGroups(groups: readonly RecipientGroup[]): Overlay {
  const [usual, ...others] = [...groups].sort((a, b) => b.user_ids.length - a.user_ids.length)
  const userFlags = others.flatMap((group) =>
    group.user_ids.map((userId) => [userId, wordsOf(group)] as const),
  )
  return {
    flags: usual ? wordsOf(usual) : [],
    ...(userFlags.length > 0 ? { userFlags: Object.fromEntries(userFlags) } : {}),
  }
}

function wordsOf(group: RecipientGroup): readonly string[] {
  return flagWords(
    bit(group.received, flagBits.received) |
      bit(group.is_read, flagBits.read) |
      bit(group.starred, flagBits.starred) |
      bit(group.collapsed, flagBits.collapsed) |
      bit(group.mentioned, flagBits.mentioned) |
      bit(group.mentions_everybody, flagBits.mentionsEverybody) |
      bit(group.topic_wildcard_mentioned, flagBits.mentionsTopic) |
      bit(group.has_alert_word, flagBits.hasAlertWord),
  )
}

function bit(isSet: boolean, value: number): number {
  return isSet ? value : 0
}
