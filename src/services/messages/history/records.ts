import { listMessageBodies } from '../../../db/history/bodies'
import type { MessageBodyRow } from '../../../db/history/bodies'
import type { ResolvedNarrow } from '../../../db/history/narrow-conditions'
import type { MessageHead } from '../../../db/history/pages'
import type { SearchWords } from '../../../db/history/search'
import { writeBody, writeEdits, writeMatch } from '../../../wire/message-texts'
import type { Requester } from '../../authentication'
import { realmSettingsOf } from '../../realms/settings'
import type { KnownBody } from '../../../memory/message-bodies'
import { writeRecords } from './write-records'
import type { BodyOfRecord, ReadingContext, WrittenRecord } from './write-records'

/** How a client wants messages to be. */
export interface MessageWishes {
  /** Content as HTML instead of Markdown. */
  asHtml: boolean
  clientGravatar: boolean
}

/** The messages of a page, as far as there was room. */
export interface ReadRecords {
  /** In the order of the page. */
  records: WrittenRecord[]
  /** The messages at its end that were too much. */
  leftOut: readonly { id: number }[]
}

/**
 * The messages of a page as the reader sees them, in its order: one statement for the page, one
 * for what is not known of its messages, and one for their surroundings.
 *
 * @param listPage decides alone who reads what; what is too much is left out from its end
 */
export async function readRecords(
  ctx: ReadingContext,
  reader: Requester,
  listPage: () => Promise<readonly MessageHead[]>,
  wishes: MessageWishes,
  highlights?: SearchWords,
): Promise<ReadRecords> {
  const page = await readPage(listPage, (heads) =>
    highlights
      ? readFoundBodies(ctx, reader, heads, wishes.asHtml, highlights)
      : readBodies(ctx, reader, heads, wishes.asHtml),
  )
  const records = await writeRecords(ctx, reader, page.bodies, {
    clientGravatar: wishes.clientGravatar,
    showsEdits: realmSettingsOf(reader).message_edit_history_visibility_policy,
  })
  return { records, leftOut: [...page.bodies.slice(records.length), ...page.leftOut] }
}

/** Times that a page is asked for while others change its messages. */
const maxAttempts = 5

/**
 * Finds messages and reads them. Whoever was changed in between may not be meant any more, or may
 * have become a secret: then the page is asked for again.
 *
 * @param readAll says whether all are still what they were when they were found
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
  /** The messages at its end that were too much. */
  leftOut: readonly MessageHead[]
  isAsFound: boolean
}

/** Bodies of the messages that are still what they were when they were found. */
async function readBodies(
  { db, memory }: Pick<ReadingContext, 'db' | 'memory'>,
  reader: Requester,
  heads: readonly MessageHead[],
  asHtml: boolean,
): Promise<PageBodies> {
  const version = reader.realm_linkifiers_version
  const bodies = new Map<number, KnownBody>()
  const unknown: MessageHead[] = []
  for (const head of heads) {
    const body = memory.messageBodies.find(head, asHtml, version)
    if (body) bodies.set(head.id, body)
    else unknown.push(head)
  }
  if (unknown.length === 0) return pageOf(heads, bodies)
  const { rows, tooMuch } = await listMessageBodies(db.query, reader.realm_id, unknown, { asHtml })
  const bodyOf = await bodyWriter({ db, memory }, reader, asHtml, rows)
  for (const row of rows) {
    const body = bodyOf(row)
    memory.messageBodies.keep(body, asHtml)
    bodies.set(row.id, body)
  }
  return pageOf(heads, bodies, tooMuch)
}

/** Bodies for a search, in whose results each text is another one. */
async function readFoundBodies(
  { db, memory }: Pick<ReadingContext, 'db' | 'memory'>,
  reader: Requester,
  heads: readonly MessageHead[],
  asHtml: boolean,
  highlights: SearchWords,
): Promise<PageBodies> {
  if (heads.length === 0) return pageOf(heads, new Map())
  const wishes = { asHtml, highlights }
  const { rows, tooMuch } = await listMessageBodies(db.query, reader.realm_id, heads, wishes)
  const bodyOf = await bodyWriter({ db, memory }, reader, asHtml, rows)
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
  { db, memory }: Pick<ReadingContext, 'db' | 'memory'>,
  reader: Requester,
  asHtml: boolean,
  rows: readonly MessageBodyRow[],
): Promise<(row: MessageBodyRow) => KnownBody> {
  const topics = rows.map((row) => row.topic)
  const linksOf = await memory.linkifiers.topicLinker(db.query, reader, topics)
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

/** Words that the searches of a narrow look for, all together. */
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
