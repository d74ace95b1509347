import type { AppContext } from '../../../context'
import type { Tx } from '../../../db/engine/database'
import type { MessageRow, StreamRow } from '../../../db/schema'
import { publish } from '../../../events/publish'
import { messagesUpdated } from '../../../wire/message-events'
import type {
  ContentChange,
  MessagePlace,
  MessageUpdate,
  MoveChange,
} from '../../../wire/message-events'
import type { TopicLink } from '../../../wire/messages'
import type { Requester } from '../../authentication'
import { explainDeletions } from '../deletion/explain-deletion'
import { whoSees, whoSeesMessage } from '../sight'
import type { EditedContent } from './content'
import { flagsOfRecipients } from './flags'
import type { Move } from './move'

interface Edited {
  /** Undefined for private messages. */
  stream: StreamRow | undefined
  move: Move | undefined
  content: EditedContent | undefined
  at: Date
}

/**
 * Tells of an edit that is stored. Where some may read less than others, each is told of what they
 * see; what they lose sight of is deleted for them.
 *
 * @param message as it was before
 * Source: client notes 7; protocol notes 4.10.
 */
export async function publishUpdate(
  { memory: { linkifiers } }: Pick<AppContext, 'memory'>,
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
    move: move && moveChange(move, await linkifiers.topicLinker(tx, editor)),
  }
  const sights = move
    ? await whoSees(tx, editor, move.messageIds, move.streams)
    : await whoSeesMessage(tx, editor, message, stream)
  const overlay = await flagsOfRecipients(tx, realmId, message.id, editor.id)
  const oldPlace: MessagePlace = stream ? { stream, topic: message.topic } : 'private'
  const updates = sights
    .filter(({ after }) => after.length > 0)
    .map(({ audience, after }) => {
      return { event: messagesUpdated(seenBy(update, after)), audience, overlay }
    })
  const losses = sights.map(({ audience, before, after }) => {
    const visible = new Set(after)
    return { audience, messageIds: before.filter((id) => !visible.has(id)) }
  })
  const deletions = await explainDeletions(tx, realmId, oldPlace, losses)
  await publish(tx, realmId, [...updates, ...deletions])
}

/** What an edit is to those who see some of the messages alone. */
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

function moveChange(
  { propagateMode, from, topic, streams }: Move,
  linksOf: (topic: string) => TopicLink[],
): MoveChange {
  const newStreamId = streams.to.id === streams.from.id ? undefined : streams.to.id
  const topicLinks = linksOf(topic ?? from.topic)
  return { propagateMode, origTopic: from.topic, topic, newStreamId, topicLinks }
}
