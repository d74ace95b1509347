import { elementAt, shapedLike } from '../support/checked'
import type { Person } from '../support/person'
import { picture } from '../support/pictures'
import type { TestServer } from '../support/test-server'

/** The people and streams among which a reader walks. */
export interface Organization {
  server: TestServer
  reader: Person
  /** People whose messages arrive meanwhile. */
  others: readonly Person[]
}

/** A conversation with messages at the beginning. */
interface Beginning {
  stream: string
  topic: string
  messages: number
  text: (index: number) => string
}

/** More streams than fit the sidebar of any window. */
const streamsOfReader = 42
const main = 'garden'
const sentence =
  'The beds by the wall need compost before the frost comes, and the hose is leaking. '

const beginnings: readonly Beginning[] = [
  // All rows of the first fit a desktop's window, those of the second fit none.
  { stream: main, topic: 'seeds', messages: 6, text: (index) => `Seed ${index} is sown.` },
  { stream: main, topic: 'tools', messages: 14, text: (index) => `Tool ${index} is back.` },
  { stream: main, topic: 'weather', messages: 40, text: long },
  { stream: 'stream 20', topic: 'code', messages: 3, text: code },
  { stream: 'stream 39', topic: 'roof', messages: 8, text: long },
]

/** Makes an organization with everything that the steps of a walk need. */
export async function furnish(server: TestServer): Promise<Organization> {
  const [reader, ...others] = await server.users('ana', 'bo', 'cy')
  if (!reader) throw new Error('There is no reader.')
  const everybody = [reader, ...others]
  const names = [
    main,
    ...Array.from({ length: streamsOfReader - 1 }, (_, at) => `stream ${at + 1}`),
  ]
  await server.owner.call('POST /users/me/subscriptions', {
    subscriptions: names.map((name) => ({ name })),
    principals: everybody.map(({ email }) => email),
  })
  const writerOf = (at: number) => elementAt(others, at % others.length)
  await Promise.all([
    ...beginnings.map((beginning, at) => begin(writerOf(at), beginning)),
    sendPictures(writerOf(0)),
    sendPrivately(writerOf(1), reader),
  ])
  // The lists of the app order conversations by their newest message, which must not depend on the machine.
  for (const [at, { stream, topic }] of beginnings.entries()) {
    await writerOf(at).send(stream, topic, `This is the newest of ${topic}.`)
  }
  await writerOf(1).sendPrivately([reader.id], 'This is the newest question.')
  return { server, reader, others }
}

async function begin(writer: Person, { stream, topic, messages, text }: Beginning): Promise<void> {
  for (let index = 1; index <= messages; index += 1) await writer.send(stream, topic, text(index))
}

async function sendPictures(writer: Person): Promise<void> {
  for (const [at, size] of [300, 90, 600].entries()) {
    const name = `bed-${at + 1}.png`
    const { body } = await writer.upload('/user_uploads', await picture(size, size), name)
    await writer.send(main, 'pictures', `Look at [${name}](${shapedLike(body, { url: '' }).url})`)
  }
}

async function sendPrivately(writer: Person, reader: Person): Promise<void> {
  for (let index = 1; index <= 5; index += 1) {
    await writer.sendPrivately([reader.id], `Are you there? This is my question ${index}.`)
  }
}

function long(index: number): string {
  return `${index}: ${sentence.repeat(1 + (index % 4))}`
}

function code(index: number): string {
  return `Run ${index}:\n\`\`\`js\nconst beds = await measure({ wall: true, depth: ${index}, unit: 'centimetre', name: 'the bed by the wall' })\n\`\`\``
}
