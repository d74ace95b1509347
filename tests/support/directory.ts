import { asRecord, asRecords, asText } from './checked'
import { expectSuccess } from './expectations'
import type { Person } from './person'

/** An answer of SCIM; the body of a 204 is an empty record. */
export interface ScimAnswer {
  status: number
  type: string | null
  headers: Headers
  body: Record<string, unknown>
}

/** A directory such as Okta or Entra, which calls SCIM with a token. */
export class Directory {
  private constructor(
    private readonly serverUrl: string,
    readonly token: string,
    readonly tokenId: number,
  ) {}

  /** A directory with a token that an owner makes. */
  static async of(owner: Person, serverUrl: string, name = 'Okta'): Promise<Directory> {
    const made = expectSuccess(await owner.post('/realm/scim_tokens', { name }))
    const { id } = asRecord(made['scim_token'])
    return new Directory(serverUrl, asText(made['token']), Number(id))
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ScimAnswer> {
    const response = await fetch(`${this.serverUrl}/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      headers: response.headers,
      body: text === '' ? {} : asRecord(JSON.parse(text)),
    }
  }

  /** The body of a call that succeeds. */
  async ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const answer = await this.call(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** The resources of a filter. */
  async find(collection: 'Users' | 'Groups', filter: string): Promise<Record<string, unknown>[]> {
    const list = await this.ask('GET', `/${collection}?filter=${encodeURIComponent(filter)}`)
    return asRecords(list['Resources'])
  }

  /** Makes a user, and answers the id. */
  async hire(name: string, more: Record<string, unknown> = {}): Promise<string> {
    const [formatted, userName] = [`${name} Smith`, `${name.toLowerCase()}@example.com`]
    const user = { userName, name: { formatted }, active: true, ...more }
    return asText((await this.ask('POST', '/Users', user))['id'])
  }
}
