import type { ServerEvent, State } from '../state'
import { nothing } from './handlers'
import type { Handlers } from './handlers'
import { othersOf, placesOfUnread, withIds, withoutIds, withoutUnread, withUnread } from './unread'
import type { UnreadMessage, UnreadPlace } from './unread'

/*
 * What the state holds of messages: which are unread or starred, and the latest private conversations.
 * Sources: docs/protocol/events.md#message, docs/protocol/events.md#flags.
 */

export const messageEvents: Handlers = {
  'message/': hearMessage,
  'update_message/': updateMessages,
  'delete_message/': (state, event) => forget(state, event['message_ids'] as number[]),
  'update_message_flags/add': addFlag,
  'update_message_flags/remove': removeFlag,
  'reaction/add': nothing,
  'reaction/remove': nothing,
  'submessage/': nothing,
  'typing/start': nothing,
  'typing/stop': nothing,
}

interface NewMessage {
  id: number
  sender_id: number
  subject: string
  stream_id?: number
  display_recipient: string | { id: number }[]
}

function hearMessage(state: State, event: ServerEvent): void {
  const message = event['message'] as NewMessage
  const flags = event['flags'] as string[]
  const place = placeOf(message, state.user_id)
  state.max_message_id = Math.max(state.max_message_id, message.id)
  if (!flags.includes('read') && isReceived(state, place)) {
    const { id, sender_id: senderId } = message
    const isMentioned = flags.some((flag) => flag.endsWith('mentioned'))
    state.unread_msgs = withUnread(state, [{ id, place, isMentioned, senderId }])
  }
  if ('userIds' in place) bringUp(state, place.userIds, message.id)
}

function placeOf({ stream_id, subject, ...message }: NewMessage, ownId: number): UnreadPlace {
  if (stream_id !== undefined) return { streamId: stream_id, topic: subject }
  const people = message.display_recipient as { id: number }[]
  return {
    userIds: othersOf(
      ownId,
      people.map(({ id }) => id),
    ),
  }
}

/** Who is not subscribed overhears it at most. */
function isReceived(state: State, place: UnreadPlace): boolean {
  return (
    'userIds' in place || state.subscriptions.some(({ stream_id: id }) => id === place.streamId)
  )
}

function bringUp(state: State, userIds: readonly number[], id: number): void {
  const others = state.recent_private_conversations.filter(
    ({ user_ids: known }) => String(known) !== String(userIds),
  )
  state.recent_private_conversations = [{ max_message_id: id, user_ids: userIds }, ...others]
}

function addFlag(state: State, event: ServerEvent): void {
  const { flag, messages, all } = event as unknown as FlagEvent
  if (flag === 'starred') state.starred_messages = withIds(state.starred_messages, messages)
  if (flag !== 'read') return
  const unread = state.unread_msgs
  state.unread_msgs = all
    ? { ...unread, count: 0, pms: [], streams: [], huddles: [], mentions: [] }
    : withoutUnread(unread, messages)
}

function removeFlag(state: State, event: ServerEvent): void {
  const { flag, messages, message_details: details } = event as unknown as FlagEvent
  if (flag === 'starred') state.starred_messages = withoutIds(state.starred_messages, messages)
  if (flag !== 'read') return
  const unread = messages.map((id): UnreadMessage => {
    const { type, stream_id = 0, topic = '', user_ids = [], mentioned } = details?.[id] ?? {}
    if (type === undefined) throw new Error(`It is not said where message ${id} is.`)
    const place =
      type === 'stream'
        ? { streamId: stream_id, topic }
        : { userIds: othersOf(state.user_id, user_ids) }
    return { id, isMentioned: mentioned === true, place }
  })
  state.unread_msgs = withUnread(state, unread)
}

interface FlagEvent {
  flag: string
  messages: number[]
  all: boolean
  message_details?: Record<string, MessageDetails>
}

/** Source: docs/protocol/events.md#message-details. */
interface MessageDetails {
  type?: 'stream' | 'private'
  stream_id?: number
  topic?: string
  user_ids?: number[]
  mentioned?: boolean
}

/** Messages that were edited or moved. */
function updateMessages(state: State, event: ServerEvent): void {
  const { message_id: firstId, propagate_mode: mode, subject, new_stream_id } = event
  const isMentionedNow = (event['flags'] as string[]).some((flag) => flag.endsWith('mentioned'))
  const places = placesOfUnread(state, event['message_ids'] as number[])
  if (places.size === 0) return
  const mentions = new Set(state.unread_msgs.mentions)
  const unread = Array.from(places, ([id, place]): UnreadMessage => {
    const isMentioned = id === firstId ? isMentionedNow : mentions.has(id)
    if (mode === undefined || 'userIds' in place) return { id, place, isMentioned }
    const streamId = (new_stream_id as number | undefined) ?? place.streamId
    const topic = (subject as string | undefined) ?? place.topic
    return { id, place: { streamId, topic }, isMentioned }
  })
  state.unread_msgs = withUnread(state, unread)
}

/** Messages that are gone, or out of sight. */
function forget(state: State, ids: readonly number[]): void {
  state.unread_msgs = withoutUnread(state.unread_msgs, ids)
  state.starred_messages = withoutIds(state.starred_messages, ids)
}
