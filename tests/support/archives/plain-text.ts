import { deserialize } from 'bson'
import {
  anyValue,
  asBytes,
  asNumber,
  asRecord,
  asRecords,
  asText,
  mapOf,
  maybe,
  shapedLike,
} from '../checked'
import type { ArchiveFiles } from './zip'

/*
 * Archives and imported messages as plain words, by code that shares nothing with the converters: what stands in the source must
 * stand in the result.
 */

/** A text of one person at one time. */
export interface Said {
  /** Milliseconds. */
  at: number
  /** Full name. */
  sender: string
  text: string
}

type Row = Record<string, unknown>

/** The words of a text, and its zero-width spaces by their name. */
function wordsOf(text: string): string[] {
  const words = text.normalize('NFC').match(/[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}|\u200b/gu)
  return (words ?? []).map((word) => (word === '\u200b' ? 'U+200B' : word))
}

const entities: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' },
}

function decode(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
}

/** Rendered HTML as text; addresses that lead out follow their labels. */
export function textOfHtml(html: string): string {
  const linked = numbered(html)
    .replace(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs, (_all, href: string, label: string) =>
      /^[#/]/.test(href) || isSame(label, href) ? ` ${label} ` : ` ${label} ${href} `,
    )
    .replace(/<img [^>]*?alt="([^"]*)"[^>]*>/g, ' $1 ')
    // Emphasis inside a word joins its parts, blocks part words.
    .replace(/<\/?(?:strong|em|del|code|span)\b[^>]*>/g, '')
  return decode(linked.replace(/<[^>]*>/g, ' '))
}

/** The numbers of ordered lists, which HTML leaves to the browser. */
function numbered(html: string): string {
  return html.replace(
    /<ol(?: start="(\d+)")?>(.*?)<\/ol>/gs,
    (_all, start = '1', items: string) => {
      let number = Number(start)
      return items.replaceAll('<li>', () => `<li>${number++} `)
    },
  )
}

function isSame(label: string, href: string): boolean {
  return label.replace(/<[^>]*>/g, '') === href || `mailto:${label}` === href
}

const jsonOf = (files: ArchiveFiles, name: string) =>
  asRecords(JSON.parse(String(files.get(name) ?? '[]')))

/** The messages of an export of Slack. */
export function saidInSlack(files: ArchiveFiles): Said[] {
  const names = new Map(
    jsonOf(files, 'users.json').map((row) => [asText(row['id']), asText(row['real_name'])]),
  )
  const days = [...files.keys()].filter((name) => /\/\d{4}-\d\d-\d\d\.json$/.test(name))
  return days
    .flatMap((name) => jsonOf(files, name))
    .map((row) => ({
      at: Math.floor(Number(row['ts']) * 1_000),
      sender: names.get(asText(row['user'])) ?? '',
      text: [plainSlack(String(row['text']), names), ...namesOfFiles(row)].join(' '),
    }))
}

function namesOfFiles({ files = [] }: Row): string[] {
  return asRecords(files).map((file) => String(file['name']))
}

function plainSlack(text: string, names: ReadonlyMap<string, string>): string {
  const plain = text.replace(/<([^<>|]*)(?:\|([^<>]*))?>/g, (_all, target: string, label = '') => {
    if (target.startsWith('@')) return names.get(target.slice(1)) ?? target
    if (target.startsWith('!')) return label || target.slice(1)
    if (target.startsWith('#')) return label
    return label && `mailto:${label}` !== target
      ? `${label} ${target}`
      : target.replace('mailto:', '')
  })
  return decode(plain)
}

/** The posts of a bulk export of Mattermost. */
export function saidInMattermost(files: ArchiveFiles): Said[] {
  const lines = String(files.get('import.jsonl'))
    .split('\n')
    .map((line) => asRecord(JSON.parse(line)))
  const names = new Map(
    lines.flatMap(({ user }): [string, string][] => {
      if (!user) return []
      const { username, first_name: first, last_name: last } = asRecord(user)
      return [[asText(username), `${asText(first)} ${asText(last)}`]]
    }),
  )
  const posts = lines
    .map(({ post, direct_post }) => post ?? direct_post)
    .filter((post) => post !== undefined)
    .map((post) => asRecord(post))
  return posts
    .flatMap((post) => [post, ...(shapedLike(post['replies'], maybe([mapOf(anyValue)])) ?? [])])
    .map((post) => ({
      at: asNumber(post['create_at']),
      sender: names.get(asText(post['user'])) ?? '',
      text: [
        plainMarkdown(String(post['message']), names),
        ...(shapedLike(post['attachments'], maybe([mapOf(anyValue)])) ?? []).map(({ path }) =>
          String(path).replace(/^.*\//, ''),
        ),
      ].join(' '),
    }))
}

/** The messages of a dump of Rocket.Chat. */
export function saidInRocketChat(files: ArchiveFiles): Said[] {
  const documents = (collection: string) => {
    const name = [...files.keys()].find((each) => each.endsWith(`${collection}.bson`)) ?? ''
    return documentsIn(asBytes(files.get(name)))
  }
  const users = documents('users')
  const names = new Map(users.map((row) => [String(row['username']), String(row['name'])]))
  return documents('rocketchat_message').map((row) => ({
    at: (row['ts'] as Date).getTime(),
    sender: names.get(String(asRecord(row['u'])['username'])) ?? '',
    text: [plainMarkdown(String(row['msg']), names), ...namesOfFiles(row)].join(' '),
  }))
}

function documentsIn(bytes: Buffer): Row[] {
  const rows: Row[] = []
  for (let at = 0; at < bytes.length; at += bytes.readInt32LE(at)) {
    rows.push(deserialize(bytes.subarray(at, at + bytes.readInt32LE(at))))
  }
  return rows
}

function plainMarkdown(text: string, names: ReadonlyMap<string, string>): string {
  return text
    .replace(/```\w*\n/g, '\n')
    .replace(/!?\[([^\]]*)\]\(([^)\s]*)(?: "[^"]*")?\)/g, '$1 $2')
    .replace(/@([\w.-]+)/g, (whole, name: string) => names.get(name) ?? whole)
}

/** The messages of an export of Discord. */
export function saidInDiscord(files: ArchiveFiles): Said[] {
  const exports = [...files]
    .filter(([name]) => name.endsWith('.json'))
    .map(([, content]) =>
      shapedLike(JSON.parse(String(content)), {
        channel: mapOf(anyValue),
        messages: [mapOf(anyValue)],
      }),
    )
  const rows = exports.flatMap(({ messages }) => messages)
  const nameOf = (row: Row) => String(asRecord(row['author'])['nickname'])
  const names = new Map([
    ...rows.map((row): [string, string] => [String(asRecord(row['author'])['id']), nameOf(row)]),
    ...exports.map(({ channel }): [string, string] => [
      String(channel['id']),
      String(channel['name']),
    ]),
  ])
  return rows.map((row) => ({
    at: Date.parse(String(row['timestamp'])),
    sender: nameOf(row),
    text: [
      plainDiscord(String(row['content']), names),
      ...asRecords(row['attachments']).map((file) => String(file['fileName'])),
    ].join(' '),
  }))
}

function plainDiscord(text: string, names: ReadonlyMap<string, string>): string {
  const named = text
    .replace(/<(?:@!?|#)(\d+)>/g, (whole, id: string) => names.get(id) ?? whole)
    .replace(/<:(\w+):\d+>/g, ':$1:')
  return plainMarkdown(named, new Map())
}

/** The messages of an archive of Zulip. */
export function saidInZulip(files: ArchiveFiles): Said[] {
  const realm = asRecord(JSON.parse(String(files.get('realm.json'))))
  const names = new Map(
    asRecords(realm['zerver_userprofile'] ?? []).map((row) => [
      row['id'],
      String(row['full_name']),
    ]),
  )
  const { zerver_message: rows = [] } = asRecord(
    JSON.parse(String(files.get('messages-000001.json'))),
  )
  return asRecords(rows).map((row) => ({
    at: asNumber(row['date_sent']) * 1_000,
    sender: names.get(row['sender']) ?? '',
    text: plainMarkdown(String(row['content']), new Map()),
  }))
}

/** Words of one text that another one lacks, each as often as it lacks them. */
export function missingWords(from: string, within: string): string[] {
  const counts = new Map<string, number>()
  for (const word of wordsOf(within)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return wordsOf(from).filter((word) => {
    const count = counts.get(word) ?? 0
    counts.set(word, count - 1)
    return count <= 0
  })
}
