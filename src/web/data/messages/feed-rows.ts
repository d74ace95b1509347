import { dayNumber } from '../../texts/time-form'
import { keyOfConversation } from '../narrow/narrow'
import type { Conversation } from '../records/conversation'
import { continues } from './continues'
import { conversationOfMessage } from '../records/message'
import type { Message } from '../records/message'

/** A row of a feed: a message and the separators above it. */
export interface FeedRow {
  readonly id: number
  /** Whether the sender line is omitted, because the message continues the one above. */
  readonly isCompact: boolean
  /** Unix seconds of the message if it is the first of its day; the row then starts with the date. */
  readonly day: number | undefined
  /** The conversation, if it differs from the row above in a feed of several; the row then starts with its name. */
  readonly conversation: Conversation | undefined
  /** Whether the message was the first unread one when the feed was opened. */
  readonly isFirstUnread: boolean
}

export interface RowOptions {
  /** Whether the feed mixes several conversations. */
  readonly isInterleaved: boolean
  readonly firstUnreadId: number | undefined
  readonly ownId: number
}

/**
 * Makes the rows of consecutive messages.
 * @param previous the message above the first one, or undefined at the beginning of the history
 */
export function rowsOf(
  messages: readonly Message[],
  previous: Message | undefined,
  options: RowOptions,
): FeedRow[] {
  let above = previous
  return messages.map((message) => {
    const row = rowOf(message, above, options)
    above = message
    return row
  })
}

function rowOf(message: Message, above: Message | undefined, options: RowOptions): FeedRow {
  const { isInterleaved, firstUnreadId, ownId } = options
  const isSameDay =
    above !== undefined && dayNumber(above.timestamp) === dayNumber(message.timestamp)
  const conversation = isInterleaved ? conversationOfMessage(message, ownId) : undefined
  const isSameConversation =
    !conversation ||
    (above !== undefined &&
      keyOfConversation(conversationOfMessage(above, ownId)) === keyOfConversation(conversation))
  const isFirstUnread = message.id === firstUnreadId
  return {
    id: message.id,
    isCompact: isSameDay && isSameConversation && !isFirstUnread && continues(above, message),
    day: isSameDay ? undefined : message.timestamp,
    conversation: isSameConversation && isSameDay ? undefined : conversation,
    isFirstUnread,
  }
}

/** Replaces rows by their equal predecessors, so that components skip rendering. */
export function reusingRows(
  rows: readonly FeedRow[],
  before: readonly FeedRow[],
): readonly FeedRow[] {
  const known = new Map(before.map((row) => [row.id, row]))
  const reused = rows.map((row) => {
    const other = known.get(row.id)
    return other && isSameRow(row, other) ? other : row
  })
  const isSame =
    reused.length === before.length && reused.every((row, index) => row === before[index])
  return isSame ? before : reused
}

function isSameRow(row: FeedRow, other: FeedRow): boolean {
  const keyOf = ({ conversation }: FeedRow) => conversation && keyOfConversation(conversation)
  return (
    row.isCompact === other.isCompact &&
    row.day === other.day &&
    row.isFirstUnread === other.isFirstUnread &&
    keyOf(row) === keyOf(other)
  )
}
