/**
 * The yardstick: the minimum cost of long-polls in Node. One process hands every message to the polls of its
 * stream from memory, without authentication and storage. It reads only the request line of a poll, and sends
 * all polls of a stream the same bytes.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The parked polls of a stream, and the events for polls that were not parked at the time. */
interface Stream {
  /** The event of id n at index n. */
  events: string[]
  parked: ServerResponse[]
}

const streams = new Map<string, Stream>()
let lastId = 0

const pollPrefix = '/api/v1/events?queue_id='
const cursorName = '&last_event_id='
/** Separates the name of a stream from the number of a queue. */
const colon = '%3A'

/** A queue is named after its stream, with a number. */
function streamIn(url: string): string {
  return url.slice(pollPrefix.length, url.indexOf(colon, pollPrefix.length))
}

function streamOf(name: string): Stream {
  let stream = streams.get(name)
  if (!stream) streams.set(name, (stream = { events: [], parked: [] }))
  return stream
}

function poll(url: string, response: ServerResponse): void {
  const cursorAt = url.indexOf(cursorName, pollPrefix.length)
  const stream = streamOf(streamIn(url))
  const next = Number(url.slice(cursorAt + cursorName.length)) + 1
  if (next < stream.events.length) sendBytes(response, eventsAnswer(stream.events.slice(next)))
  else stream.parked.push(response)
}

function eventsAnswer(events: readonly string[]): Buffer {
  return Buffer.from(envelope(`,"events":[${events.join(',')}],"queue_id":"shared"`))
}

function envelope(members: string): string {
  return `{"result":"success","msg":""${members}}`
}

function sendBytes(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, ['Content-Type', 'application/json', 'Content-Length', `${body.length}`])
  response.end(body)
}

function send(response: ServerResponse, members: string): void {
  sendBytes(response, Buffer.from(envelope(members)))
}

function broadcast(name: string, content: string): void {
  const stream = streamOf(name)
  const message = { id: lastId, ...sampleMessage, display_recipient: name, content }
  const event = `{"type":"message","message":${JSON.stringify(message)},"flags":[],"id":${stream.events.length}}`
  stream.events.push(event)
  const answer = eventsAnswer([event])
  const { parked } = stream
  stream.parked = []
  for (const response of parked) if (!response.destroyed) sendBytes(response, answer)
}

function countParked(): number {
  return [...streams.values()].reduce(
    (count, { parked }) => count + parked.filter(({ destroyed }) => !destroyed).length,
    0,
  )
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return new URLSearchParams(text)
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  switch (`${request.method} ${(request.url ?? '').split('?', 1)[0]}`) {
    case 'DELETE /api/v1/events':
      streams.delete(streamIn(request.url as string))
      return send(response, '')
    case 'POST /api/v1/messages': {
      const form = await readForm(request)
      send(response, `,"id":${++lastId}`)
      return broadcast(form.get('to') ?? '', form.get('content') ?? '')
    }
    case 'POST /api/v1/register':
      return send(response, `,"queue_id":"none:${++lastId}","last_event_id":-1`)
    case 'GET /api/v1/users/me':
      return send(response, `,${JSON.stringify(sampleUser).slice(1, -1)}`)
    default:
      response.end(`parley_parked_polls ${countParked()}\n`)
  }
}

const sampleUser = {
  user_id: 3,
  email: 'bench-1@bench.invalid',
  full_name: 'Bench 1',
  avatar_url: 'https://secure.gravatar.com/avatar/11e7611c8bb0ff4bfdfa5cd36050dcbf?d=identicon',
  date_joined: '2026-01-01T00:00:00+00:00',
}

const sampleMessage = {
  type: 'stream',
  stream_id: 2,
  recipient_id: 5,
  subject: 'bench',
  subject_links: [],
  topic_links: [],
  sender_id: 3,
  sender_email: 'bench-1@bench.invalid',
  sender_full_name: 'Bench 1',
  sender_short_name: 'bench-1',
  sender_realm_str: '',
  avatar_url: 'https://secure.gravatar.com/avatar/11e7611c8bb0ff4bfdfa5cd36050dcbf?d=identicon',
  client: 'parley-bench',
  timestamp: 1_790_000_000,
  is_me_message: false,
  reactions: [],
  submessages: [],
  content_type: 'text/x-markdown',
}

const server = createServer((request, response) => {
  const url = request.url as string
  if (request.method === 'GET' && url.startsWith(pollPrefix)) poll(url, response)
  else void serve(request, response)
})
server.keepAliveTimeout = 76_000
server.listen(0, '127.0.0.1', () => {
  console.log(`listening at ${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit())
