import type { IncomingMessage } from 'node:http'
import type { TSchema } from '@sinclair/typebox'
import request from 'supertest'
import type { Response } from 'supertest'

/** Members of answers and events that hold an address, by their name. */
const isNameOfAddress = (name: string) => /(^|_)(url|uri|link|icon|path_id)$/.test(name)

/** An address, and the answer, event, page or mail that handed it out. */
interface HandedOut {
  from: string
  url: URL
}

interface Credentials {
  email: string
  apiKey: string
}

/** Places that a reader of this server's addresses cannot check, each with its reason. */
const unchecked: readonly { reason: string; holds(url: URL, isOurs: boolean): boolean }[] = [
  { reason: 'another host answers it', holds: (_url, isOurs) => !isOurs },
  {
    reason: 'it passes on a picture of another host',
    holds: ({ pathname }) => pathname.startsWith('/external_content/'),
  },
  {
    reason: 'a provider sends browsers back to it, in the middle of a login',
    holds: ({ pathname }) => pathname.startsWith('/complete/'),
  },
  {
    reason: 'a directory opens it, with its token',
    holds: ({ pathname }) => pathname.startsWith('/scim/v2'),
  },
]

/**
 * Collects the addresses of a server from answers, events, pages and mails, one of each shape: addresses that differ in
 * ids and keys alone are one.
 */
export class Addresses {
  /** Names of the members of answers that had an address of this server. */
  readonly members = new Set<string>()
  readonly #shapes = new Set<string>()
  #unfetched: HandedOut[] = []

  /** @param home the address of the server, which relative addresses begin with */
  constructor(
    private readonly home: string,
    private readonly isOurHost = (host: string) => host === new URL(home).host,
  ) {}

  /** Takes the links and files of a page, without its texts, which show how to call the API. */
  takePage(from: string, html: string): void {
    for (const [, address = ''] of html.matchAll(inHtml)) this.#add(from, decoded(address))
  }

  /** Takes the addresses of an answer in JSON, of HTML or of plain text. */
  take(from: string, value: unknown, member = ''): void {
    if (typeof value === 'string') this.#takeText(from, value, member)
    else if (Array.isArray(value)) for (const each of value) this.take(from, each, member)
    else if (value !== null && typeof value === 'object') {
      for (const [name, each] of Object.entries(value)) this.take(from, each, name)
    }
  }

  #takeText(from: string, text: string, member: string): void {
    if (isNameOfAddress(member)) {
      if (text !== '')
        this.#add(from, member === 'path_id' ? `/user_uploads/${text}` : text, member)
      return
    }
    this.takePage(from, text)
    for (const [address] of text.matchAll(inText)) this.#add(from, decoded(address))
  }

  #add(from: string, address: string, member?: string): void {
    if (!URL.canParse(address, this.home)) throw new Error(`${from}: ${address} is no address`)
    const url = new URL(address, this.home)
    const isOurs = /^https?:$/.test(url.protocol) && this.isOurHost(url.host)
    if (unchecked.some((rule) => rule.holds(url, isOurs))) return
    if (member !== undefined) this.members.add(member)
    const shape = shapeOf(url)
    if (this.#shapes.has(shape)) return
    this.#shapes.add(shape)
    this.#unfetched.push({ from, url })
  }

  /**
   * Fetches the new ones; answers those that lead nowhere. Call it after each step, since a later one may remove a file.
   *
   * @param url of the server
   * @param credentials of the reader; absent for mails, whose links open before the log-in
   */
  async findDead(server: string, credentials?: Credentials): Promise<string[]> {
    const dead: string[] = []
    for (let next = this.#unfetched.shift(); next; next = this.#unfetched.shift()) {
      const { from, url } = next
      const asked = request(server)
        .get(url.pathname + url.search)
        .set('Host', url.host)
        .set('Accept-Encoding', 'identity')
        .redirects(0)
        .buffer(true)
        .parse(withoutBody)
      if (credentials) void asked.auth(credentials.email, credentials.apiKey)
      const { status, headers } = await asked
      const location = headers['location']
      if (status === 302 && location !== undefined) this.#add(`${from}, redirected`, location)
      else if (status !== 200) dead.push(`${from}: ${url.href} answers ${status}`)
    }
    return dead
  }
}

function withoutBody(response: Response, done: (error: null, body: unknown) => void): void {
  const stream = response as unknown as IncomingMessage
  stream.resume().on('end', () => done(null, {}))
}

const inHtml = /\s(?:href|src|poster|data-original-url|data-original-src)="([^"]+)"/g
const inText = /https?:\/\/[^\s"'<>()[\]`\\]+/g

function decoded(address: string): string {
  return address
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")
    .replace(/[.,:;]$/, '')
}

/** The path without ids, keys and names of files. */
function shapeOf({ host, pathname }: URL): string {
  const parts = pathname.split('/').map((part) =>
    part
      .replace(/^[\w-]{20,}(?=$|[.])/, '~')
      .replaceAll(/[0-9a-f]{16,}/g, '~')
      .replaceAll(/\d+/g, '#'),
  )
  return `${host}${parts.join('/')}`
}

/** The names of a schema's members that hold addresses. */
export function addressNamesOf(schema: TSchema, known = new Set<TSchema>()): string[] {
  if (known.has(schema)) return []
  known.add(schema)
  const { properties = {}, patternProperties = {}, anyOf = [], allOf = [], items } = schema as Parts
  const members = Object.values(properties)
  const others = [...members, ...Object.values(patternProperties), ...anyOf, ...allOf]
  const parts = [...others, ...(items ? [items].flat() : [])]
  const own = Object.keys(properties).filter(isNameOfAddress)
  return [...own, ...parts.flatMap((part) => addressNamesOf(part, known))]
}

interface Parts {
  properties?: Record<string, TSchema>
  patternProperties?: Record<string, TSchema>
  anyOf?: TSchema[]
  allOf?: TSchema[]
  items?: TSchema | TSchema[]
}
