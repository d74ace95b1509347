import type { Response } from 'supertest'
import { callAt, encode } from './person'
import type { Arguments, Method } from './person'

/** A browser that keeps the cookie of its session, and says of each call that its own page makes it. */
export class Browser {
  /** `name=value` of the cookie; absent: logged out. */
  cookie: string | undefined
  /** The cookie with its attributes, as it was set last. */
  setCookie: string | undefined

  constructor(
    readonly url: string,
    readonly options: { host?: string | undefined; headers?: Record<string, string> } = {},
  ) {}

  /** The same browser at another worker, host or page, with the cookie that it has now. */
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
