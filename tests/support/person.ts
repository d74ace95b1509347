import { Agent } from 'node:http'
import type { IncomingMessage } from 'node:http'
import request, { Test } from 'supertest'
import type { Response } from 'supertest'
import type { AnswerOf, ArgumentsOf, EndpointName } from '../../src/shared/calls'
import type { DeliveredEvent } from '../../src/shared/events'
import { asRecord, maybe, present, shapedLike } from './checked'

/** Keep-alive, because a new connection costs as much as a call. */
export const connections = new Agent({ keepAlive: true })
/** Answers are not compressed, unless a test is about compression. */
const asTheyAre = { 'Accept-Encoding': 'identity' }

/** Tests read refusals like other answers; an error with a stack for each would cost an eighth of its call. */
const isAnswer = () => true

export type Arguments = Record<string, unknown>
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
const methods: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete']

/** The method of an endpoint, as supertest spells it. */
export function methodOf(name: string): Method {
  return present(
    methods.find((each) => each === name.toLowerCase()),
    `method ${name}`,
  )
}

/** Arguments may be left out if all of them are optional. */
type CallArguments<E extends EndpointName> =
  object extends ArgumentsOf<E> ? [args?: ArgumentsOf<E>] : [args: ArgumentsOf<E>]

export interface ReceivedEvent {
  id: number
  type: string
  [key: string]: unknown
}

type EventOf<Type extends DeliveredEvent['type']> = Extract<DeliveredEvent, { type: Type }>

/** The events of a type, with the types of their declaration. */
export function eventsOf<Type extends DeliveredEvent['type']>(
  events: readonly ReceivedEvent[],
  type: Type,
): (ReceivedEvent & EventOf<Type>)[] {
  return events.filter((event): event is ReceivedEvent & EventOf<Type> => event.type === type)
}

/** The message of an event. @throws Error for an event of another type */
export function messageIn(event: ReceivedEvent | undefined): EventOf<'message'>['message'] {
  const [found] = eventsOf(event ? [event] : [], 'message')
  if (!found) throw new Error(`There is no message in ${JSON.stringify(event)}`)
  return found.message
}

/** An event queue as its client sees it. */
export interface Queue {
  queue_id: string
  last_event_id: number
  [key: string]: unknown
}

/** A user of the API: sends requests like the contract's clients, and reads the answers. */
export class Person {
  constructor(
    readonly url: string,
    readonly id: number,
    readonly email: string,
    readonly apiKey: string,
    readonly fullName: string,
    /** Host header that names the organization; absent: the default one. */
    readonly host?: string | undefined,
  ) {}

  /** The same person at another worker. */
  at(url: string): Person {
    return new Person(url, this.id, this.email, this.apiKey, this.fullName, this.host)
  }

  /** The same person at the address of another organization. */
  atHost(host: string): Person {
    return new Person(this.url, this.id, this.email, this.apiKey, this.fullName, host)
  }

  /** The same person with another API key. */
  withKey(apiKey: string): Person {
    return new Person(this.url, this.id, this.email, apiKey, this.fullName, this.host)
  }

  /**
   * The answer of an endpoint, with the types of its declaration. Arguments named in the path go into the path.
   * @throws Error with the answer if the server refuses
   */
  async call<E extends EndpointName>(
    endpoint: E,
    ...[args = {} as ArgumentsOf<E>]: CallArguments<E>
  ): Promise<AnswerOf<E>> {
    const [method = '', path = ''] = endpoint.split(' ')
    const rest: Arguments = { ...args }
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(rest[name])
      delete rest[name]
      return encodeURIComponent(value)
    })
    const response = await this[methodOf(method)](filled, rest)
    const { status, text } = response
    const isSuccess = status === 200 && asRecord(response.body)['result'] === 'success'
    if (!isSuccess) throw new Error(`${endpoint}: ${status} ${text}`)
    return response.body as AnswerOf<E>
  }

  async get(path: string, args: Arguments = {}): Promise<Response> {
    return this.#call('get', path).query(encode(args))
  }

  async post(path: string, args: Arguments = {}): Promise<Response> {
    return this.#call('post', path).type('form').send(encode(args))
  }

  async put(path: string, args: Arguments = {}): Promise<Response> {
    return this.#call('put', path).type('form').send(encode(args))
  }

  async patch(path: string, args: Arguments = {}): Promise<Response> {
    return this.#call('patch', path).type('form').send(encode(args))
  }

  async delete(path: string, args: Arguments = {}): Promise<Response> {
    return this.#call('delete', path).type('form').send(encode(args))
  }

  /** Posts a file; the field has the name of the file, as in the Python client. */
  async upload(
    path: string,
    bytes: Buffer,
    name: string,
    type?: string,
    fields: Record<string, string> = {},
  ): Promise<Response> {
    const options = { filename: name, ...(type === undefined ? {} : { contentType: type }) }
    return this.#call('post', path).attach(name, bytes, options).field(fields)
  }

  /** Fetches a file at an address outside the API. */
  async file(path: string, headers: Record<string, string> = {}): Promise<Response> {
    const test = request(this.url).get(path).redirects(0).set(headers).buffer(true).parse(bytesOf)
    if (this.host !== undefined) void test.set('Host', this.host)
    return test.auth(this.email, this.apiKey)
  }

  /** Registers a queue; by default without initial state. */
  async register(args: Arguments = {}): Promise<Queue> {
    const response = await this.post('/register', { fetch_event_types: [], ...args })
    if (response.status !== 200) throw new Error(`register: ${response.text}`)
    return shapedLike(response.body, { queue_id: '', last_event_id: 0 })
  }

  /** One poll; acknowledges the events that the queue object has received. */
  async poll(queue: Queue, args: Arguments = {}): Promise<ReceivedEvent[]> {
    const response = await this.get('/events', {
      queue_id: queue.queue_id,
      last_event_id: queue.last_event_id,
      ...args,
    })
    if (response.status !== 200) throw new Error(`poll: ${response.text}`)
    const { events } = shapedLike(response.body, { events: [{ id: 0, type: '' }] })
    for (const event of events) queue.last_event_id = Math.max(queue.last_event_id, event.id)
    return events
  }

  /** The current events of the queue, without waiting. */
  async pollNow(queue: Queue): Promise<ReceivedEvent[]> {
    return this.poll(queue, { dont_block: true })
  }

  /** Polls until an event satisfies `isLast`; answers all events without heartbeats. */
  async pollUntil(
    queue: Queue,
    isLast: string | ((event: ReceivedEvent) => boolean),
  ): Promise<ReceivedEvent[]> {
    const matches =
      typeof isLast === 'string' ? (event: ReceivedEvent) => event.type === isLast : isLast
    const received: ReceivedEvent[] = []
    while (!received.some(matches)) {
      const events = await this.poll(queue)
      received.push(...events.filter((event) => event.type !== 'heartbeat'))
    }
    return received
  }

  /** All events of a queue up to now: ends with a message that its owner sends to themselves. */
  async eventsUntilNow(queue: Queue): Promise<ReceivedEvent[]> {
    const last = await this.sendPrivately([this.id], 'That is all.')
    const isLast = ({ message }: ReceivedEvent) =>
      shapedLike(message, maybe({ id: maybe(0) }))?.id === last
    return (await this.pollUntil(queue, isLast)).filter((event) => !isLast(event))
  }

  /** Sends to a stream and answers the message id. */
  async send(stream: string, topic: string, content: string): Promise<number> {
    const response = await this.post('/messages', { type: 'stream', to: stream, topic, content })
    if (response.status !== 200) throw new Error(`send: ${response.text}`)
    return shapedLike(response.body, { id: 0 }).id
  }

  async sendPrivately(to: readonly (string | number)[], content: string): Promise<number> {
    const response = await this.post('/messages', { type: 'private', to, content })
    if (response.status !== 200) throw new Error(`send: ${response.text}`)
    return shapedLike(response.body, { id: 0 }).id
  }

  #call(method: Method, path: string): Test {
    return call(this, method, path).auth(this.email, this.apiKey)
  }
}

/** Reads a file as bytes, and a refusal as JSON. */
export function bytesOf(
  response: Response,
  done: (error: Error | null, body: unknown) => void,
): void {
  const chunks: Buffer[] = []
  const body = response as unknown as IncomingMessage & { text: string }
  const isJson = body.headers['content-type']?.startsWith('application/json') ?? false
  body.on('data', (chunk: Buffer) => chunks.push(chunk))
  body.on('end', () => {
    const bytes = Buffer.concat(chunks)
    body.text = bytes.toString('utf8')
    done(null, isJson ? JSON.parse(body.text) : bytes)
  })
}

/** A request without credentials, to the organization of the host if there is one. */
export function call(to: Pick<Person, 'url' | 'host'>, method: Method, path: string): Test {
  return callAt(to, method, /^\/(api|json)\//.test(path) ? path : `/api/v1${path}`)
}

/** The same at an address that may be outside the API. */
export function callAt(to: Pick<Person, 'url' | 'host'>, method: Method, path: string): Test {
  const test = new Test(to.url, method, path).agent(connections).set(asTheyAre).ok(isAnswer)
  return to.host === undefined ? test : test.set('Host', to.host)
}

/** Encodes arguments: strings unchanged, other values as JSON; undefined ones are omitted. */
export function encode(args: Arguments): Record<string, string> {
  return Object.fromEntries(
    Object.entries(args)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}
