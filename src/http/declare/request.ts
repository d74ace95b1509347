import type { IncomingHttpHeaders } from 'node:http'

import type { HangUpSignal } from '../../events/queues'

/** What a handler may know about the request beside its arguments. */
export interface ApiRequest {
  /** Id of the request in the log and in the `X-Request-Id` header. */
  readonly id: string
  /** The program that sent the request, never empty. Source: protocol notes 1.6. */
  readonly clientName: string
  /** Which organisation the Host header names; `''` is the root one. Source: protocol notes 2.3. */
  readonly subdomain: string
  /** `https://chat.example.com`: this server as the client sees it. */
  readonly origin: string
  /** Address of the client. */
  readonly ip: string
  readonly headers: IncomingHttpHeaders
  /** Aborts when the client goes away before it got its answer. */
  readonly signal: HangUpSignal
  /** The body as it came; only for webhooks, whose senders choose its format. */
  readonly rawBody?: Buffer
  /** The query of the URL alone, without the arguments of the body. */
  readonly query: URLSearchParams
}
