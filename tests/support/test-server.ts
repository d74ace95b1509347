import { endpoints } from '../../src/api'
import { createContext } from '../../src/context'
import type { AppContext, ContextOverrides } from '../../src/context'
import { migrate } from '../../src/db/migrate'
import type { StreamRow } from '../../src/db/schema'
import { createHttpServer } from '../../src/http/listen'
import type { HttpServer } from '../../src/http/listen'
import { createApp } from '../../src/server'
import { ensureDefaultRealm } from '../../src/services/realms'
import { ownerApiKey, ownerEmail, testConfig } from './config'
import { Person } from './person'
import { createTestStores } from './stores'
import type { TestStores } from './stores'

export interface StreamOptions {
  subscribers?: readonly Person[]
  inviteOnly?: boolean
  description?: string
}

/** A worker inside the test's own process, over real stores and real HTTP. */
export class TestServer {
  constructor(
    readonly ctx: AppContext,
    readonly url: string,
    /** The owner of the realm. */
    readonly owner: Person,
  ) {}

  /** People with these names, made by the owner; names are made unique by their emails. */
  async users<N extends string>(...names: readonly N[]): Promise<Person[]> {
    return Promise.all(names.map((name) => this.user(name)))
  }

  async user(name: string, role?: 'guest' | 'administrator'): Promise<Person> {
    const email = `${name}@parley.test`
    const created = await this.owner.post('/users', {
      email,
      password: `password of ${name}`,
      full_name: fullNameOf(name),
      short_name: name,
    })
    if (created.status !== 200) throw new Error(`create ${name}: ${created.text}`)
    const id = (created.body as { user_id: number }).user_id
    if (role) {
      const changes = role === 'guest' ? { is_guest: true } : { is_admin: true }
      const changed = await this.owner.patch(`/users/${id}`, changes)
      if (changed.status !== 200) throw new Error(`change ${name}: ${changed.text}`)
    }
    const row = await this.ctx.db.query
      .selectFrom('users')
      .select('api_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return new Person(this.url, id, email, row.api_key, fullNameOf(name))
  }

  /** A bot of somebody: type 1 generic, 2 incoming webhook. */
  async bot(owner: Person, name: string, type: 1 | 2 = 1): Promise<Person> {
    const created = await owner.post('/bots', {
      full_name: fullNameOf(name),
      short_name: name,
      bot_type: type,
    })
    if (created.status !== 200) throw new Error(`create bot ${name}: ${created.text}`)
    const { user_id: id, api_key: apiKey } = created.body as { user_id: number; api_key: string }
    const row = await this.ctx.db.query
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return new Person(this.url, id, row.email, apiKey, fullNameOf(name))
  }

  /** A stream made by its first subscriber, else by the owner, who then leaves it. */
  async stream(name: string, options: StreamOptions = {}): Promise<StreamRow> {
    const [creator = this.owner, ...others] = options.subscribers ?? []
    const principals = [creator, ...others].map((person) => person.email)
    const created = await creator.post('/users/me/subscriptions', {
      subscriptions: [{ name, description: options.description ?? '' }],
      invite_only: options.inviteOnly ?? false,
      principals,
    })
    if (created.status !== 200) throw new Error(`create stream ${name}: ${created.text}`)
    const row = await this.ctx.db.query
      .selectFrom('streams')
      .selectAll()
      .where('name', '=', name)
      .where('deactivated_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (!options.subscribers && !options.inviteOnly) {
      await creator.delete('/users/me/subscriptions', { subscriptions: [name] })
    }
    return row
  }
}

export interface TestServerOptions extends ContextOverrides {
  settings?: Record<string, string>
}

/** Starts a server for the tests of a `describe` block and stops it afterwards. */
export function useTestServer(options: TestServerOptions = {}): TestServer {
  let stores: TestStores
  let running: { server: TestServer; http: HttpServer }

  beforeAll(async () => {
    stores = await createTestStores()
    running = await startTestServer(stores, options)
  })
  afterAll(async () => {
    await running.server.ctx.events.drain()
    await running.http.close(1_000)
    await running.server.ctx.close()
    await stores.remove()
  })

  // The server exists only once beforeAll has run, but tests want to name it before.
  return new Proxy({} as TestServer, {
    get(_target, name) {
      const value = Reflect.get(running.server, name) as unknown
      return typeof value === 'function' ? (value.bind(running.server) as unknown) : value
    },
  })
}

async function startTestServer(
  stores: TestStores,
  { settings, ...overrides }: TestServerOptions,
): Promise<{ server: TestServer; http: HttpServer }> {
  const config = testConfig({ ...stores.settings, ...settings })
  const ctx = createContext(config, {
    inMemory: true,
    ...(stores.searchPath ? { searchPath: stores.searchPath } : {}),
    ...overrides,
  })
  await migrate(ctx.db)
  await ensureDefaultRealm(ctx)
  const http = createHttpServer(createApp(ctx, endpoints))
  const port = await http.listen(0, '127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  const { id } = await ctx.db.query
    .selectFrom('users')
    .select('id')
    .where('email', '=', ownerEmail)
    .executeTakeFirstOrThrow()
  const owner = new Person(url, id, ownerEmail, ownerApiKey, 'Owner')
  return { server: new TestServer(ctx, url, owner), http }
}

function fullNameOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}
