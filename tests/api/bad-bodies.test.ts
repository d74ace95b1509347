import { gzipSync } from 'node:zlib'
import { endpoints } from '../../src/server/start/endpoints'
import type { Endpoint } from '../../src/server/http/declare/endpoint'
import { callPlainly, callWith, encodeAll, formOf, pathOf, requestOf } from '../support/raw-call'
import { sampled, sampleOf } from '../support/sample'
import { Trial } from '../support/trial'
import { useOwnServer } from '../support/own-server'

/**
 * A run tries this share of each endpoint's bad bodies, and at least one. `TEST_SEED=… npx jest bad-bodies` repeats those
 * of a run, with the seed that its titles name; with TEST_ALL=1 all are tried.
 */
const share = 1 / 4

const maxRequestBytes = 100_000

/** A body that no endpoint reads, whatever the arguments beside it. */
interface BadBody {
  type: string
  body: string | Buffer
  encoding?: string
  /** 400 unless given. */
  status?: number
}

const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const multipart = 'multipart/form-data; boundary=b'
const urlencoded = 'application/x-www-form-urlencoded'

const badBodies: Readonly<Record<string, BadBody>> = {
  'a multipart form that ends early': { type: multipart, body: part('a', 'b').slice(0, -10) },
  'a multipart form without its last line': { type: multipart, body: part('a', 'b') },
  'a multipart form without a boundary': { type: 'multipart/form-data', body: part('a', 'b') },
  'a multipart form that is none': { type: multipart, body: 'a=b' },
  'a multipart form of bytes': {
    type: multipart,
    body: latin1(`${part('a', '\xff\xfe')}--b--\r\n`),
  },
  'a multipart form with 1,001 fields': {
    type: multipart,
    body: `${part('a', '').repeat(1_001)}--b--\r\n`,
  },
  'a form with 1,001 fields': { type: urlencoded, body: 'a&'.repeat(1_001) },
  'a form of bytes': { type: urlencoded, body: latin1('a=\xff') },
  'a form with a name of bytes': { type: urlencoded, body: '%FF=a' },
  'a form that is too large': {
    type: urlencoded,
    body: `a=${'x'.repeat(maxRequestBytes)}`,
    status: 413,
  },
  'a compressed form': { type: urlencoded, body: gzipSync('a=b'), encoding: 'gzip', status: 415 },
  'a form of another encoding': { type: urlencoded, body: 'a=b', encoding: 'br', status: 415 },
}

describe(sampled('unreadable bodies'), () => {
  const server = useOwnServer({ settings: { MAX_REQUEST_BYTES: String(maxRequestBytes) } })

  it.each(endpoints.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
    '%s %s refuses unreadable bodies and changes nothing',
    async (_method, _path, endpoint) => {
      const trial = await Trial.begin(server, endpoint)
      const attempts = [
        ...Object.entries(badBodies).map(
          ([what, bad]) =>
            () =>
              tryBody(trial, endpoint, what, bad),
        ),
        () => tryOtherTypes(trial, endpoint),
        () => tryDuplicates(trial, endpoint),
        () => tryPrototypes(trial, endpoint),
      ]
      const name = `${endpoint.method} ${endpoint.path}`
      for (const attempt of sampleOf(attempts, { share, name })) await attempt()
      expect(trial.faults).toEqual([])
    },
  )

  /** Every argument is in the address, so nothing but the body is wrong. */
  async function tryBody(trial: Trial, endpoint: Endpoint, what: string, bad: BadBody) {
    await trial.attempt(what, false, async (call) => {
      const args = encodeAll(call.args)
      const address = `${pathOf(endpoint, args)}?${formOf(endpoint, args)}`
      const { type, body: content, encoding } = bad
      const response = await callPlainly(server, endpoint, call, address, {
        type,
        content,
        encoding,
      })
      expect(response.status).toBe(bad.status ?? 400)
      return response
    })
  }

  /** Arguments that come as JSON or as plain text are not there. */
  async function tryOtherTypes(trial: Trial, endpoint: Endpoint) {
    const needed = requiredInForm(endpoint)
    if (needed.length === 0 || endpoint.auth === 'webhook') return
    await trial.attempt('arguments as JSON', false, (call) =>
      requestOf(server, endpoint, call, pathOf(endpoint, encodeAll(call.args))).send(call.args),
    )
    if (endpoint.method !== 'POST') return
    await trial.attempt('arguments as plain text', false, (call) => {
      const args = encodeAll(call.args)
      const test = requestOf(server, endpoint, call, pathOf(endpoint, args))
      return test.type('text/plain').send(formOf(endpoint, args))
    })
  }

  /** The last of several wins, and the body wins over the address: nobody can hide a bad one. */
  async function tryDuplicates(trial: Trial, endpoint: Endpoint) {
    const [name] = requiredInForm(endpoint)
    if (name === undefined || endpoint.auth === 'webhook') return
    await trial.attempt(`${name}: twice`, false, (call) => {
      const args = encodeAll(call.args)
      return callWith(server, endpoint, call, { ...args, [name]: `${args[name]}&${name}=%00` })
    })
    await trial.attempt(`${name}: in the address and in the body`, false, (call) => {
      const args = encodeAll(call.args)
      const address = `${pathOf(endpoint, args)}?${formOf(endpoint, args)}`
      return requestOf(server, endpoint, call, address).type('form').send(`${name}=%00`)
    })
  }

  /** Names that mean something to JavaScript mean nothing here. */
  async function tryPrototypes(trial: Trial, endpoint: Endpoint) {
    const names = ['__proto__', '__proto__[strange]', 'constructor', 'toString', 'hasOwnProperty']
    const strange = Object.fromEntries(names.map((name) => [name, '{"strange":true}']))
    await trial.attempt('names of prototypes', true, (call) =>
      callWith(server, endpoint, call, { ...encodeAll(call.args), ...encodeAll(strange) }),
    )
    expect({}).not.toHaveProperty('strange')
  }
})

function requiredInForm(endpoint: Endpoint): string[] {
  return Object.entries(endpoint.params)
    .filter(([name, param]) => param.isRequired && !endpoint.path.includes(`{${name}}`))
    .map(([name]) => name)
}
