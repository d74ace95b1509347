import type { Response } from 'supertest'
import { expectSuccess } from './expectations'
import { callAt, encode } from './person'
import type { Arguments, Method, Person } from './person'

/** A browser that keeps its session cookie, and marks each call as made by its own page. */
export class Browser {
  /** `name=value` of the cookie; absent: logged out. */
  cookie: string | undefined
  /** The most recent Set-Cookie header. */
  setCookie: string | undefined

  constructor(
    readonly url: string,
    readonly options: { host?: string | undefined; headers?: Record<string, string> } = {},
  ) {}

  /** The same browser at another worker, host or page, with its current cookie. */
  as(url: string, options: Browser['options'] = this.options): Browser {
    const other = new Browser(url, { ...this.options, ...options })
    other.cookie = this.cookie
    return other
  }

  async logIn(email: string, password: string): Promise<Response> {
    return this.call('post', '/json/session', { email, password })
  }

  async get(path: string, args: Arguments = {}): Promise<Response> {
    return this.call('get', path, args)
  }

  async post(path: string, args: Arguments = {}): Promise<Response> {
    return this.call('post', path, args)
  }

  async delete(path: string, args: Arguments = {}): Promise<Response> {
    return this.call('delete', path, args)
  }

  async call(method: Method, path: string, args: Arguments = {}): Promise<Response> {
    const { host, headers } = this.options
    const test = callAt({ url: this.url, host }, method, path).set({
      'Sec-Fetch-Site': 'same-origin',
      ...headers,
      ...(this.cookie !== undefined && { Cookie: this.cookie }),
    })
    const sent = method === 'get' ? test.query(encode(args)) : test.type('form').send(encode(args))
    const response = await sent
    this.keepCookie(response)
    return response
  }

  private keepCookie(response: Response): void {
    const [setCookie] = (response.headers['set-cookie'] as unknown as string[] | undefined) ?? []
    if (setCookie === undefined) return
    this.setCookie = setCookie
    const [pair = ''] = setCookie.split(';')
    this.cookie = setCookie.includes('Max-Age=0') ? undefined : pair
  }
}

/** The password of people made for tests. */
export function passwordOf({ fullName }: Pick<Person, 'fullName'>): string {
  return `password of ${fullName.toLowerCase()}`
}

/** A browser with a new session of a person. */
export async function browserOf(
  person: Person,
  headers: Record<string, string> = {},
): Promise<Browser> {
  const browser = new Browser(person.url, { host: person.host, headers })
  expectSuccess(await browser.logIn(person.email, passwordOf(person)))
  return browser
}

/** A session as its owner sees it. */
export interface ListedSession {
  id: number
  is_current: boolean
  browser: string
  ip_address: string
  created_at: number
  last_used_at: number
}

export async function sessionsOf(browser: Browser): Promise<ListedSession[]> {
  return expectSuccess(await browser.get('/json/sessions'))['sessions'] as ListedSession[]
}
