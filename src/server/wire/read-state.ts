import type { FlagsEvent, UnreadDetails, UnreadMessages } from '../../shared/read-state'

/** The unread messages of one topic or of one private conversation. */
interface Conversation {
  stream_id: number | null
  topic: string
  member_key: string | null
  ids: number[]
  sender_ids: number[]
  mentions: number[]
}

export function presentUnread(
  userId: number,
  conversations: readonly Conversation[],
  isCut: boolean,
): UnreadMessages {
  const unread: UnreadMessages = {
    count: 0,
    pms: [],
    streams: [],
    huddles: [],
    mentions: [],
    old_unreads_missing: isCut,
  }
  for (const { stream_id, topic, member_key, ids, sender_ids, mentions } of conversations) {
    unread.count += ids.length
    unread.mentions.push(...mentions)
    if (stream_id !== null) {
      const senders = [...sender_ids].sort(ascending)
      unread.streams.push({ stream_id, topic, unread_message_ids: ids, sender_ids: senders })
      continue
    }
    const others = othersOf(userId, member_key ?? '')
    if (others.length > 1) {
      unread.huddles.push({ user_ids_string: member_key ?? '', unread_message_ids: ids })
    } else {
      const [other = userId] = others
      unread.pms.push({ other_user_id: other, sender_id: other, unread_message_ids: ids })
    }
  }
  unread.mentions.sort(ascending)
  return unread
}

/** Details of a message that was marked as unread, which tell clients its place. */
export function presentUnreadDetails(
  userId: number,
  place: { stream_id: number | null; topic: string; member_key: string | null; mentioned: boolean },
): UnreadDetails {
  const { stream_id, topic, member_key, mentioned } = place
  const mention = mentioned ? { mentioned: true as const } : {}
  return stream_id === null
    ? { type: 'private', user_ids: othersOf(userId, member_key ?? ''), ...mention }
    : { type: 'stream', stream_id, topic, ...mention }
}

/** The other members of a private conversation; empty for notes to oneself. */
export function othersOf(userId: number, memberKey: string): number[] {
  return memberKey
    .split(',')
    .map(Number)
    .filter((id) => id !== userId)
}

function ascending(a: number, b: number): number {
  return a - b
}

export function flagAdded(flag: string, messageIds: readonly number[]): FlagsEvent {
  return flagsChanged('add', flag, messageIds, {})
}

/** @param details of messages now unread, by id */
export function flagRemoved(
  flag: string,
  messageIds: readonly number[],
  details?: Readonly<Record<number, UnreadDetails>>,
): FlagsEvent {
  return flagsChanged('remove', flag, messageIds, details ? { message_details: details } : {})
}

/** The event that all received messages are read. */
export function allRead(): FlagsEvent {
  return { ...flagsChanged('add', 'read', [], {}), all: true }
}

function flagsChanged(
  op: 'add' | 'remove',
  flag: string,
  messages: readonly number[],
  more: Pick<FlagsEvent, 'message_details'>,
): FlagsEvent {
  return { type: 'update_message_flags', op, operation: op, flag, messages, all: false, ...more }
}
