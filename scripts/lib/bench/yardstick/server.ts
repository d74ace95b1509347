/**
 * The yardstick: what long-polls cost in Node at the least. It broadcasts as the server does, from
 * the memory of one process: nobody is authenticated and nothing is kept.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `<stream>:<number>` is a queue of that stream, from its first poll on. */
interface Queue {
  id: string
  nextEventId: number
  /** Oldest first; the last one is `nextEventId` - 1. */
  events: string[]
  parked: ServerResponse | undefined
}

const streams = new Map<string, Map<string, Queue>>()
let parkedPolls = 0
let lastId = 0

function send(response: ServerResponse, members: string): void {
  const body = `{"result":"success","msg":""${members}}`
  response.writeHead(200, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  response.end(body)
}

function queuesOf(stream: string): Map<string, Queue> {
  let queues = streams.get(stream)
  if (!queues) streams.set(stream, (queues = new Map()))
  return queues
}

function answerPoll(queue: Queue, response: ServerResponse): void {
  send(response, `,"events":[${queue.events.join(',')}],"queue_id":"${queue.id}"`)
}

function poll(id: string, acknowledged: number, response: ServerResponse): void {
  const queues = queuesOf(id.slice(0, id.indexOf(':')))
  let queue = queues.get(id)
  if (!queue) queues.set(id, (queue = { id, nextEventId: 0, events: [], parked: undefined }))
  queue.events.splice(0, acknowledged + 1 - (queue.nextEventId - queue.events.length))
  if (queue.events.length > 0) return answerPoll(queue, response)
  const parked = queue
  parked.parked = response
  parkedPolls += 1
  response.on('close', () => {
    parkedPolls -= 1
    if (parked.parked === response) parked.parked = undefined
  })
}

function broadcast(stream: string, content: string): void {
  const message = { id: lastId, ...sampleMessage, display_recipient: stream, content }
  const event = `{"type":"message","message":${JSON.stringify(message)},"flags":[],"id":`
  for (const queue of queuesOf(stream).values()) {
    queue.events.push(`${event}${queue.nextEventId++}}`)
    if (!queue.parked) continue
    answerPoll(queue, queue.parked)
    queue.parked = undefined
  }
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return new URLSearchParams(text)
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path, query] = (request.url ?? '').split('?', 2)
  const args = request.method === 'POST' ? await readForm(request) : new URLSearchParams(query)
  const queueId = args.get('queue_id') ?? ''
  switch (`${request.method} ${path}`) {
    case 'GET /api/v1/events':
      return poll(queueId, Number(args.get('last_event_id')), response)
    case 'DELETE /api/v1/events':
      queuesOf(queueId.slice(0, queueId.indexOf(':'))).delete(queueId)
      return send(response, '')
    case 'POST /api/v1/messages':
      send(response, `,"id":${++lastId}`)
      return broadcast(args.get('to') ?? '', args.get('content') ?? '')
    case 'POST /api/v1/register':
      return send(response, `,"queue_id":"none:${++lastId}","last_event_id":-1`)
    case 'GET /api/v1/users/me':
      return send(response, `,${JSON.stringify(sampleUser).slice(1, -1)}`)
    default:
      response.end(`parley_parked_polls ${parkedPolls}\n`)
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

const server = createServer((request, response) => void serve(request, response))
server.keepAliveTimeout = 76_000
server.listen(0, '127.0.0.1', () => {
  console.log(`listening at ${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit())
