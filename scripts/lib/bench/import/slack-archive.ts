import { mkdir, open, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** The size of a generated archive. */
export interface ArchiveSize {
  messages: number
  people: number
  /** Bytes that the uploads declare; the files are sparse. */
  fileBytes: number
}

const channels = 150
const conversations = 400
/** Share of the messages that one channel has. */
const largestShare = 0.6
const messagesPerDay = 2_000
const uploads = 1_000
const begun = Date.UTC(2021, 0, 4, 8) / 1_000
const secondsOfDay = 86_400
const words =
  'the plan for release team review build test server client message topic stream thread update deploy fix merge please look at this when you have time thanks done today tomorrow meeting notes customer report numbers data index query slow fast memory cache'.split(
    ' ',
  )

/** Numbers that are the same at every run. Mulberry32 by Tommy Ettinger, in the public domain. */
function makeRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (((mixed ^ (mixed >>> 14)) >>> 0) % 0x1_0000_0000) % below
  }
}

type Random = ReturnType<typeof makeRandom>

interface Place {
  folder: string
  /** Time of a message that further ones reply to. */
  root?: string
}

/**
 * Writes the folder of a corporate export of Slack, day by day, so that memory is independent of its size: one channel has
 * most messages, a tenth are replies, and some have mentions, links, code, reactions and files.
 */
export async function writeSlackArchive(folder: string, size: ArchiveSize): Promise<void> {
  const random = makeRandom(7)
  const user = (number: number): string => `U${String(number).padStart(6, '0')}`
  await mkdir(folder, { recursive: true })
  const write = (name: string, value: unknown): Promise<void> =>
    writeFile(path.join(folder, name), JSON.stringify(value))
  const people = Array.from({ length: size.people }, (_, number) => user(number))
  await write('users.json', people.map(userRow))
  const members = (count: number): string[] => [
    ...new Set(Array.from({ length: count }, () => user(random(size.people)))),
  ]
  const places: Place[] = Array.from({ length: channels }, (_, number) => ({
    folder: `channel-${number}`,
  }))
  const channelRows = places.map(({ folder: name }, number) => ({
    ...{ id: `C${String(number).padStart(6, '0')}`, name, created: begun, creator: user(0) },
    ...{ is_general: number === 0, purpose: { value: `All about ${name}` } },
    members: number === 0 ? people : members(100),
  }))
  await write('channels.json', channelRows)
  const directs = Array.from({ length: conversations }, (_, number) => ({
    ...{ id: `D${String(number).padStart(6, '0')}`, created: begun },
    members: [user(number % size.people), user((number * 7 + 1) % size.people)],
  }))
  await write('dms.json', directs)
  const files = await writeUploads(folder, size.fileBytes)
  const everywhere = [...places, ...directs.map(({ id }) => ({ folder: id }))]
  for (const place of everywhere) await mkdir(path.join(folder, place.folder))

  const writer = { random, people, files, places: everywhere, directs }
  for (let day = 0; day * messagesPerDay < size.messages; day++) {
    const count = Math.min(messagesPerDay, size.messages - day * messagesPerDay)
    await writeDay(folder, writer, { day, count })
  }
}

function userRow(id: string, number: number): object {
  const name = `person${number}`
  const real_name = `Person ${number}`
  return {
    ...{ id, team_id: 'TBENCH', name, real_name, is_owner: number === 0, tz: 'Europe/Berlin' },
    profile: { real_name, email: `${name}@load.invalid`, title: 'Tester' },
  }
}

/** Sparse files: they declare their bytes and hold none. */
async function writeUploads(folder: string, bytes: number): Promise<object[]> {
  const count = bytes === 0 ? 0 : uploads
  const size = Math.floor(bytes / uploads)
  const rows: object[] = []
  for (let number = 0; number < count; number++) {
    const [id, name] = [`F${String(number).padStart(6, '0')}`, `file-${number}.bin`]
    await mkdir(path.join(folder, '__uploads', id), { recursive: true })
    const file = await open(path.join(folder, '__uploads', id, name), 'w')
    await file.truncate(size)
    await file.close()
    const url_private = `https://files.slack.com/${id}`
    rows.push({
      id,
      name,
      title: name,
      mode: 'hosted',
      mimetype: 'application/zip',
      size,
      url_private,
    })
  }
  return rows
}

interface Writer {
  random: Random
  people: readonly string[]
  files: object[]
  places: Place[]
  directs: readonly { id: string; members: string[] }[]
}

async function writeDay(
  folder: string,
  writer: Writer,
  { day, count }: { day: number; count: number },
): Promise<void> {
  const rows = new Map<string, string[]>()
  // A day has some of the places, as in an organization of that age.
  const first = day % writer.places.length
  for (let index = 0; index < count; index++) {
    const isLargest = writer.random(100) < largestShare * 100
    const number = isLargest ? 0 : (first + writer.random(40)) % writer.places.length
    const place = writer.places[number] as Place
    const seconds = begun + day * secondsOfDay + Math.floor((index * 40_000) / count)
    const row = rowOf(writer, place, `${seconds}.${String(index).padStart(6, '0')}`)
    const ofPlace = rows.get(place.folder) ?? []
    ofPlace.push(JSON.stringify(row))
    rows.set(place.folder, ofPlace)
  }
  const date = new Date((begun + day * secondsOfDay) * 1_000).toISOString().slice(0, 10)
  for (const [name, texts] of rows) {
    await writeFile(path.join(folder, name, `${date}.json`), `[${texts.join(',\n')}]`)
  }
}

function rowOf({ random, people, files, directs }: Writer, place: Place, ts: string): object {
  const members = directs.find(({ id }) => id === place.folder)?.members ?? people
  const user = members[random(members.length)]
  const isReply = place.root !== undefined && random(10) === 0
  const thread_ts = place.root
  if (place.root === undefined || random(25) === 0) place.root = ts
  const file = random(200) === 0 ? files.pop() : undefined
  return {
    ...{ type: 'message', user, ts, text: textOf(random, people) },
    ...(isReply && { thread_ts }),
    ...(random(20) === 0 && { reactions: [{ name: 'thumbsup', users: [people[0]], count: 1 }] }),
    ...(file && { files: [{ ...file, user }] }),
  }
}

function textOf(random: Random, people: readonly string[]): string {
  const pick = (): string => words[random(words.length)] ?? ''
  const text = Array.from({ length: 4 + random(24) }, pick).join(' ')
  switch (random(12)) {
    case 0:
      return `<@${people[random(people.length)]}> ${text}`
    case 1:
      return `${text} <https://example.org/${pick()}|${pick()} ${pick()}>`
    case 2:
      return `*${pick()}* ${text} _${pick()}_ \`${pick()}\` :tada:`
    case 3:
      return random(3) === 0 ? `${text}\n\`\`\`${pick()} = ${pick()}(1)\n${pick()}\`\`\`` : text
    default:
      return text
  }
}
