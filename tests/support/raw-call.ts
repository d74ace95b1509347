import type { IncomingMessage } from 'node:http'
import type { Response, Test } from 'supertest'
import { pathParamNames } from '../../src/server/http/declare/endpoint'
import type { Endpoint } from '../../src/server/http/declare/endpoint'
import { callAt, methodOf } from './person'
import { exchange, patienceMs } from './plain-call'
import type { Answer, Body } from './plain-call'
import type { SampleCall, SampleFile } from './sample-calls'
import type { TestServer } from './test-server'

/** Carriers of the arguments that are not in the path. */
export type Carrier = 'query' | 'form' | 'multipart'

/** Webhooks use the query: their body belongs to the sender. */
export function usualCarrier({ method, auth }: Endpoint): Carrier {
  return method === 'GET' || auth === 'webhook' ? 'query' : 'form'
}

/** Arguments that are percent-encoded already, so that they can contain bytes that are not text. */
export type EncodedArguments = Readonly<Record<string, string>>

export function encodeAll(args: Readonly<Record<string, string>>): EncodedArguments {
  const encoded = Object.entries(args).map(([name, text]) => [name, encodeURIComponent(text)])
  return Object.fromEntries(encoded) as EncodedArguments
}

/** The path of an endpoint with its arguments in place. */
export function pathOf(endpoint: Endpoint, args: EncodedArguments): string {
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => args[name] ?? '')
}

/** `a=1&b=2`, of the arguments that are not in the path. */
export function formOf(endpoint: Endpoint, args: EncodedArguments): string {
  const inPath = pathParamNames(endpoint.path)
  return Object.entries(args)
    .filter(([name]) => !inPath.includes(name))
    .map(([name, encoded]) => `${name}=${encoded}`)
    .join('&')
}

/** A request to an endpoint by the caller of the sample call; body and headers are up to the test. */
export function requestOf(
  server: TestServer,
  endpoint: Endpoint,
  { caller }: Pick<SampleCall, 'caller'>,
  pathAndQuery: string,
): Test {
  const method = methodOf(endpoint.method)
  const test = callAt({ url: server.url, host: caller?.host }, method, pathAndQuery)
    .timeout({ response: patienceMs })
    .redirects(0)
  if (endpoint.isEventStream) void test.buffer(true).parse(beginningOf)
  return caller ? test.auth(caller.email, caller.apiKey) : test
}

/** Reads an answer that may be endless: the beginning of a stream, or a whole refusal. */
export function beginningOf(
  response: Response,
  done: (error: Error | null, body: unknown) => void,
): void {
  const body = response as unknown as IncomingMessage & { text: string }
  body.text = ''
  const isStream = body.headers['content-type']?.startsWith('text/event-stream') ?? false
  body.setEncoding('utf8')
  body.on('data', (chunk: string) => {
    body.text += chunk
    if (!isStream) return
    body.removeAllListeners('error').on('error', () => undefined)
    body.destroy()
    done(null, {})
  })
  if (!isStream) body.on('end', () => done(null, JSON.parse(body.text)))
}

/** Calls an endpoint with these arguments. */
export async function callWith(
  server: TestServer,
  endpoint: Endpoint,
  call: SampleCall,
  args: EncodedArguments,
  carrier: Carrier = usualCarrier(endpoint),
): Promise<Answer> {
  const path = pathOf(endpoint, args)
  const form = formOf(endpoint, args)
  const address = carrier === 'query' ? `${path}?${form}` : path
  if (call.payload) {
    const payload = { type: 'application/json', content: JSON.stringify(call.payload) }
    return callPlainly(server, endpoint, call, address, payload)
  }
  if (call.file) {
    const test = requestOf(server, endpoint, call, address)
    return sendFile(test, call.file, carrier === 'query' ? '' : form)
  }
  if (carrier === 'multipart') {
    const test = requestOf(server, endpoint, call, address)
    for (const [name, text] of new URLSearchParams(form)) void test.field(name, text)
    return test
  }
  const body = carrier === 'form' ? { type: formType, content: form } : undefined
  return callPlainly(server, endpoint, call, address, body)
}

const formType = 'application/x-www-form-urlencoded'

/** A request to an endpoint by the caller of the sample call, without the cost of a client that knows everything. */
export async function callPlainly(
  server: TestServer,
  endpoint: Endpoint,
  { caller }: Pick<SampleCall, 'caller'>,
  pathAndQuery: string,
  body?: Body,
): Promise<Answer> {
  return exchange(endpoint.method, `${server.url}${pathAndQuery}`, { caller, body })
}

/** Sends a file in a multipart form, with these fields beside it. */
export async function sendFile(
  test: Test,
  { name, type, bytes }: SampleFile,
  form = '',
): Promise<Response> {
  for (const [field, text] of new URLSearchParams(form)) void test.field(field, text)
  return test.attach(name, bytes, { filename: name, contentType: type })
}
