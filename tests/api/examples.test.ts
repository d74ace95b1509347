import request from 'supertest'
import type { Response } from 'supertest'
import { endpoints } from '../../src/server/start/endpoints'
import type { Endpoint } from '../../src/server/http/declare/endpoint'
import { openApiDocument } from '../../src/server/http/openapi/document'
import { curlExample } from '../../src/server/http/pages/curl-example'
import { parseCurl } from '../support/curl-command'
import { methodOf } from '../support/person'
import { beginningOf } from '../support/raw-call'
import { sampleCall } from '../support/sample-calls'
import type { SampleCall } from '../support/sample-calls'
import { useOwnServer } from '../support/own-server'

/** An example that waits for its answer longer than this is of no use. */
const patienceMs = 10_000

describe('each example of the page at /api', () => {
  const server = useOwnServer()
  const document = openApiDocument(endpoints, { serverUrl: '' })

  it.each(endpoints.map((endpoint) => [endpoint.method, endpoint.path, endpoint] as const))(
    '%s %s works as it is printed, once its capitals are filled in',
    async (_method, path, endpoint) => {
      const method = methodOf(endpoint.method)
      const operation = document.paths[path]?.[method]
      if (!operation) throw new Error('It is not in the document.')
      const printed = curlExample({ method: endpoint.method, path, operation, serverUrl: '' })
      const call = await sampleCall(server, endpoint)
      const command = fillIn(printed, call)
      const { status, text } = await run(command, endpoint, call)
      if (call.refusal !== undefined) expect(text).toContain(call.refusal.msg)
      else if (![200, 302].includes(status)) throw new Error(`${status} ${text} of\n${command}`)
    },
  )

  /** `STREAM_ID` and `[MESSAGES]` are what the sample call has for `stream_id` and `messages`. */
  function fillIn(printed: string, { caller, args }: SampleCall): string {
    const credentials = caller ? `${caller.email}:${caller.apiKey}` : ''
    return printed
      .replace('EMAIL:API_KEY', credentials)
      .replaceAll(/(\[|%5B|\b)(?<!@)([A-Z]{2}[A-Z_]+)\b/g, (_, before: string, name: string) => {
        const text = args[name.toLowerCase()]
        if (text === undefined) return before + name
        return before + (before === '' ? text : text.replace(/^\[(.*)\]$/, '$1'))
      })
  }

  async function run(
    command: string,
    endpoint: Endpoint,
    { caller, file }: SampleCall,
  ): Promise<Response> {
    const { method, url, headers, credentials, body, files } = parseCurl(command)
    const test = request(server.url)
      [methodOf(method)](url)
      .timeout({ response: patienceMs })
      .redirects(0)
      .set(headers)
    if (caller?.host !== undefined) void test.set('Host', caller.host)
    if (credentials !== undefined) {
      const [email = '', key = ''] = credentials.split(':')
      void test.auth(email, key)
    }
    if (endpoint.isEventStream) void test.buffer(true).parse(beginningOf)
    for (const field of Object.keys(files)) {
      if (file) void test.attach(field, file.bytes, { filename: file.name, contentType: file.type })
    }
    return body === undefined ? test : test.send(body)
  }
})
