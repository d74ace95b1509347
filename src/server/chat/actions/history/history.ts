import type { AppContext } from '../../../context'
import { listMessageBodies } from '../../../data/history/bodies'
import type { MessageBodyRow } from '../../../data/history/bodies'
import { isSearch } from '../../../data/history/narrow-conditions'
import type { ResolvedNarrow } from '../../../data/history/narrow-conditions'
import { listPageOfIds } from '../../../data/history/pages'
import { markHighlights, markHighlightsInText } from '../../../text/highlights'
import { escapeHtml } from '../../../text/html'
import { nameTopics } from '../../../wire/named-topics'
import type { Requester } from '../../rules/authentication'
import { InvalidMessageError } from '../../rules/errors'
import { resolveNarrow } from '../../access/narrow/resolve'
import { parseMessageNarrow } from '../../access/narrow/terms'
import { accessMessage } from '../../access/messages/access-message'
import { TooLargeReplyError } from '../../rules/messages/errors'
import { checkRange, endsOf, listRange, nearestFirst, resolveRange } from './range'
import type { NarrowRange, ResolvedRange } from './range'
import { readPage, readRecords, searchedWords } from './records'
import type { MessageOptions } from './records'
import type { ReadingContext, WrittenRecord } from './write-records'

type Context = Pick<AppContext, 'config' | 'db' | 'caches'>

export interface HistoryPage {
  messages: WrittenRecord[]
  anchor: number
  found_anchor: boolean
  found_oldest: boolean
  found_newest: boolean
}

/**
 * Messages of a narrow around an anchor, by ascending id; fewer than requested if they are large.
 *
 * @param narrow as the client wrote it
 * @throws BadNarrowError; BadRequestError for more messages than a reply may hold;
 * TooManySearchesError, SearchTooLongError
 * Sources: docs/protocol/history.md#page, docs/protocol/history.md#page-bytes.
 */
export async function readHistory(
  ctx: Context,
  requester: Requester,
  wanted: NarrowRange,
  options: MessageOptions,
): Promise<HistoryPage> {
  checkRange(wanted)
  const terms = parseMessageNarrow(wanted.narrow)
  const resolved = await resolveNarrow(ctx.db.dated(), requester, terms)
  return reading(ctx, requester, resolved, async (ctx) => {
    const range = await resolveRange(ctx.db.query, requester, resolved, wanted)
    return readRange(ctx, requester, range, options)
  })
}

/** Reads the messages of a narrow; searches wait for a free search slot first. */
function reading<Answer>(
  ctx: Context,
  requester: Requester,
  narrow: ResolvedNarrow,
  read: (ctx: ReadingContext) => Promise<Answer>,
): Promise<Answer> {
  if (!isSearch(narrow)) return read(ctx)
  return ctx.db.search(requester.id, (query) => read({ ...ctx, db: { query } }))
}

async function readRange(
  ctx: ReadingContext,
  requester: Requester,
  range: ResolvedRange,
  options: MessageOptions,
): Promise<HistoryPage> {
  const { anchor } = range
  const { records, leftOut } = await readRecords(
    ctx,
    requester,
    async () => nearestFirst(await listRange(ctx.db.query, requester, range), anchor),
    { ...options, highlights: searchedWords(range.narrow) },
  )
  const { foundOldest, foundNewest } = endsOf(range, [...records, ...leftOut])
  return {
    messages: records.sort((a, b) => a.id - b.id),
    anchor,
    found_anchor: records.some(({ id }) => id === anchor),
    found_oldest: foundOldest && !leftOut.some(({ id }) => id < anchor),
    found_newest: foundNewest && !leftOut.some(({ id }) => id > anchor),
  }
}

/**
 * The messages with the given ids that the requester may read and that match the narrow, by ascending id.
 * Without a narrow, messages need not have been received.
 * @throws BadNarrowError, TooLargeReplyError, TooManySearchesError, SearchTooLongError
 */
export async function readMessages(
  ctx: Context,
  requester: Requester,
  { narrow, messageIds }: { narrow: readonly unknown[]; messageIds: readonly number[] },
  options: MessageOptions,
): Promise<WrittenRecord[]> {
  const resolved =
    narrow.length === 0
      ? ({ base: 'readable', terms: [] } as const)
      : await resolveNarrow(ctx.db.dated(), requester, parseMessageNarrow(narrow))
  const { records, leftOut } = await reading(ctx, requester, resolved, (ctx) =>
    readRecords(
      ctx,
      requester,
      () => listPageOfIds(ctx.db.query, requester, resolved, messageIds),
      { ...options, highlights: searchedWords(resolved) },
    ),
  )
  // Clients that ask by id take absent messages for deleted ones, so none may be left out silently.
  if (leftOut.length > 0) throw new TooLargeReplyError()
  return records
}

/**
 * One message, and its content in Markdown.
 * @throws InvalidMessageError
 * Source: docs/protocol/messages.md#get-message.
 */
export async function readMessage(
  ctx: Context,
  requester: Requester,
  messageId: number,
  options: MessageOptions,
): Promise<{ message: WrittenRecord; rawContent: string }> {
  const [[message], { content }] = await Promise.all([
    readMessages(ctx, requester, { narrow: [], messageIds: [messageId] }, options),
    accessMessage(ctx.db.query, requester, messageId),
  ])
  if (!message) throw new InvalidMessageError()
  return { message, rawContent: content }
}

/** Content and topic of a matching message, with search words highlighted. */
export interface NarrowMatch {
  match_content: string
  match_subject: string
}

/**
 * The messages with the given ids that match a narrow, by id, with search words highlighted.
 * @throws BadNarrowError, TooLargeReplyError, TooManySearchesError, SearchTooLongError
 * Source: docs/protocol/history.md#matches-narrow.
 */
export async function matchNarrow(
  ctx: Context,
  requester: Requester,
  asked: { narrow: readonly unknown[]; messageIds: readonly number[]; namesEmptyTopics: boolean },
): Promise<Record<string, NarrowMatch>> {
  const { narrow, messageIds, namesEmptyTopics } = asked
  const resolved = await resolveNarrow(ctx.db.dated(), requester, parseMessageNarrow(narrow))
  const options = { asHtml: true, highlights: searchedWords(resolved) }
  const { rows } = await reading(ctx, requester, resolved, ({ db: { query } }) =>
    readPage(
      () => listPageOfIds(query, requester, resolved, messageIds),
      async (heads) => {
        const { rows, tooMuch } = await listMessageBodies(query, requester.realm_id, heads, options)
        if (tooMuch.size > 0) throw new TooLargeReplyError()
        return { rows, isAsFound: rows.length === heads.length }
      },
    ),
  )
  return Object.fromEntries(
    rows.map((row) => {
      const match = matchOf(row)
      return [row.id, namesEmptyTopics && row.stream_id !== null ? nameTopics(match) : match]
    }),
  )
}

function matchOf({ content, topic, match_content, match_topic }: MessageBodyRow): NarrowMatch {
  if (match_content === undefined) {
    return { match_content: content, match_subject: escapeHtml(topic) }
  }
  return {
    match_content: markHighlights(match_content),
    match_subject: markHighlightsInText(match_topic ?? ''),
  }
}
