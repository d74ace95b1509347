import { endpoints } from '../../src/server/start/endpoints'
import { pathParamNames } from '../../src/server/http/declare/endpoint'
import type { Endpoint } from '../../src/server/http/declare/endpoint'
import type { Param } from '../../src/server/http/declare/param'
import { badValuesFor, mayTake } from '../support/bad-values'
import type { BadValue } from '../support/bad-values'
import { expectError } from '../support/expectations'
import { callWith, encodeAll, usualCarrier } from '../support/raw-call'
import type { Carrier } from '../support/raw-call'
import { sampled, sampleOf } from '../support/sample'
import { Trial } from '../support/trial'
import { useOwnServer } from '../support/own-server'

/**
 * A run tries this share of each argument's bad values, and at least one. `TEST_SEED=… npx jest bad-input` repeats those
 * of a run, with the seed that its titles name; with TEST_ALL=1 all are tried.
 */
const share = 1 / 6

/** Carriers for a value that no text can hold: all that carry texts. */
const everywhere = ['query', 'form'] as const

/** Arguments that take values that others of their type refuse. */
const tolerant: Readonly<Record<string, readonly string[]>> = {
  // A long name of a client program is cut.
  user_client: ['100,000 characters', '100,000 blanks'],
  // Blanks around the name of a stream do not count, and no name stands for no stream.
  default_sending_stream: ['100,000 blanks'],
  default_events_register_stream: ['100,000 blanks'],
  // Blanks around a status do not count either.
  status_text: ['100,000 blanks'],
  // A text that greets newcomers may be empty.
  welcome_message_custom_text: ['100,000 blanks'],
  // A message that is edited to nothing says that it was deleted.
  content: ['100,000 blanks'],
  // Older clients name the kind of an export by its number.
  export_type: ['1'],
  // Blanks around the name of a topic do not count, and no name stands for the empty topic.
  topic: ['100,000 blanks'],
  topic_name: ['100,000 blanks'],
  subject: ['100,000 blanks'],
}

/** The same for single endpoints, whose callers can do nothing about a refusal. */
const tolerantAt: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  // Long topics are cut, and the owner of the bot is told of a stream that does not exist.
  '/api/v1/external/{integration_name}': {
    topic: ['100,000 characters'],
    stream: ['100,000 characters'],
  },
}

describe(sampled('bad arguments'), () => {
  const server = useOwnServer({ settings: { HEARTBEAT_MS: '100' } })

  // Other addresses of the same call refuse the same.
  const withParams = endpoints.filter(
    ({ params }, index) =>
      Object.keys(params).length > 0 &&
      endpoints.findIndex((other) => other.params === params) === index,
  )
  it.each(withParams.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
    '%s %s refuses bad arguments and changes nothing',
    async (_method, _path, endpoint) => {
      const trial = await Trial.begin(server, endpoint)
      for (const [name, param] of Object.entries(endpoint.params)) {
        await tryWithout(trial, endpoint, name, param)
        const attempts = attemptsOn(endpoint, name, param)
        const of = `${endpoint.method} ${endpoint.path} ${name}`
        for (const attempt of sampleOf(attempts, { share, name: of })) {
          await tryValue(trial, endpoint, name, param, attempt)
        }
      }
      expect(trial.faults).toEqual([])
    },
  )

  async function tryWithout(trial: Trial, endpoint: Endpoint, name: string, param: Param<unknown>) {
    if (!param.isRequired || pathParamNames(endpoint.path).includes(name)) return
    await trial.attempt(`${name}: missing`, false, async ({ args, ...call }) => {
      const { [name]: _left, ...others } = encodeAll(args)
      const response = await callWith(server, endpoint, { ...call, args }, others)
      const expected = { code: 'REQUEST_VARIABLE_MISSING', var_name: name }
      expect(response.body).toMatchObject(expected)
      return response
    })
  }

  async function tryValue(
    trial: Trial,
    endpoint: Endpoint,
    name: string,
    param: Param<unknown>,
    { value, carrier }: Attempt,
  ) {
    const tolerated = [...(tolerant[name] ?? []), ...(tolerantAt[endpoint.path]?.[name] ?? [])]
    const mayBeTaken = mayTake(param, value) || tolerated.includes(value.name)
    await trial.attempt(`${name}: ${value.name} (${carrier})`, mayBeTaken, (call) =>
      callWith(server, endpoint, call, { ...encodeAll(call.args), [name]: value.encoded }, carrier),
    )
  }
})

interface Attempt {
  value: BadValue
  carrier: Carrier
}

/** Every bad value of an argument, in each way that it may come. */
function attemptsOn(endpoint: Endpoint, name: string, param: Param<unknown>): Attempt[] {
  const inPath = pathParamNames(endpoint.path).includes(name)
  const values = badValuesFor(name, param).filter((value) => !inPath || isSegment(value))
  return values.flatMap((value) => {
    const isBytes = value.refusedBy === 'every argument' && !inPath && !isLong(value)
    const usual = isLong(value) && endpoint.auth !== 'webhook' ? 'form' : usualCarrier(endpoint)
    return (isBytes ? everywhere : [usual]).map((carrier) => ({ value, carrier }))
  })
}

/** Addresses are at most 256 KiB long. */
function isLong({ encoded }: BadValue): boolean {
  return encoded.length > 50_000
}

/** An empty segment, or one with a slash, makes another path. */
function isSegment({ encoded }: BadValue): boolean {
  return encoded !== '' && encoded.length <= 100_000 && !encoded.includes('/')
}

describe('texts that nothing can hold', () => {
  const server = useOwnServer()
  const topics = '/users/me/subscriptions/muted_topics'

  it.each([
    ['patch', topics, { stream: 'a\0b', topic: 'x', op: 'add' }],
    ['patch', topics, { stream_name: 'a\0b', topic: 'x', op: 'remove' }],
    ['post', '/default_streams', { stream: 'a\0b' }],
    ['delete', '/default_streams', { stream_name: 'a\0b' }],
    ['get', '/get_stream_id', { stream: 'a\0b' }],
    ['get', '/users/a%00b@x.test', {}],
    ['post', '/messages', { type: 'stream', to: '"a\\u0000b"', topic: 'x', content: 'x' }],
    ['post', '/messages', { type: 'private', to: '["\\ud800"]', content: 'x' }],
    ['post', '/typing', { type: 'stream', op: 'start', to: '["a\\u0000b"]', topic: 'x' }],
    ['get', '/messages', { anchor: 1, narrow: '[["topic","\\ud800"]]', num_before: 1 }],
  ] as const)('%s %s refuses the arguments %j', async (method, path, args) => {
    const { email, apiKey } = server.owner
    const call = server.call(method, path).auth(email, apiKey)
    const response = await (method === 'get' ? call.query(args) : call.type('form').send(args))
    expectError(response, 400)
    expect(response.body).toMatchObject({
      msg: expect.stringMatching(/NULL \(0x00\)|an invalid character/),
    })
  })

  it.each(['a\0b@x.test', 'a\ud800@x.test'])(
    'Credentials with the email %j are refused',
    async (email) => {
      const response = await server.call('get', '/users/me').auth(email, server.owner.apiKey)
      expectError(response, 401)
    },
  )
})
