import type { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import type { AppContext } from '../../../context'
import { claimKeys } from '../../../data/import/keys'
import type { ImportKey } from '../../../data/import/keys'
import { importAddressKey } from '../../../data/import/old-addresses'
import { listImportedAt, mapConversations } from '../../../data/import/positions'
import type { PlacedKey } from '../../../data/import/positions'
import type { RealmRow } from '../../../data/schema'
import { groupBy } from '../../../lib/group-by'
import { BadRequestError } from '../../../chat/rules/errors'

/** A post as a line of the file tells it. */
interface PostLine {
  line: number
  id: string
  /** '' for a private conversation. */
  team: string
  channel: string
  /** Milliseconds. */
  at: number
  username: string
}

/** The outcome of an import of permalinks. */
export interface PermalinksOutcome {
  lines: number
  /** Addresses that lead to a message from now on. */
  written: number
  /** Addresses that did so before. */
  known: number
  /** Group conversations whose address leads to them from now on. */
  groups: number
  /** Lines whose post is no imported message. */
  unknown: number
  /** Numbers of the first lines among them. */
  examples: number[]
}

const columns = ['id', 'team', 'channel', 'create_at', 'username'] as const

const linesPerBatch = 1_000
const mostExamples = 20
/** Mattermost's name of a group conversation: a digest of the ids of its people. */
const groupPattern = /^[0-9a-f]{40}$/
const idPattern = /^[a-z0-9]{1,64}$/

type Context = Pick<AppContext, 'db'>

/**
 * Remembers the ids of posts of Mattermost, which its exports lack, for the messages that they became: by channel, time
 * and author, and the names of group conversations, which are digests of ids of people. A second run changes nothing.
 *
 * @param csv its first line names the columns `id`, `team`, `channel`, `create_at` and `username`
 * @throws BadRequestError for a file without these columns, or for a line that is no post
 * Source: docs/protocol/import.md#mattermost-permalinks.
 */
export async function importPermalinks(
  ctx: Context,
  realm: Pick<RealmRow, 'id'>,
  csv: Readable,
): Promise<PermalinksOutcome> {
  const outcome: PermalinksOutcome = {
    lines: 0,
    written: 0,
    known: 0,
    groups: 0,
    unknown: 0,
    examples: [],
  }
  let waiting: PostLine[] = []
  for await (const post of readPosts(csv)) {
    waiting.push(post)
    if (waiting.length < linesPerBatch) continue
    await importBatch(ctx, realm.id, waiting, outcome)
    waiting = []
  }
  await importBatch(ctx, realm.id, waiting, outcome)
  return outcome
}

async function* readPosts(csv: Readable): AsyncGenerator<PostLine> {
  const parser = parse({
    ...{ bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, info: true },
    delimiter: [',', ';', '\t'],
    columns: (names: string[]) => names.map((name) => name.toLowerCase()),
  })
  csv.on('error', (error) => parser.destroy(error))
  csv.pipe(parser)
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: Record<string, string>
      info: { lines: number }
    }>) {
      yield postOf(record, info.lines)
    }
  } catch (error) {
    if (error instanceof CsvError) throw new BadRequestError(`The file of posts: ${error.message}`)
    throw error
  }
}

function postOf(record: Record<string, string>, line: number): PostLine {
  const missing = columns.filter((name) => !Object.hasOwn(record, name))
  if (missing.length > 0) {
    throw new BadRequestError(
      `The first line of the file of posts must name the columns ${columns.join(', ')}; line ${line} lacks ` +
        `${missing.join(', ')}.`,
    )
  }
  const [id = '', team = '', channel = '', createdAt = '', username = ''] = columns.map(
    (name) => record[name],
  )
  if (!idPattern.test(id) || !/^\d{1,15}$/.test(createdAt)) {
    throw new BadRequestError(
      `Line ${line} of the file of posts has no id, or its create_at is no time in milliseconds.`,
    )
  }
  const folded = [team, channel, username].map((each) => each.toLowerCase())
  const [ofTeam = '', ofChannel = '', ofUser = ''] = folded
  return { line, id, team: ofTeam, channel: ofChannel, at: Number(createdAt), username: ofUser }
}

async function importBatch(
  { db }: Context,
  realmId: number,
  posts: readonly PostLine[],
  outcome: PermalinksOutcome,
): Promise<void> {
  outcome.lines += posts.length
  const placed = await listImportedAt(
    db.query,
    realmId,
    'mattermost',
    posts.map(({ at }) => at),
  )
  const messagesAt = groupBy(placed, ({ position }) => position)
  const bySource = new Map<string, ImportKey[]>()
  const grouped = new Map<string, PlacedKey>()
  for (const post of posts) {
    const found = messagesAt.get(post.at)?.find(({ key }) => isKeyOf(key, post))
    if (found) {
      const keys = bySource.get(found.source) ?? []
      bySource.set(found.source, [
        ...keys,
        { key: importAddressKey('message', `pl/${post.id}`), id: found.id },
      ])
      if (post.team === '' && groupPattern.test(post.channel)) grouped.set(post.channel, found)
    } else {
      outcome.unknown++
      if (outcome.examples.length < mostExamples) outcome.examples.push(post.line)
    }
  }
  for (const [source, keys] of bySource) {
    const scope = { realmId, source }
    const written = await db.transaction((tx) => claimKeys(tx, scope, 'address', keys))
    outcome.written += written.size
    outcome.known += keys.length - written.size
  }
  outcome.groups += await importGroups({ db }, realmId, grouped)
}

/** Remembers the addresses of group conversations, each by one of its messages. @returns the number of new ones */
async function importGroups(
  { db }: Context,
  realmId: number,
  grouped: ReadonlyMap<string, PlacedKey>,
): Promise<number> {
  if (grouped.size === 0) return 0
  const conversations = await mapConversations(
    db.query,
    realmId,
    [...grouped.values()].map(({ id }) => id),
  )
  const bySource = groupBy([...grouped], ([, { source }]) => source)
  let count = 0
  for (const [source, groups] of bySource) {
    const keys = groups.flatMap(([name, { id: messageId }]) => {
      const id = conversations.get(messageId)
      return id === undefined
        ? []
        : [{ key: importAddressKey('conversation', `messages/${name}`), id }]
    })
    const scope = { realmId, source }
    const written = await db.transaction((tx) => claimKeys(tx, scope, 'address', keys))
    count += written.size
  }
  return count
}

/**
 * Whether the key of a message is that of a post: `team/channel/time/author/digest`, or in a private conversation
 * `ada,bob/time/author/digest`, since Mattermost's name of a conversation has ids of people.
 */
function isKeyOf(key: string, { team, channel, at, username }: PostLine): boolean {
  const ending = `/${at}/${username}/`
  const end = key.lastIndexOf(ending)
  if (end < 0 || !/^[0-9a-f]{40}$/.test(key.slice(end + ending.length))) return false
  const place = key.slice(0, end)
  return team === '' ? !place.includes('/') : place === `${team}/${channel}`
}
