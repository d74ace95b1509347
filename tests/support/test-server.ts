import { randomBytes } from 'node:crypto'
import type { Test } from 'supertest'
import type { Queryable } from '../../src/server/data/engine/database'
import { roles } from '../../src/shared/rules/roles'
import type { RealmRow } from '../../src/server/data/schema'
import { shapedLike } from './checked'
import { ownerEmail, ownerPassword, testSettings } from './config'
import { call, Person } from './person'
import type { Arguments, Method } from './person'
import type { Door } from './shared-server/door'
import { findSharedServer } from './shared-server/shared-server'
import type { Limits } from './shared-server/shared-server'

export interface TestStream {
  id: number
  name: string
}

export interface StreamOptions {
  subscribers?: readonly Person[]
  inviteOnly?: boolean
  description?: string
}

/** An organization at a server, over real stores and real HTTP. */
export class TestServer {
  constructor(
    readonly door: Door,
    readonly url: string,
    /** Subdomain of the organization; empty: the default one. */
    readonly subdomain: string,
    /** Id of the organization. */
    readonly realmId: number,
    /** Its owner. */
    readonly owner: Person,
  ) {}

  /** The server's database, for facts that the API does not show. */
  get db(): Queryable {
    if (!this.door.db)
      throw new Error('The database of a server that runs elsewhere is out of reach.')
    return this.door.db
  }

  /** Host that names the organization. */
  get host(): string {
    return this.owner.host ?? new URL(this.url).hostname
  }

  /** A request without credentials. */
  call(method: Method, path: string): Test {
    return call(this.owner, method, path)
  }

  /**
   * Another organization at the same server, created here. The host of its owner names it: `<name>.localhost`
   * at a server of the test's own, else with this organization's subdomain behind the name.
   */
  async realm(name: string): Promise<TestServer> {
    const email = `owner@${name}.test`
    const subdomain = this.subdomain === '' ? name : `${name}-${this.subdomain}`
    const { realmId, userId, apiKey } = await this.door.createRealm({
      stringId: subdomain,
      name: fullNameOf(name),
      owner: { email, fullName: 'Owner', password: `password of ${name}` },
    })
    // At a server of the test's own, the address belongs to the default organization.
    const host =
      this.subdomain === ''
        ? `${subdomain}.localhost`
        : new URL(this.url).host.replace(this.subdomain, subdomain)
    const person = new Person(this.url, userId, email, apiKey, 'Owner', host)
    return new TestServer(this.door, this.url, subdomain, realmId, person)
  }

  /** Changes the organization in the database like an operator, and invalidates the server's cache. */
  async changeRealm(changes: Partial<Omit<RealmRow, 'id' | 'created_at'>>): Promise<void> {
    await this.db.updateTable('realms').set(changes).where('id', '=', this.realmId).execute()
    await this.door.announce([{ realmId: this.realmId, userIds: null }])
  }

  /** Lets the minute of calls of all accounts begin anew: tests follow one another faster than the days of people. */
  async forgetCalls(): Promise<void> {
    if (!this.door.forgetCalls) return
    const accounts = await this.db
      .selectFrom('users')
      .select('id')
      .where('realm_id', '=', this.realmId)
      .where('is_bot', '=', false)
      .execute()
    await this.door.forgetCalls(accounts.map(({ id }) => id))
  }

  /** New people with these names. */
  async users<N extends string[]>(...names: N): Promise<{ [K in keyof N]: Person }> {
    const people: Person[] = []
    // One after the other, so that ids ascend in the order of the names.
    for (const name of names) people.push(await this.user(name))
    return people as { [K in keyof N]: Person }
  }

  async user(name: string, role?: 'guest' | 'moderator' | 'administrator'): Promise<Person> {
    const email = `${name}@parley.test`
    const created = await this.owner.post('/users', {
      email,
      password: `password of ${name}`,
      full_name: fullNameOf(name),
      short_name: name,
    })
    if (created.status !== 200) throw new Error(`create ${name}: ${created.text}`)
    const id = shapedLike(created.body, { user_id: 0 }).user_id
    if (role) {
      const changes = { role: roles[role] }
      const changed = await this.owner.patch(`/users/${id}`, changes)
      if (changed.status !== 200) throw new Error(`change ${name}: ${changed.text}`)
    }
    const { api_key: apiKey } = this.door.db
      ? await this.db
          .selectFrom('users')
          .select('api_key')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      : { api_key: (await this.logIn(email, `password of ${name}`)).apiKey }
    return new Person(this.url, id, email, apiKey, fullNameOf(name), this.owner.host)
  }

  /** An existing account's person; fetches the API key with email and password. */
  async logIn(email: string, password: string): Promise<Person> {
    const response = await this.call('post', '/fetch_api_key')
      .type('form')
      .send({ username: email, password })
    if (response.status !== 200) throw new Error(`log in ${email}: ${response.text}`)
    const { user_id: id, api_key: apiKey } = shapedLike(response.body, { user_id: 0, api_key: '' })
    return new Person(this.url, id, email, apiKey, email, this.owner.host)
  }

  /** A bot of a person: type 1 generic, 2 incoming webhook, 3 outgoing webhook. */
  async bot(
    owner: Person,
    name: string,
    type: 1 | 2 | 3 = 1,
    further: Arguments = {},
  ): Promise<Person> {
    const created = await owner.post('/bots', {
      full_name: fullNameOf(name),
      short_name: name,
      bot_type: type,
      ...further,
    })
    if (created.status !== 200) throw new Error(`create bot ${name}: ${created.text}`)
    const { user_id: id, api_key: apiKey } = shapedLike(created.body, { user_id: 0, api_key: '' })
    const { email } = this.door.db
      ? await this.db
          .selectFrom('users')
          .select('email')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      : (await this.owner.call('GET /users/{user_id}', { user_id: id })).user
    return new Person(this.url, id, email, apiKey, fullNameOf(name), this.owner.host)
  }

  /** A stream created by its first subscriber, else by the owner, who then leaves it. */
  async stream(name: string, options: StreamOptions = {}): Promise<TestStream> {
    const [creator = this.owner, ...others] = options.subscribers ?? []
    const principals = [creator, ...others].map((person) => person.email)
    const created = await creator.post('/users/me/subscriptions', {
      subscriptions: [{ name, description: options.description ?? '' }],
      invite_only: options.inviteOnly ?? false,
      principals,
    })
    if (created.status !== 200) throw new Error(`create stream ${name}: ${created.text}`)
    const id = await this.#idOfStream(name, creator)
    if (!options.subscribers && !options.inviteOnly) {
      await creator.delete('/users/me/subscriptions', { subscriptions: [name] })
    }
    return { id, name }
  }

  /** A statement costs less than a call, and tests make many streams. The server may store another spelling of a name. */
  async #idOfStream(name: string, subscriber: Person): Promise<number> {
    const stored = await this.door.db
      ?.selectFrom('streams')
      .select('id')
      .where('realm_id', '=', this.realmId)
      .where('name', '=', name)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    return stored?.id ?? (await subscriber.call('GET /get_stream_id', { stream: name })).stream_id
  }
}

/**
 * A new organization for the tests of a `describe` block, at a server in another process: the built one,
 * which all files with the same limits share.
 */
export function useTestServer({ limits = 'off' }: { limits?: Limits } = {}): TestServer {
  let server: TestServer | undefined
  beforeAll(async () => {
    server = await organizationAt(await findSharedServer(limits))
  })
  return standIn(() => server)
}

/** A new organization, with nothing but its owner. */
export async function organizationAt({
  baseUrl,
  door,
}: {
  baseUrl: URL
  door: Door
}): Promise<TestServer> {
  const subdomain = `t${randomBytes(5).toString('hex')}`
  const owner = { email: ownerEmail, fullName: 'Owner', password: ownerPassword }
  const { realmId, userId, apiKey } = await door.createRealm({
    stringId: subdomain,
    name: testSettings.PARLEY_REALM_NAME,
    owner,
  })
  const url = `${baseUrl.protocol}//${subdomain}.${baseUrl.host}`
  const person = new Person(url, userId, ownerEmail, apiKey, 'Owner')
  return new TestServer(door, url, subdomain, realmId, person)
}

/** The server exists only after `beforeAll`, but tests name it before. */
export function standIn<Server extends TestServer>(find: () => Server | undefined): Server {
  return new Proxy({} as Server, {
    get(_target, name) {
      const server = find()
      if (!server) throw new Error('The server of the tests was not started.')
      const value = Reflect.get(server, name) as unknown
      return typeof value === 'function' ? (value.bind(server) as unknown) : value
    },
  })
}

function fullNameOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
