import { listMessageBodies } from '../../../data/history/bodies'
import type { MessageBodyRow } from '../../../data/history/bodies'
import type { ResolvedNarrow } from '../../../data/history/narrow-conditions'
import type { MessageHead } from '../../../data/history/pages'
import type { SearchWords } from '../../../data/history/search'
import { writeBody, writeEdits, writeMatch } from '../../../wire/message-texts'
import type { Requester } from '../../rules/authentication'
import { realmSettingsOf } from '../../rules/realms/settings'
import type { KnownBody } from '../../../caches/message-bodies'
import { writeRecords } from './write-records'
import type { BodyOfRecord, ReadingContext, WrittenRecord } from './write-records'

/** Client options for the form of messages. */
export interface MessageOptions {
  /** Content as HTML instead of Markdown. */
  asHtml: boolean
  clientGravatar: boolean
  /** Whether the empty topic gets a name, for clients that cannot read an empty text as a topic. */
  namesEmptyTopics: boolean
}

export interface RecordOptions extends MessageOptions {
  /** Words of a search, which the records highlight. */
  highlights: SearchWords | undefined
}

/** The messages of a page, up to the size limit. */
export interface ReadRecords {
  /** In the order of the page. */
  records: WrittenRecord[]
  /** Messages at the end of the page beyond the size limit. */
  leftOut: readonly { id: number }[]
}

/**
 * The messages of a page as records for the reader, in the order of the page. Takes one statement for the
 * page, one for bodies missing from the cache, and one for flags, reactions and names.
 *
 * @param listPage the only access check; messages beyond the size limit are left out from its end
 */
export async function readRecords(
  ctx: ReadingContext,
  reader: Requester,
  listPage: () => Promise<readonly MessageHead[]>,
  options: RecordOptions,
): Promise<ReadRecords> {
  const { asHtml, highlights } = options
  const page = await readPage(listPage, (heads) =>
    highlights
      ? readFoundBodies(ctx, reader, heads, { asHtml, highlights })
      : readBodies(ctx, reader, heads, asHtml),
  )
  const records = await writeRecords(ctx, reader, page.bodies, {
    clientGravatar: options.clientGravatar,
    namesEmptyTopics: options.namesEmptyTopics,
    showsEdits: realmSettingsOf(reader).message_edit_history_visibility_policy,
  })
  return { records, leftOut: [...page.bodies.slice(records.length), ...page.leftOut] }
}

/** Max attempts to read a page whose messages change meanwhile. */
const maxAttempts = 5

/**
 * Lists a page and reads its messages. A message changed in between may no longer match the narrow or be
 * readable, so the page is then listed again.
 *
 * @param readAll reports in `isAsFound` whether all messages still have their listed version
 */
export async function readPage<Read extends { isAsFound: boolean }>(
  listPage: () => Promise<readonly MessageHead[]>,
  readAll: (heads: readonly MessageHead[]) => Promise<Read>,
): Promise<Read> {
  for (let attempt = 1; ; attempt += 1) {
    const read = await readAll(await listPage())
    if (read.isAsFound || attempt === maxAttempts) return read
  }
}

/** Bodies for a page, in its order. */
interface PageBodies {
  bodies: BodyOfRecord[]
  /** Messages at the end of the page beyond the size limit. */
  leftOut: readonly MessageHead[]
  isAsFound: boolean
}

/** Bodies of the messages that still have their listed version. */
async function readBodies(
  { db, caches }: Pick<ReadingContext, 'db' | 'caches'>,
  reader: Requester,
  heads: readonly MessageHead[],
  asHtml: boolean,
): Promise<PageBodies> {
  const version = reader.realm_linkifiers_version
  const bodies = new Map<number, KnownBody>()
  const unknown: MessageHead[] = []
  for (const head of heads) {
    const body = caches.messageBodies.find(head, asHtml, version)
    if (body) bodies.set(head.id, body)
    else unknown.push(head)
  }
  if (unknown.length === 0) return pageOf(heads, bodies)
  const { rows, tooMuch } = await listMessageBodies(db.query, reader.realm_id, unknown, { asHtml })
  const bodyOf = await bodyWriter({ db, caches }, reader, asHtml, rows)
  for (const row of rows) {
    const body = bodyOf(row)
    caches.messageBodies.keep(body, asHtml)
    bodies.set(row.id, body)
  }
  return pageOf(heads, bodies, tooMuch)
}

/** Bodies for a search. They bypass the cache, since each search highlights other words. */
async function readFoundBodies(
  { db, caches }: Pick<ReadingContext, 'db' | 'caches'>,
  reader: Requester,
  heads: readonly MessageHead[],
  wishes: { asHtml: boolean; highlights: SearchWords },
): Promise<PageBodies> {
  if (heads.length === 0) return pageOf(heads, new Map())
  const { rows, tooMuch } = await listMessageBodies(db.query, reader.realm_id, heads, wishes)
  const bodyOf = await bodyWriter({ db, caches }, reader, wishes.asHtml, rows)
  const bodies = rows.map((row) => ({ ...bodyOf(row), match: writeMatch(row) }))
  return pageOf(heads, new Map(bodies.map((body) => [body.id, body])), tooMuch)
}

function pageOf(
  heads: readonly MessageHead[],
  bodies: ReadonlyMap<number, BodyOfRecord>,
  tooMuch: ReadonlySet<number> = new Set(),
): PageBodies {
  const firstLeftOut = heads.findIndex(({ id }) => tooMuch.has(id))
  const end = firstLeftOut === -1 ? heads.length : firstLeftOut
  return {
    bodies: heads.slice(0, end).flatMap(({ id }) => bodies.get(id) ?? []),
    leftOut: heads.slice(end),
    isAsFound: bodies.size + tooMuch.size === heads.length,
  }
}

async function bodyWriter(
  { db, caches }: Pick<ReadingContext, 'db' | 'caches'>,
  reader: Requester,
  asHtml: boolean,
  rows: readonly MessageBodyRow[],
): Promise<(row: MessageBodyRow) => KnownBody> {
  const topics = rows.map((row) => row.topic)
  const linksOf = await caches.linkifiers.topicLinker(db.query, reader, topics)
  return (row) => ({
    id: row.id,
    version: row.version,
    linkifiersVersion: reader.realm_linkifiers_version,
    senderId: row.sender_id,
    streamId: row.stream_id,
    dmGroupId: row.dm_group_id,
    topic: row.topic,
    isReadBySender: row.read_by_sender,
    isWidget: row.is_widget,
    mentionsEverybody: row.mentions_everybody,
    text: writeBody(row, asHtml, linksOf(row.topic)),
    edits: row.edits ? writeEdits(row.edits) : undefined,
  })
}

/** All search words of a narrow. */
export function searchedWords(narrow: ResolvedNarrow): SearchWords | undefined {
  const searches = narrow.terms.flatMap(({ condition, negated }) =>
    condition.kind === 'search' && !negated ? condition.words : [],
  )
  if (searches.length === 0) return undefined
  return {
    words: searches
      .map(({ words }) => words)
      .join(' ')
      .trim(),
    phrases: searches.flatMap(({ phrases }) => phrases),
  }
}
