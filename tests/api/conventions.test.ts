import type { Response } from 'supertest'
import request from 'supertest'
import { endpoints } from '../../src/server/start/endpoints'
import { methods as allMethods } from '../../src/server/http/declare/endpoint'
import type { Endpoint } from '../../src/server/http/declare/endpoint'
import { exactly, present } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { connections } from '../support/person'
import type { Answer } from '../support/plain-call'
import {
  callWith,
  encodeAll,
  formOf,
  pathOf,
  requestOf,
  sendFile,
  usualCarrier,
} from '../support/raw-call'
import type { Carrier } from '../support/raw-call'
import { sampled, sampleOf } from '../support/sample'
import { sampleCall } from '../support/sample-calls'
import type { SampleCall } from '../support/sample-calls'
import { useTestServer } from '../support/test-server'

/**
 * A run calls every endpoint in its usual way, and in one of the other ways that carry arguments. The other
 * conventions are tried on a share of the endpoints. `TEST_SEED=… npx jest conventions` repeats those of a run, with the
 * seed that its titles name; with TEST_ALL=1 all are tried.
 */
const share = 1 / 4

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const

/** Headers of browsers and caches; none of them changes an answer. */
const conditions = {
  Accept: 'text/html,application/xhtml+xml',
  'If-None-Match': '*',
  'If-Modified-Since': new Date(4e12).toUTCString(),
  'Accept-Encoding': 'identity',
}

/** A success: an object in JSON, a stream, a file, or where it is. */
function expectAnswer(
  { isEventStream, isFile }: Endpoint,
  response: Answer,
  { refusal }: Pick<SampleCall, 'refusal'> = {},
): void {
  if (refusal !== undefined) {
    expectError(response, isFile ? 404 : 400, refusal)
  } else if (isFile) expect([200, 302]).toContain(response.status)
  else if (!isEventStream) expectSuccess(response)
  else {
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toMatch(/^text\/event-stream/)
  }
}

const eachEndpoint = (some: readonly Endpoint[] = endpoints) =>
  some.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const)

/** The endpoints that this run tries with a convention. */
const someEndpoints = (name: string) => eachEndpoint(sampleOf(endpoints, { share, name }))

describe('the conventions of the API', () => {
  const server = useTestServer()

  describe('a call of each endpoint', () => {
    it.each(eachEndpoint())(
      '%s %s succeeds with 200 and a JSON object',
      async (_method, _path, endpoint) => {
        const call = await sampleCall(server, endpoint)
        const args = encodeAll(call.args)
        const carrier = usualCarrier(endpoint)
        const form = formOf(endpoint, args)
        const address = `${pathOf(endpoint, args)}${carrier === 'query' ? `?${form}` : ''}`
        const test = requestOf(server, endpoint, call, address).set(conditions)
        const response = await (call.file
          ? sendFile(test, call.file, form)
          : carrier === 'form'
            ? test.type('form').send(form)
            : test.send(call.payload))
        expectAnswer(endpoint, response, call)
        expect(response.headers).not.toHaveProperty('etag')
      },
    )
  })

  describe(sampled('arguments of a call'), () => {
    const carriers: readonly Carrier[] = ['query', 'form', 'multipart']

    it.each(eachEndpoint(endpoints.filter(({ auth }) => auth !== 'webhook')))(
      '%s %s takes its arguments from the address and from both kinds of forms',
      async (_method, _path, endpoint) => {
        const name = `${endpoint.method} ${endpoint.path}`
        for (const carrier of sampleOf(carriers, { share: 1 / 3, name })) {
          const call = await sampleCall(server, endpoint)
          const response = await callWith(server, endpoint, call, encodeAll(call.args), carrier)
          expectAnswer(endpoint, response, call)
        }
      },
    )

    it('have the value of the body if they are in the address, too', async () => {
      const { owner } = server
      const response = await server
        .call('post', '/messages/render')
        .auth(owner.email, owner.apiKey)
        .query({ content: 'in the address' })
        .type('form')
        .send('content=first&content=last')
      expect(expectSuccess(response)['rendered']).toBe('<p>last</p>')
    })
  })

  describe(sampled('slashes in an address'), () => {
    it.each(someEndpoints('slashes'))(
      '%s %s takes doubled slashes, and one at the end',
      async (_method, _path, endpoint) => {
        const call = await sampleCall(server, endpoint)
        const path = `${endpoint.path.replaceAll('/', '//')}/`
        const response = await callWith(server, { ...endpoint, path }, call, encodeAll(call.args))
        expectAnswer(endpoint, response, call)
      },
    )
  })

  describe(sampled('missing and wrong credentials'), () => {
    it.each(someEndpoints('credentials'))(
      '%s %s refuses missing and wrong credentials',
      async (_method, _path, endpoint) => {
        const { args, payload, refusal, isSpent } = await sampleCall(server, endpoint)
        const { api_key: _key, ...others } = args
        // A call that succeeds only once needs new arguments for each caller.
        const again = async () => (isSpent ? (await sampleCall(server, endpoint)).args : others)
        if (endpoint.auth === 'none' && isSpent) {
          const caller = server.owner.withKey('x'.repeat(32))
          for (const stranger of [{}, { caller }]) {
            const call = { ...stranger, args: await again() }
            const response = await callWith(server, endpoint, call, encodeAll(call.args))
            expectAnswer(endpoint, response, {})
          }
          return
        }
        const strangers = {
          nobody: { args: others },
          somebody: { args: others, caller: server.owner.withKey('x'.repeat(32)) },
          aHook: { args: { ...others, api_key: 'x'.repeat(32) }, ...(payload && { payload }) },
        }
        const ask = (call: (typeof strangers)[keyof typeof strangers]) =>
          callWith(server, endpoint, call, encodeAll(call.args))

        const [unknown, wrong, hook] = exactly(
          await Promise.all(Object.values(strangers).map(ask)),
          3,
        )
        if (endpoint.auth === 'none') {
          // Credentials are ignored, also wrong ones.
          const told = refusal === undefined ? {} : { refusal }
          for (const response of [unknown, wrong, hook])
            expectAnswer(endpoint, present(response, 'response'), told)
        } else if (endpoint.auth === 'webhook') {
          const missing = { code: 'REQUEST_VARIABLE_MISSING', var_name: 'api_key' }
          expectError(unknown, 400, missing)
          expectError(wrong, 400, missing)
          expectError(hook, 400, { code: 'BAD_REQUEST', msg: 'Invalid API key' })
        } else {
          expectError(unknown, 401, { code: 'UNAUTHORIZED' })
          expectError(wrong, 401, { code: 'INVALID_API_KEY' })
          expectError(hook, 401, { code: 'UNAUTHORIZED' })
          const scheme = endpoint.path.startsWith('/json/') ? 'Session' : 'Basic'
          for (const response of [unknown, wrong, hook]) {
            expect(present(response, 'response').headers['www-authenticate']).toBe(
              `${scheme} realm="zulip"`,
            )
          }
        }
      },
    )
  })

  describe('methods that a path does not take', () => {
    it.each([...new Set(endpoints.map(({ path }) => path))])(
      '%s refuses other methods before it asks for credentials',
      async (path) => {
        const here = endpoints.filter((endpoint) => endpoint.path === path)
        const hasPage = here.some((endpoint) => endpoint.hasPage)
        const allowed = here
          .flatMap(({ method, takesAnyMethod }) => (takesAnyMethod ? allMethods : [method]))
          .concat(hasPage ? ['GET'] : [])
          .sort()
        const isAllowed = (name: string) =>
          name === 'HEAD' ? hasPage : allowed.includes(name as never)
        for (const method of methods.filter((name) => !isAllowed(name))) {
          const response = await ask(method, path)
          expect(response.headers['allow']).toBe(allowed.join(', '))
          if (method === 'HEAD') expect(response.status).toBe(405)
          else {
            expectError(response, 405, { code: 'METHOD_NOT_ALLOWED', allowed_methods: allowed })
          }
        }
        const described = expectSuccess(await ask('OPTIONS', path))
        expect(described['allowed_methods']).toEqual(allowed)
      },
    )
  })

  describe('a path that does not exist', () => {
    it.each([
      '/api/v1',
      '/api/v1/',
      '/api/v2/messages',
      '/api/v1/nothing',
      '/api/v1/messages/nothing/here',
      '/api/v1/users/me/nothing',
      '/api/v1/external',
      '/api/v1/%2e%2e/%2e%2e/etc/passwd',
      '/api/v1/streams/%FF/nothing',
      '/api/nothing',
      '/json/nothing',
      '/json',
    ])('%s gets an answer in JSON', async (path) => {
      for (const method of methods) {
        const response = await ask(method, path)
        if (method === 'HEAD') expect(response.status).toBe(404)
        else expectError(response, 404, { code: 'BAD_REQUEST' })
      }
    })
  })

  const ask = async (
    method: (typeof methods)[number] | 'OPTIONS',
    path: string,
  ): Promise<Response> => {
    const name = method.toLowerCase() as Lowercase<typeof method>
    return request(server.url)
      [name](path)
      .agent(connections)
      .redirects(0)
      .set('Accept', 'text/html')
  }
})
