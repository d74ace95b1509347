import { asRecord } from '../support/checked'
import type { Arguments, Person } from '../support/person'

/**
 * How a client program encodes the path and arguments of a request.
 * Source: docs/protocol/requests.md#encodings.
 */
export interface Habits {
  /** Its User-Agent header. */
  userAgent: string
  /** Encodes values other than strings. */
  encode(value: unknown): string
  /** Whether a method's body is multipart instead of urlencoded. */
  isMultipart?(method: Verb): boolean
  /** Whether a method has its arguments in the URL. */
  usesQuery(method: Verb): boolean
}

export type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Reply {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

/** A client program with a person's account: sends the same bytes as the real one. */
export class Program {
  constructor(
    readonly person: Person,
    readonly habits: Habits,
  ) {}

  /** @param path below `/api/v1`, exactly as the program spells it */
  async call(verb: Verb, path: string, args: Arguments = {}): Promise<Reply> {
    const fields = this.#fieldsOf(args)
    const query = this.habits.usesQuery(verb) ? `?${new URLSearchParams(fields).toString()}` : ''
    const init: RequestInit = { method: verb, headers: this.#headers() }
    if (!this.habits.usesQuery(verb)) init.body = this.#bodyOf(verb, fields)
    return this.fetch(`/api/v1${path}${query}`, init)
  }

  /** A call that must succeed; answers the body. */
  async succeed(verb: Verb, path: string, args: Arguments = {}): Promise<Record<string, unknown>> {
    const { status, body } = await this.call(verb, path, args)
    const what = `${verb} ${path}`
    expect({ what, status, body }).toMatchObject({
      what,
      status: 200,
      body: { result: 'success', msg: '' },
    })
    return body
  }

  /** A request in any other form. */
  async fetch(path: string, init: RequestInit = {}): Promise<Reply> {
    const response = await fetch(`${this.person.url}${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...this.#headers(), ...(init.headers as Record<string, string> | undefined) },
    })
    const text = await response.text()
    expect(response.headers.get('content-type')).toMatch(/^application\/json/)
    return {
      status: response.status,
      headers: response.headers,
      body: asRecord(JSON.parse(text)),
    }
  }

  #headers(): Record<string, string> {
    const { email, apiKey } = this.person
    return {
      'User-Agent': this.habits.userAgent,
      Authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
    }
  }

  #fieldsOf(args: Arguments): Record<string, string> {
    const given = Object.entries(args).filter(([, value]) => value !== undefined)
    return Object.fromEntries(
      given.map(([name, value]) => [
        name,
        typeof value === 'string' ? value : this.habits.encode(value),
      ]),
    )
  }

  #bodyOf(verb: Verb, fields: Record<string, string>): FormData | URLSearchParams {
    if (!this.habits.isMultipart?.(verb)) return new URLSearchParams(fields)
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    return form
  }
}
