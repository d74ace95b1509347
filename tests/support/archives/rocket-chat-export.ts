import { Binary, serialize } from 'bson'
import type { Document } from 'bson'
import type { Markup, SketchedMessage, SketchedOrganization } from './organization'
import type { ArchiveFiles } from './zip'

type Reply = Omit<SketchedMessage, 'to' | 'replies'>

export const site = 'https://chat.example.org'

const markup: Markup = {
  bold: (text) => `*${text}*`,
  user: (name) => `@${name}`,
  channel: (name) => `#${name}`,
  link: (url, label) => `[${label}](${url})`,
}

/** The documents of a dump, by collection. */
export type Collections = Map<string, Document[]>

/** The id of a user of the sketch. */
const idOf = (name: string) => `user-${name}`

export function userOf(name: string) {
  return { _id: idOf(name), username: name }
}

/** A dump of Rocket.Chat, its messages in no order of time. */
export function rocketChatCollections(sketch: SketchedOrganization): Collections {
  const { people, channels, messages } = sketch
  const groups = [...new Set(messages.flatMap(({ to }) => (Array.isArray(to) ? [to.join()] : [])))]
  const collections: Collections = new Map()
  collections.set('rocketchat_settings', [
    { _id: 'uniqueID', value: 'server-1' },
    { _id: 'Site_Url', value: `${site}/` },
    { _id: 'Site_Name', value: 'The Crew' },
  ])
  collections.set(
    'users',
    people.map(({ name, fullName, email, role, isDeactivated }) => ({
      ...{ ...userOf(name), name: fullName, type: 'user', active: !isDeactivated },
      ...{ emails: [{ address: email, verified: true }], createdAt: new Date(1_600_000_000_000) },
      roles: [role === 'owner' ? 'admin' : role === 'guest' ? 'guest' : 'user'],
      bio: `${fullName}, title`,
    })),
  )
  collections.set('rocketchat_room', [
    ...channels.map(({ name, purpose, isPrivate }) => ({
      ...{ _id: `room-${name}`, t: isPrivate ? 'p' : 'c', name, description: purpose },
    })),
    ...groups.map((group) => ({
      ...{ _id: `room-${group}`, t: 'd', uids: group.split(',').map(idOf) },
    })),
  ])
  collections.set('rocketchat_subscription', [
    ...channels.flatMap(({ name, members }) =>
      members.map((member) => ({
        ...{ _id: `${name}-${member}`, rid: `room-${name}`, u: userOf(member) },
        ...{ ls: new Date(1_709_283_700_000), f: name === 'plans' },
        disableNotifications: name === 'general',
      })),
    ),
  ])
  addMessages(collections, messages)
  return collections
}

function addMessages(collections: Collections, messages: readonly SketchedMessage[]): void {
  const rows: Document[] = []
  for (const [index, { to, replies = [], ...message }] of messages.entries()) {
    const rid = `room-${Array.isArray(to) ? to.join() : to}`
    const _id = `m${index}`
    const tcount = replies.length
    rows.push({ ...rowOf(message, collections), _id, rid, ...(tcount > 0 && { tcount }) })
    for (const [number, reply] of replies.entries()) {
      rows.push({ ...rowOf(reply, collections), _id: `${_id}r${number}`, rid, tmid: _id })
    }
  }
  collections.set('rocketchat_message', rows.reverse())
}

function rowOf(
  { sender, at, text, reactions = [], file }: Reply,
  collections: Collections,
): Document {
  const given = reactions.map(({ emoji, by }) => [`:${emoji}:`, { usernames: by }] as const)
  const files = file ? [{ _id: addFile(collections, file), name: file.name }] : []
  return {
    ...{ u: userOf(sender), msg: text(markup), ts: at, md: [{ type: 'PARAGRAPH' }] },
    ...(given.length > 0 && { reactions: Object.fromEntries(given) }),
    ...(files.length > 0 && { files, file: files[0] }),
  }
}

/** Adds an upload in two chunks, the second one first. */
function addFile(collections: Collections, { name, content }: { name: string; content: string }) {
  const _id = `file${name.replace(/\W/g, '')}`
  const [data, half] = [Buffer.from(content), Math.ceil(content.length / 2)]
  const add = (collection: string, ...rows: Document[]) =>
    collections.set(collection, [...(collections.get(collection) ?? []), ...rows])
  add('rocketchat_uploads', {
    ...{ _id, name, size: data.length, rid: 'room-plans', userId: idOf('bob'), complete: true },
    store: 'GridFS:Uploads',
  })
  add('rocketchat_uploads.files', { _id, length: data.length, filename: _id })
  add(
    'rocketchat_uploads.chunks',
    { _id: `${_id}1`, files_id: _id, n: 1, data: new Binary(data.subarray(half)) },
    { _id: `${_id}0`, files_id: _id, n: 0, data: new Binary(data.subarray(0, half)) },
  )
  return _id
}

/** The files of `mongodump`. */
export function rocketChatExport(sketch: SketchedOrganization): ArchiveFiles {
  return dumpOf(rocketChatCollections(sketch))
}

export function dumpOf(collections: Collections): ArchiveFiles {
  return new Map(
    [...collections].map(([name, rows]) => [`dump/chat/${name}.bson`, bytesOf(rows)] as const),
  )
}

function bytesOf(rows: readonly Document[]): Buffer {
  return Buffer.concat(rows.map((row) => serialize(row)))
}

/** The single file of `mongodump --archive`, with the documents of all collections interleaved. */
export function mongoArchiveOf(collections: Collections): Buffer {
  const end = Buffer.alloc(4, 0xff)
  const block = (collection: string, rows: readonly Document[], isEnd = false) =>
    Buffer.concat([
      ...[serialize({ db: 'chat', collection, EOF: isEnd, CRC: 0 }), bytesOf(rows), end],
    ])
  const halves = (first: boolean) =>
    [...collections].map(([name, rows]) => {
      const half = Math.ceil(rows.length / 2)
      return block(name, first ? rows.slice(0, half) : rows.slice(half))
    })
  return Buffer.concat([
    Buffer.from([0x6d, 0xe2, 0x99, 0x81]),
    serialize({ version: '0.1', concurrent_collections: 4 }),
    ...[...collections.keys()].map((collection) =>
      serialize({ db: 'chat', collection, metadata: '{}', size: 1, type: 'collection' }),
    ),
    end,
    ...halves(true),
    block('unknown', [{ _id: 1 }]),
    ...halves(false),
    ...[...collections.keys()].map((name) => block(name, [], true)),
  ])
}
