import type { AppContext } from '../../../context'
import { listMessageBodies } from '../../../db/history/bodies'
import { listPage, listPageOfIds } from '../../../db/history/pages'
import { endOfHistory } from '../../../db/access/rule'
import { markHighlights, markHighlightsInText } from '../../../wire/highlights'
import { escapeHtml } from '../../../wire/html'
import type { Requester } from '../../authentication'
import { BadRequestError, InvalidMessageError } from '../../errors'
import { resolveAnchor } from '../../narrow/anchor'
import type { Anchor } from '../../narrow/anchor'
import { resolveNarrow } from '../../narrow/resolve'
import { parseMessageNarrow } from '../../narrow/terms'
import { accessMessage } from '../access'
import { readPage, readRecords, searchedWords } from './records'
import type { MessageWishes } from './records'
import type { WrittenRecord } from './write-records'

type Context = Pick<AppContext, 'db' | 'memory'>

/** Limit of the messages in one reply. */
export const maxMessagesPerReply = 5_000

export interface HistoryRange {
  anchor: Anchor
  before: number
  after: number
  includeAnchor: boolean
}

export interface HistoryPage {
  messages: WrittenRecord[]
  anchor: number
  found_anchor: boolean
  found_oldest: boolean
  found_newest: boolean
}

/**
 * Messages of a narrow around an anchor, by ascending id.
 *
 * @param narrow as the client wrote it
 * @throws BadNarrowError; BadRequestError for more messages than a reply may hold
 * Source: docs/protocol/history.md#page.
 */
export async function readHistory(
  ctx: Context,
  requester: Requester,
  narrow: readonly unknown[],
  range: HistoryRange,
  wishes: MessageWishes,
): Promise<HistoryPage> {
  checkRange(range)
  const terms = parseMessageNarrow(narrow)
  const db = ctx.db.query
  const resolved = await resolveNarrow(db, requester, terms)
  const anchor = await resolveAnchor(db, requester, resolved, range.anchor)
  const { before, after, includeAnchor } = range
  const isAtEnd = anchor === endOfHistory

  const pageRange = {
    before: { id: anchor, count: before },
    // Whether the anchor is there is not known before: so room is left for it.
    from: includeAnchor
      ? { id: anchor, count: after + 1 }
      : { id: isAtEnd ? anchor : anchor + 1, count: after },
  }
  const messages = await readRecords(
    ctx,
    requester,
    () => listPage(db, requester, resolved, pageRange),
    wishes,
    searchedWords(resolved),
  )
  const split = messages.findIndex(({ id }) => id >= anchor)
  const beforeCount = split === -1 ? messages.length : split
  const foundAnchor = messages[beforeCount]?.id === anchor
  let afterCount = messages.length - beforeCount - (foundAnchor ? 1 : 0)
  if (afterCount > after) {
    messages.pop()
    afterCount -= 1
  }
  return {
    messages,
    anchor,
    found_anchor: foundAnchor,
    found_oldest: anchor === 0 || beforeCount < before,
    found_newest: isAtEnd || afterCount < after,
  }
}

/** Refuses ranges that are too long or have a hole. @throws BadRequestError */
function checkRange({ before, after, includeAnchor }: HistoryRange): void {
  if (before + after > maxMessagesPerReply) {
    throw new BadRequestError(`Too many messages requested (maximum ${maxMessagesPerReply}).`)
  }
  if (!includeAnchor && before > 0 && after > 0) {
    throw new BadRequestError('The anchor can only be excluded at an end of the range')
  }
}

/**
 * Messages of a list that the requester may read and that are in a narrow, by ascending id.
 * Without a narrow it does not matter whether they were received.
 */
export async function readMessages(
  ctx: Context,
  requester: Requester,
  narrow: readonly unknown[],
  messageIds: readonly number[],
  wishes: MessageWishes,
): Promise<WrittenRecord[]> {
  const db = ctx.db.query
  const resolved =
    narrow.length === 0
      ? ({ base: 'readable', terms: [] } as const)
      : await resolveNarrow(db, requester, parseMessageNarrow(narrow))
  return readRecords(
    ctx,
    requester,
    () => listPageOfIds(db, requester, resolved, messageIds),
    wishes,
    searchedWords(resolved),
  )
}

/**
 * One message, and what its sender typed.
 * @throws InvalidMessageError
 * Source: docs/protocol/messages.md#get-message.
 */
export async function readMessage(
  ctx: Context,
  requester: Requester,
  messageId: number,
  wishes: MessageWishes,
): Promise<{ message: WrittenRecord; rawContent: string }> {
  const [[message], { content }] = await Promise.all([
    readMessages(ctx, requester, [], [messageId], wishes),
    accessMessage(ctx.db.query, requester, messageId),
  ])
  if (!message) throw new InvalidMessageError()
  return { message, rawContent: content }
}

/** How a message fits a narrow. */
export interface NarrowMatch {
  match_content: string
  match_subject: string
}

/**
 * Messages of a list that are in a narrow, by id, with what was searched for marked in them.
 * @throws BadNarrowError
 * Source: docs/protocol/history.md#matches-narrow.
 */
export async function matchNarrow(
  ctx: Context,
  requester: Requester,
  narrow: readonly unknown[],
  messageIds: readonly number[],
): Promise<Record<string, NarrowMatch>> {
  const db = ctx.db.query
  const resolved = await resolveNarrow(db, requester, parseMessageNarrow(narrow))
  const wishes = { asHtml: true, highlights: searchedWords(resolved) }
  const rows = await readPage(
    () => listPageOfIds(db, requester, resolved, messageIds),
    (heads) => listMessageBodies(db, requester.realm_id, heads, wishes),
  )
  return Object.fromEntries(
    rows.map(({ id, content, topic, match_content, match_topic }) => [
      id,
      match_content === undefined
        ? { match_content: content, match_subject: escapeHtml(topic) }
        : {
            match_content: markHighlights(match_content),
            match_subject: markHighlightsInText(match_topic ?? ''),
          },
    ]),
  )
}
