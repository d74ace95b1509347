import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, IncomingHttpHeaders } from 'node:http'
import type { Arguments } from '../arguments/arguments'
import { memoize } from '../../lib/memo'
import type { HangUpSignal } from '../../events/queues'
import type { Exchange } from './exchange'
import type { ApiRequest } from '../declare/endpoint'
import { loginCookie, loginKeyOf } from './login-cookie'
import { forgottenCookies, sessionCookies, sessionTokenOf } from './session-cookie'

/** Width of the column for client names. Source: docs/protocol/requests.md#client-name-length. */
const maxCharacters = 30
const unnamed = 'Unspecified'

/**
 * The program that sent a request, never empty: its `client` argument, else the beginning of the User-Agent.
 * Source: docs/protocol/requests.md#client-name.
 */
export function clientNameOf(request: IncomingMessage, args: Arguments): string {
  return (
    tidy(args.query.get('client') ?? args.form.get('client') ?? '') ||
    nameInUserAgent(request.headers['user-agent'] ?? '') ||
    unnamed
  )
}

const nameInUserAgent = memoize((header) => tidy(userAgentName(header)))

/** The first word, extended up to the next slash, parenthesis or digit: `curl/7.58.0` is `curl`. */
function userAgentName(header: string): string {
  const bytes = Buffer.from(header, 'latin1')
  const userAgent = isUtf8(bytes) ? bytes.toString('utf8') : header
  return /^[^/ ]*[^0-9/(]*/.exec(userAgent)?.[0] ?? ''
}

function tidy(name: string): string {
  const printable = name.replace(/\p{Cc}/gu, '').trim()
  return Array.from(printable).slice(0, maxCharacters).join('').trim()
}

/** The facts of an exchange for handlers; most are computed on access. */
export class RequestFacts implements ApiRequest {
  readonly rawBody?: Buffer

  constructor(
    private readonly exchange: Exchange,
    args: Arguments,
    readonly clientName: string,
  ) {
    if (args.rawBody) this.rawBody = args.rawBody
  }

  get id(): string {
    return this.exchange.id
  }

  get subdomain(): string {
    return this.exchange.subdomain
  }

  get origin(): string {
    return this.exchange.origin
  }

  get ip(): string {
    return this.exchange.ip
  }

  get signal(): HangUpSignal {
    return this.exchange.signal
  }

  get sessionToken(): string | undefined {
    return sessionTokenOf(this.exchange)
  }

  keepSession(token: string): void {
    this.exchange.headers['Set-Cookie'] = sessionCookies(this.exchange, token)
  }

  forgetSession(): void {
    this.exchange.headers['Set-Cookie'] = forgottenCookies(this.exchange)
  }

  get loginKey(): string | undefined {
    return loginKeyOf(this.exchange)
  }

  keepLoginKey(key: string): void {
    this.exchange.headers['Set-Cookie'] = [loginCookie(this.exchange, key)]
  }

  note(facts: Readonly<Record<string, unknown>>): void {
    Object.assign(this.exchange.notes, facts)
  }

  get headers(): IncomingHttpHeaders {
    return this.exchange.request.headers
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.exchange.target.query)
  }
}
