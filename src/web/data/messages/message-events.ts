import { deletedIds } from '../records/deleted-ids'
import type { EventOf, ServerEvent } from '../records/state'
import type { MessageCache } from './cache'
import type { Message, MessageEdit } from '../records/message'
import { withoutResolvedMark } from '../../../shared/rules/topics'

/*
 * Applies events to cached messages. Applying an event twice changes nothing, so pages that were in flight can be
 * updated by replaying the events since their request.
 * Sources: docs/protocol/events.md#message, docs/protocol/events.md#update-message,
 * docs/protocol/events.md#delete-message, docs/protocol/events.md#flags.
 */

/** Effects of an event on messages, for code that keeps lists of them. */
export interface MessageChange {
  /** Id of a new message. */
  added?: number
  /** Ids of messages that are now in another conversation. */
  moved: readonly number[]
  /** New location of the moved messages. */
  place?: { streamId: number | undefined; topic: string | undefined }
  /** Ids of messages that may match a narrow now that they did not match before. */
  changed: readonly number[]
  /** Ids of messages that were deleted or are no longer visible. */
  gone: readonly number[]
  /** Ids of messages with a new text. */
  reworded: readonly number[]
}

const nothing: MessageChange = { moved: [], changed: [], gone: [], reworded: [] }

/** @param streamName current name of a stream */
export function applyMessageEvent(
  cache: MessageCache,
  event: ServerEvent,
  streamName: (id: number) => string | undefined,
): MessageChange {
  switch (event.type) {
    case 'message': {
      const { message, flags } = event
      // A fetched page may have brought a newer version already.
      if (!cache.get(message.id)) cache.put([{ ...message, flags }])
      return { ...nothing, added: message.id }
    }
    case 'update_message':
      return applyUpdate(cache, event, streamName)
    case 'delete_message': {
      const gone = deletedIds(event)
      cache.remove(gone)
      return { ...nothing, gone }
    }
    case 'update_message_flags':
      return applyFlags(cache, event)
    case 'reaction': {
      const id = event.message_id
      cache.change(id, (message) => react(message, event))
      return { ...nothing, changed: [id] }
    }
    case 'submessage': {
      cache.change(event.message_id, (message) => attach(message, event))
      return nothing
    }
    default:
      return nothing
  }
}

function applyUpdate(
  cache: MessageCache,
  event: EventOf<'update_message'>,
  streamName: (id: number) => string | undefined,
): MessageChange {
  const isMove = event.propagate_mode !== undefined
  const isReworded = event.rendered_content !== undefined
  const streamId = event.new_stream_id ?? event.stream_id
  for (const id of event.message_ids) {
    cache.change(id, (message) => ({
      ...message,
      ...(event.rendering_only ? {} : withEdit(message, event)),
      ...(isMove && streamId !== undefined
        ? {
            stream_id: streamId,
            display_recipient: streamName(streamId) ?? message.display_recipient,
            subject: event.subject ?? message.subject,
          }
        : {}),
      ...(id === event.message_id ? { flags: event.flags } : {}),
      ...(id === event.message_id && isReworded
        ? {
            content: event.rendered_content ?? '',
            is_me_message: event.is_me_message ?? message.is_me_message,
          }
        : {}),
    }))
  }
  const first = [event.message_id]
  return {
    ...nothing,
    ...(isMove ? { place: { streamId, topic: event.subject ?? event.orig_subject } } : {}),
    moved: isMove ? event.message_ids : [],
    changed: first,
    reworded: isReworded ? first : [],
  }
}

/** Adds the change to the edit history, newest first. */
function withEdit(message: Message, event: EventOf<'update_message'>): Partial<Message> {
  const { edit_timestamp: timestamp, user_id, message_id, new_stream_id, subject } = event
  const history = message.edit_history ?? []
  const [newest] = history
  if (newest && newest.timestamp === timestamp && newest.user_id === user_id) return {}
  const edit: MessageEdit = {
    timestamp,
    user_id,
    ...(message.id === message_id && event.orig_content !== undefined
      ? { prev_content: event.orig_content }
      : {}),
    ...(subject === undefined ? {} : { prev_topic: event.orig_subject ?? message.subject }),
    ...(new_stream_id === undefined || event.stream_id === undefined
      ? {}
      : { prev_stream: event.stream_id }),
  }
  const isReworded = edit.prev_content !== undefined
  const isMoved = edit.prev_stream !== undefined || isOtherTopic(edit.prev_topic, subject)
  return {
    ...(isReworded && { last_edit_timestamp: timestamp }),
    ...(isMoved && { last_moved_timestamp: timestamp }),
    edit_history: [edit, ...history],
  }
}

/** Whether the topic was renamed, beyond the mark of resolved topics. */
function isOtherTopic(before: string | undefined, after: string | undefined): boolean {
  if (before === undefined || after === undefined) return false
  return withoutResolvedMark(before) !== withoutResolvedMark(after)
}

function applyFlags(
  cache: MessageCache,
  { op, flag, messages, all }: EventOf<'update_message_flags'>,
): MessageChange {
  const change = (message: Message): Message => {
    if (message.flags.includes(flag) === (op === 'add')) return message
    const others = message.flags.filter((other) => other !== flag)
    return { ...message, flags: op === 'add' ? [...others, flag] : others }
  }
  if (all) cache.changeAll(change)
  for (const id of messages) cache.change(id, change)
  // Messages just read stay in the narrow `is:unread`, so that they do not vanish while being read.
  return flag === 'read' && op === 'add' ? nothing : { ...nothing, changed: messages }
}

function react(message: Message, change: EventOf<'reaction'>): Message {
  const { emoji_name, emoji_code, reaction_type, user_id } = change
  const others = message.reactions.filter(
    (known) =>
      known.user_id !== user_id ||
      known.emoji_code !== emoji_code ||
      known.reaction_type !== reaction_type,
  )
  if (change.op === 'remove') return { ...message, reactions: others }
  if (others.length < message.reactions.length) return message
  const added = { emoji_name, emoji_code, reaction_type, user_id }
  return { ...message, reactions: [...others, added] }
}

function attach(message: Message, event: EventOf<'submessage'>): Message {
  const { submessage_id: id, sender_id, msg_type, content } = event
  if (message.submessages.some((known) => known.id === id)) return message
  const added = { id, sender_id, msg_type, content }
  return { ...message, submessages: [...message.submessages, added] }
}
