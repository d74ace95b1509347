import {
  anyValue,
  asNumber,
  asRecord,
  asText,
  mapOf,
  present,
  shapedLike,
} from '../support/checked'
import type { Random } from '../support/random'
import { encodeCall } from './request'
import type { Answer, Connection } from './connection'
import type { Scene } from './scene'
import type { World } from './world'

/** An account that sends calls. */
export interface Caller {
  name: string
  /** Host header, which names the realm. */
  host: string
  email: string
  /** Changes when a call regenerates it. */
  apiKey: string
  /** `name=value` of a session; such a caller acts as a page of the server, without an API key. */
  cookie?: string
  /** Id for calls that name this user; absent for users whom no call may change. */
  id?: number
  role?: number
}

/** A text that only some callers may receive. */
interface Secret {
  text: string
  /** Description, for reports. */
  what: string
  /** Names of callers whose answers may contain it. */
  mayRead: ReadonlySet<string>
  /** Names of callers whose answers are searched; absent: all. */
  searched?: ReadonlySet<string>
}

export interface Cast {
  /** The owner who keeps the realm working; no call names them. */
  keeper: Caller
  callers: readonly Caller[]
  secrets: readonly Secret[]
  /** Streams that no call may name. */
  hiddenStreams: ReadonlySet<string>
}

type Arguments = Record<string, unknown>

/** Beginning of every secret; no request contains it. */
export const secretMark = 'Zq7Kanarie'

/** Password of every member of the cast. */
export const passwordOfAll = 'a password for all'
const patienceMs = 60_000

/** Calls that must succeed, outside of the fuzzed traffic. */
export class Director {
  constructor(private readonly connection: Connection) {}

  /** @throws Error naming the call when it does not succeed */
  async call(caller: Caller, operation: string, args: Arguments = {}): Promise<Arguments> {
    const { status, body } = await this.ask(caller, operation, args)
    const text = body.toString()
    if (status !== 200) throw new Error(`${operation} as ${caller.name}: ${status} ${text}`)
    return asRecord(JSON.parse(text))
  }

  /** The same for calls that may fail. */
  async ask(caller: Caller, operation: string, args: Arguments = {}): Promise<Answer> {
    const [method = '', path = ''] = operation.split(' ')
    const fields = Object.entries(args).map(([name, value]) => ({
      name,
      text: typeof value === 'string' ? value : JSON.stringify(value),
    }))
    const isGet = method === 'GET'
    const request = encodeCall({
      operation,
      method,
      path: `/api/v1${path}`,
      query: isGet ? fields : [],
      body: isGet ? undefined : { kind: 'form', fields },
      headers: headersOf(caller),
      caller: caller.name,
    })
    return this.connection.exchange(request, { patienceMs })
  }
}

/** Host and credentials of a request. */
export function headersOf({ host, email, apiKey, cookie }: Caller): [string, string][] {
  const headers: [string, string][] = [['Host', host]]
  if (email !== '') {
    const credentials = Buffer.from(`${email}:${apiKey}`).toString('base64')
    headers.push(['Authorization', `Basic ${credentials}`])
  }
  if (cookie !== undefined) headers.push(['Cookie', cookie], ['Sec-Fetch-Site', 'same-origin'])
  return headers
}

/** Fills a realm: people of every role, bots, streams, secrets. */
export async function gatherCast(
  director: Director,
  random: Random,
  world: World,
  { owner, foreigner, keyOf }: Pick<Scene, 'owner' | 'foreigner' | 'keyOf'>,
): Promise<Cast> {
  const keeper: Caller = { name: 'keeper', ...owner }
  const { host } = owner
  const stranger: Caller = { name: 'nobody', host, email: '', apiKey: '' }
  const somebody = async (name: string, role: number): Promise<Caller & { id: number }> => {
    const email = `${name}@fuzz.test`
    const created = await director.call(keeper, 'POST /users', {
      ...{ email, password: passwordOfAll },
      full_name: name,
    })
    const id = asNumber(created['user_id'])
    if (role !== 400) await director.call(keeper, `PATCH /users/${id}`, { role })
    const apiKey = keyOf ? await keyOf(id) : await logIn(director, stranger, email)
    return { name, host, email, id, role, apiKey }
  }

  // Users that no call names.
  const confidant = await somebody('confidant', 400)
  const { id: _, ...gwen } = await somebody('gwen', 600)

  const olivia = await somebody('olivia', 100)
  const adam = await somebody('adam', 200)
  const mia = await somebody('mia', 400)
  const max = await somebody('max', 400)
  const gus = await somebody('gus', 600)
  const dora = await somebody('dora', 400)
  const people = [olivia, adam, mia, max, gus, dora]
  const bot = async (name: string, bot_type: number): Promise<Caller> => {
    const payload =
      bot_type === 3 ? { payload_url: JSON.stringify('https://bot.invalid/hook') } : {}
    const args = { full_name: name, short_name: name, bot_type, ...payload }
    const made = await director.call(mia, 'POST /bots', args)
    const { bots } = shapedLike(await director.call(mia, 'GET /bots'), { bots: [mapOf(anyValue)] })
    const email = asText(bots.find((each) => each['user_id'] === made['user_id'])?.['username'])
    return {
      name,
      host: owner.host,
      email,
      apiKey: asText(made['api_key']),
      id: asNumber(made['user_id']),
    }
  }
  const bots = [await bot('helper', 1), await bot('hook', 2), await bot('service', 3)]

  const secrets: Secret[] = []
  const hide = (
    what: string,
    mayRead: readonly string[] = [],
    searched?: readonly string[],
  ): string => {
    const text = `${secretMark}${what}${random.between(10 ** 8, 10 ** 9)}`
    secrets.push({
      what,
      text,
      mayRead: new Set(mayRead),
      ...(searched && { searched: new Set(searched) }),
    })
    return text
  }
  await director.call(keeper, 'POST /users/me/subscriptions', {
    subscriptions: [{ name: 'vault', description: '' }],
    invite_only: true,
    history_public_to_subscribers: false,
    principals: [owner.email, confidant.email],
  })
  await director.call(keeper, 'POST /messages', {
    ...{ type: 'stream', to: 'vault', topic: hide('PrivateTopic') },
    content: hide('PrivateMessage'),
  })
  await director.call(keeper, 'POST /messages', {
    ...{ type: 'private', to: [confidant.id], content: hide('DirectMessage') },
  })
  const snippet = { title: 'mine', content: hide('Snippet') }
  await director.call(confidant, 'POST /saved_snippets', snippet)
  const draft = { type: '', to: [], topic: '', content: hide('Draft') }
  await director.call(confidant, 'POST /drafts', { drafts: [draft] })
  await director.call(confidant, 'POST /users/me/alert_words', { alert_words: [hide('AlertWord')] })
  await director.call(keeper, 'POST /users/me/subscriptions', {
    subscriptions: [{ name: 'without guests', description: '' }],
  })
  await director.call(keeper, 'POST /messages', {
    ...{ type: 'stream', to: 'without guests', topic: 'x' },
    content: hide('NotForGuests', [], ['gwen']),
  })
  for (const { name, apiKey } of [
    keeper,
    confidant,
    ...(foreigner ? [{ name: 'foreigner', ...foreigner }] : []),
  ]) {
    secrets.push({ what: `API key of ${name}`, text: apiKey, mayRead: new Set([name, 'stray']) })
  }

  const rooms = [...Array.from({ length: 6 }, (_, index) => `room ${index}`)]
  const members = people.filter((one) => one !== dora).map(({ email }) => email)
  for (const name of rooms) {
    const invite_only = name === 'room 4' || name === 'room 5'
    await director.call(olivia, 'POST /users/me/subscriptions', {
      ...{ subscriptions: [{ name }], invite_only, principals: members },
    })
  }
  await director.call(mia, 'POST /messages', {
    type: 'stream',
    to: 'room 0',
    topic: 'lunch',
    content: 'pizza?',
  })
  await director.call(keeper, `DELETE /users/${dora.id}`)

  for (const { id, email, name } of people) world.users.add({ id, email, name })
  for (const { id } of bots) world.bots.add(present(id, 'id'), 'mia')
  const [, hook] = bots as [Caller, Caller, Caller]
  world.hooks.add(hook.apiKey)

  const strangers: Caller[] = [
    stranger,
    { name: 'impostor', host: owner.host, email: olivia.email, apiKey: max.apiKey },
    { ...mia, name: 'lost', host: 'no-such-realm.localhost' },
  ]
  if (foreigner) {
    const at = { name: 'foreigner', ...foreigner }
    strangers.push(at, { ...at, name: 'stray', host: owner.host })
    await plantAbroad(director, world, at, (what) => hide(what, ['foreigner']))
  }
  return {
    keeper,
    callers: [...people, { ...gwen, role: 600 }, ...bots, ...strangers],
    secrets,
    hiddenStreams: new Set(['vault', 'without guests']),
  }
}

async function logIn(director: Director, stranger: Caller, username: string): Promise<string> {
  const { api_key } = await director.call(stranger, 'POST /fetch_api_key', {
    username,
    password: passwordOfAll,
  })
  return asText(api_key)
}

/** Objects of the other realm, for calls that name foreign objects. */
async function plantAbroad(
  director: Director,
  world: World,
  foreigner: Caller,
  hide: (what: string) => string,
): Promise<void> {
  const name = 'abroad'
  await director.call(foreigner, 'POST /users/me/subscriptions', { subscriptions: [{ name }] })
  const { streams } = shapedLike(await director.call(foreigner, 'GET /streams'), {
    streams: [{ stream_id: 0, name: '' }],
  })
  for (const stream of streams)
    world.streams.addForeign({ id: stream.stream_id, name: stream.name })
  const addressee = { type: 'stream', to: name, topic: hide('ForeignTopic') }
  const sent = await director.call(foreigner, 'POST /messages', {
    ...addressee,
    content: hide('ForeignMessage'),
  })
  world.messages.addForeign(asNumber(sent['id']))
  const { user_id, email } = await director.call(foreigner, 'GET /users/me')
  world.users.addForeign({ id: asNumber(user_id), email: asText(email), name: 'Owner' })
  const group = { name: 'abroad', description: hide('ForeignGroup'), members: [user_id] }
  const { group_id } = await director.call(foreigner, 'POST /user_groups/create', group)
  world.groups.addForeign(asNumber(group_id))
  const { queue_id } = await director.call(foreigner, 'POST /register', { fetch_event_types: [] })
  world.queues.addForeign({ id: asText(queue_id), lastEventId: -1 })
  const bot = await director.call(foreigner, 'POST /bots', { full_name: 'Far', short_name: 'far' })
  world.bots.addForeign(asNumber(bot['user_id']))
  const snippet = { title: 'far', content: hide('ForeignSnippet') }
  const { saved_snippet_id } = await director.call(foreigner, 'POST /saved_snippets', snippet)
  world.snippets.addForeign(asNumber(saved_snippet_id))
  const draft = { type: '', to: [], topic: '', content: hide('ForeignDraft') }
  const { ids } = await director.call(foreigner, 'POST /drafts', { drafts: [draft] })
  world.drafts.addForeign((ids as [number])[0])
  const linkifier = { pattern: 'far-(?P<id>[0-9]+)', url_template: 'https://far.test/{id}' }
  const { id } = await director.call(foreigner, 'POST /realm/filters', linkifier)
  world.linkifiers.addForeign(asNumber(id))
}
