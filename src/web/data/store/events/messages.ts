import type { Conversation } from '../../records/conversation'
import { deletedIds } from '../../records/deleted-ids'
import type { EventOf, State } from '../../records/state'
import { othersOf } from '../../records/unread-entries'
import { nothing } from './handlers'
import type { Handlers } from './handlers'
import { conversationsOfUnread, withIds, withoutIds, withoutUnread, withUnread } from './unread'
import type { UnreadMessage } from './unread'

/*
 * Message data in the state: unread and starred ids, and the latest private conversations.
 * Sources: docs/protocol/events.md#message, docs/protocol/events.md#flags.
 */

export const messageEvents: Handlers = {
  'message/': hearMessage,
  'update_message/': updateMessages,
  'delete_message/': (state, event) => forget(state, deletedIds(event)),
  'update_message_flags/add': addFlag,
  'update_message_flags/remove': removeFlag,
  'reaction/add': nothing,
  'reaction/remove': nothing,
  'submessage/': nothing,
  'typing/start': nothing,
  'typing/stop': nothing,
  'typing_edit_message/start': nothing,
  'typing_edit_message/stop': nothing,
}

function hearMessage(state: State, { message, flags }: EventOf<'message'>): void {
  const { id, sender_id: senderId } = message
  const conversation = conversationOf(message, state.user_id)
  state.max_message_id = Math.max(state.max_message_id, id)
  if (!flags.includes('read') && isReceived(state, conversation)) {
    const isMentioned = flags.some((flag) => flag.endsWith('mentioned'))
    state.unread_msgs = withUnread(state, [{ id, conversation, isMentioned, senderId }])
  }
  if (conversation.kind === 'private') bringUp(state, conversation.userIds, id)
}

function conversationOf(
  { stream_id: streamId, subject: topic, display_recipient: people }: EventOf<'message'>['message'],
  ownId: number,
): Conversation {
  if (streamId !== undefined) return { kind: 'topic', streamId, topic }
  const userIds = typeof people === 'string' ? [] : people.map(({ id }) => id)
  return { kind: 'private', userIds: othersOf(ownId, userIds) }
}

/** Without a subscription, messages of a stream do not count as received. */
function isReceived(state: State, conversation: Conversation): boolean {
  if (conversation.kind === 'private') return true
  return state.subscriptions.some(({ stream_id: id }) => id === conversation.streamId)
}

/** Moves a conversation to its place by newest message; a restored message may be older than others. */
function bringUp(state: State, userIds: readonly number[], id: number): void {
  const known = state.recent_private_conversations
  const isIt = (each: (typeof known)[number]) => String(each.user_ids) === String(userIds)
  if (known.some((each) => isIt(each) && each.max_message_id >= id)) return
  const others = known.filter((each) => !isIt(each))
  const place = others.filter((each) => each.max_message_id > id).length
  state.recent_private_conversations = [
    ...others.slice(0, place),
    { max_message_id: id, user_ids: userIds },
    ...others.slice(place),
  ]
}

function addFlag(state: State, { flag, messages, all }: FlagEvent): void {
  if (flag === 'starred') state.starred_messages = withIds(state.starred_messages, messages)
  if (flag !== 'read') return
  const unread = state.unread_msgs
  state.unread_msgs = all
    ? { ...unread, count: 0, pms: [], streams: [], huddles: [], mentions: [] }
    : withoutUnread(unread, messages)
}

function removeFlag(state: State, { flag, messages, message_details: details }: FlagEvent): void {
  if (flag === 'starred') state.starred_messages = withoutIds(state.starred_messages, messages)
  if (flag !== 'read') return
  const unread = messages.map((id): UnreadMessage => {
    const place = details?.[id]
    if (!place) throw new Error(`It is not said where message ${id} is.`)
    const conversation: Conversation =
      place.type === 'stream'
        ? { kind: 'topic', streamId: place.stream_id, topic: place.topic }
        : { kind: 'private', userIds: othersOf(state.user_id, place.user_ids) }
    return { id, conversation, isMentioned: place.mentioned === true }
  })
  state.unread_msgs = withUnread(state, unread)
}

type FlagEvent = EventOf<'update_message_flags'>

/** Handles edited or moved messages. */
function updateMessages(state: State, event: EventOf<'update_message'>): void {
  const { message_id: firstId, propagate_mode: mode, subject, new_stream_id } = event
  const isMentionedNow = event.flags.some((flag) => flag.endsWith('mentioned'))
  const found = conversationsOfUnread(state, event.message_ids)
  if (found.size === 0) return
  const mentions = new Set(state.unread_msgs.mentions)
  const unread = Array.from(found, ([id, conversation]): UnreadMessage => {
    const isMentioned = id === firstId ? isMentionedNow : mentions.has(id)
    if (mode === undefined || conversation.kind === 'private') {
      return { id, conversation, isMentioned }
    }
    const streamId = new_stream_id ?? conversation.streamId
    const topic = subject ?? conversation.topic
    return { id, conversation: { kind: 'topic', streamId, topic }, isMentioned }
  })
  state.unread_msgs = withUnread(state, unread)
}

/** Handles messages that were deleted or became invisible. */
function forget(state: State, ids: readonly number[]): void {
  state.unread_msgs = withoutUnread(state.unread_msgs, ids)
  state.starred_messages = withoutIds(state.starred_messages, ids)
}
