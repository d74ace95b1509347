import { dayNumber } from '../i18n/time-form'
import { keyOfConversation } from '../narrow/narrow'
import type { Conversation } from '../narrow/narrow'
import { continues } from './continues'
import { conversationOfMessage } from './message'
import type { Message } from './message'

/** A row of a feed: a message, and what stands above it. */
export interface FeedRow {
  readonly id: number
  /** Goes on where the one above it ended. */
  readonly isCompact: boolean
  /** The instant whose day begins here, in seconds. */
  readonly day: number | undefined
  /** The conversation that begins here, in a feed of several. */
  readonly conversation: Conversation | undefined
  /** The first that was unread when the feed was opened. */
  readonly isFirstUnread: boolean
}

export interface RowOptions {
  /** Whether messages of several conversations are in the feed. */
  readonly isInterleaved: boolean
  readonly firstUnreadId: number | undefined
  readonly ownId: number
}

/**
 * The rows of messages that follow one another.
 * @param previous the message above the first of them, or undefined where the history begins
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

/** The rows there were where they say the same, so that what is drawn of them is not drawn again. */
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
