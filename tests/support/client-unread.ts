import type { ReceivedEvent } from './person'

/*
 * What a client knows of unread and starred messages, and how it follows what happens to them.
 * A client that did not ask for them has nothing to change.
 * Sources: docs/protocol/register.md#unread, docs/protocol/events.md#flags.
 */

export interface UnreadState {
  count: number
  pms: { other_user_id: number; sender_id: number; unread_message_ids: number[] }[]
  streams: {
    stream_id: number
    topic: string
    unread_message_ids: number[]
    sender_ids: number[]
  }[]
  huddles: { user_ids_string: string; unread_message_ids: number[] }[]
  mentions: number[]
  old_unreads_missing: boolean
}

export interface MessageState {
  user_id: number
  subscriptions: { stream_id: number }[]
  unread_msgs?: UnreadState
  starred_messages?: number[]
  recent_private_conversations?: { max_message_id: number; user_ids: number[] }[]
}

interface Place {
  streamId?: number
  topic?: string
  /** All who take part, of a private message. */
  userIds?: number[]
  senderId?: number
  mentioned: boolean
}

interface Message {
  id: number
  sender_id: number
  subject: string
  stream_id?: number
  display_recipient: string | { id: number }[]
}

export function hearMessage(state: MessageState, event: ReceivedEvent): void {
  const { id, ...message } = event['message'] as Message
  const flags = event['flags'] as string[]
  const { display_recipient: to, stream_id: streamId } = message
  const place: Place = {
    senderId: message.sender_id,
    mentioned: flags.some((flag) => flag.endsWith('mentioned')),
    ...(streamId === undefined ? {} : { streamId, topic: message.subject }),
    ...(Array.isArray(to) ? { userIds: to.map((user) => user.id) } : {}),
  }
  // Who is not subscribed overhears it at most.
  const isReceived =
    streamId === undefined || state.subscriptions.some((stream) => stream.stream_id === streamId)
  if (isReceived && !flags.includes('read')) addUnread(state, id, place)

  const recent = state.recent_private_conversations
  if (!recent || !place.userIds) return
  const others = othersOf(state, place.userIds)
  const known = recent.findIndex(({ user_ids }) => String(user_ids) === String(others))
  if (known >= 0) recent.splice(known, 1)
  recent.unshift({ max_message_id: id, user_ids: others })
}

export function changeFlags(state: MessageState, event: ReceivedEvent): void {
  const { op, operation, flag, messages, all, message_details } = event
  if (op !== operation) throw new Error('tells older clients something else')
  const ids = messages as number[]
  if (flag === 'starred' && state.starred_messages) {
    const others = state.starred_messages.filter((id) => !ids.includes(id))
    state.starred_messages = (op === 'add' ? [...others, ...ids] : others).sort((a, b) => a - b)
  }
  if (flag !== 'read' || !state.unread_msgs) return
  if (op === 'add') {
    forgetUnread(state, (id) => all === true || ids.includes(id))
    return
  }
  for (const id of ids) {
    const details = (message_details as Record<string, Record<string, unknown>>)[id]
    if (!details) throw new Error('does not say where the message is')
    const { type, stream_id, topic, user_ids, mentioned } = details
    addUnread(state, id, {
      mentioned: mentioned === true,
      ...(type === 'stream'
        ? { streamId: stream_id as number, topic: topic as string }
        : { userIds: [...(user_ids as number[]), state.user_id] }),
    })
  }
}

/** Messages that were edited or moved. */
export function updateMessages(state: MessageState, event: ReceivedEvent): void {
  const unread = state.unread_msgs
  if (!unread) return
  const { message_id: firstId, message_ids, propagate_mode: mode, subject, new_stream_id } = event
  const isMentioned = (event['flags'] as string[]).some((flag) => flag.endsWith('mentioned'))
  for (const id of message_ids as number[]) {
    const isIn = (entry: { unread_message_ids: number[] }) => entry.unread_message_ids.includes(id)
    const place = unread.streams.find(isIn)
    if (!place && ![...unread.pms, ...unread.huddles].some(isIn)) continue
    const mentioned = id === firstId ? isMentioned : unread.mentions.includes(id)
    unread.mentions = unread.mentions.filter((other) => other !== id)
    if (place && mode !== undefined) {
      const streamId = (new_stream_id as number | undefined) ?? place.stream_id
      const topic = (subject as string | undefined) ?? place.topic
      addUnread(state, id, { streamId, topic, mentioned })
    } else if (mentioned) insert(unread.mentions, id)
  }
}

/** Messages that are gone, or out of sight. */
export function forgetMessages(state: MessageState, ids: readonly number[]): void {
  forgetUnread(state, (id) => ids.includes(id))
  if (!state.starred_messages) return
  state.starred_messages = state.starred_messages.filter((id) => !ids.includes(id))
}

/** The same whatever order conversations were listed in; senders are known of new messages alone. */
export function comparableUnread(unread: unknown): unknown {
  const { pms, streams, huddles, ...rest } = unread as UnreadState
  const conversations = [
    ...pms.map(({ other_user_id, sender_id, unread_message_ids: ids }) => [
      `with ${other_user_id} alias ${sender_id}`,
      ids,
    ]),
    ...huddles.map(({ user_ids_string, unread_message_ids: ids }) => [user_ids_string, ids]),
    ...streams.map(({ stream_id, topic, unread_message_ids: ids }) => [
      `${stream_id} ${topic}`,
      ids,
    ]),
  ]
  return { ...rest, conversations: Object.fromEntries(conversations) as unknown }
}

function addUnread(state: MessageState, id: number, place: Place): void {
  const unread = state.unread_msgs
  if (!unread) return
  forgetUnread(state, (other) => other === id)
  unread.count += 1
  if (place.mentioned) insert(unread.mentions, id)
  const { streamId, topic = '', userIds = [], senderId } = place
  if (streamId !== undefined) {
    let known = unread.streams.find(
      (entry) => entry.stream_id === streamId && entry.topic.toLowerCase() === topic.toLowerCase(),
    )
    if (!known) {
      known = { stream_id: streamId, topic, unread_message_ids: [], sender_ids: [] }
      unread.streams.push(known)
    }
    insert(known.unread_message_ids, id)
    if (known.unread_message_ids.at(-1) === id) known.topic = topic
    if (senderId !== undefined && !known.sender_ids.includes(senderId)) {
      insert(known.sender_ids, senderId)
    }
    return
  }
  const others = othersOf(state, userIds)
  if (others.length > 1) {
    const key = [...userIds].sort((a, b) => a - b).join(',')
    let known = unread.huddles.find((entry) => entry.user_ids_string === key)
    if (!known) unread.huddles.push((known = { user_ids_string: key, unread_message_ids: [] }))
    return insert(known.unread_message_ids, id)
  }
  const other = others[0] ?? state.user_id
  let known = unread.pms.find((entry) => entry.other_user_id === other)
  if (!known) {
    known = { other_user_id: other, sender_id: other, unread_message_ids: [] }
    unread.pms.push(known)
  }
  insert(known.unread_message_ids, id)
}

function forgetUnread(state: MessageState, isGone: (id: number) => boolean): void {
  const unread = state.unread_msgs
  if (!unread) return
  unread.mentions = unread.mentions.filter((id) => !isGone(id))
  for (const list of ['pms', 'streams', 'huddles'] as const) {
    const entries: { unread_message_ids: number[] }[] = unread[list]
    for (const entry of entries) {
      const kept = entry.unread_message_ids.filter((id) => !isGone(id))
      unread.count -= entry.unread_message_ids.length - kept.length
      entry.unread_message_ids = kept
    }
    const kept = entries.filter((entry) => entry.unread_message_ids.length > 0)
    entries.splice(0, entries.length, ...kept)
  }
}

function othersOf(state: MessageState, userIds: readonly number[]): number[] {
  return userIds.filter((id) => id !== state.user_id).sort((a, b) => a - b)
}

function insert(ids: number[], id: number): void {
  ids.push(id)
  ids.sort((a, b) => a - b)
}
