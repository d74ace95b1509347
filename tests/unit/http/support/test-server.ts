import { connect } from 'node:net'

import supertest from 'supertest'

import type { AppContext } from '../../../../src/server/context'
import type { Endpoint } from '../../../../src/server/http/declare/endpoint'
import { createHttpServer } from '../../../../src/server/http/pipeline/listen'
import type { HttpServer, HttpServerOptions } from '../../../../src/server/http/pipeline/listen'
import { createRequestListener } from '../../../../src/server/start/server'
import { fakeAccounts } from './fake-accounts'
import { fakeContext } from './fake-context'
import type { FakeSettings } from './fake-context'

export interface TestServer {
  ctx: AppContext
  logged: Record<string, unknown>[]
  http: HttpServer
  port: number
  /** Sends requests as an HTTP client. */
  call: ReturnType<typeof supertest>
  /** Sends raw bytes. @returns all received bytes, once the server has hung up */
  raw(...chunks: (string | Buffer)[]): Promise<string>
}

/** A listening server with these endpoints, for the tests of one `describe`. */
export function useServer(
  endpoints: readonly Endpoint[],
  settings: FakeSettings & HttpServerOptions = {},
): TestServer {
  const { ctx, logged } = fakeContext(settings)
  const listener = createRequestListener(ctx, endpoints, fakeAccounts)
  const http = createHttpServer(listener, settings)
  const server: TestServer = {
    ctx,
    logged,
    http,
    port: 0,
    call: supertest(http.server),
    raw: (...chunks) => exchangeBytes(server.port, chunks),
  }
  beforeAll(async () => {
    server.port = await http.listen(0, '127.0.0.1')
    server.call = supertest(`http://127.0.0.1:${server.port}`)
  })
  afterAll(() => http.close(1000))
  return server
}

function exchangeBytes(port: number, chunks: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    // The server may reset the connection after its answer.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(Buffer.concat(received).toString('utf8')))
    for (const chunk of chunks) socket.write(chunk)
  })
}

/** JSON body of an answer of `raw`. */
export function bodyOf(answer: string): unknown {
  return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))
}
