import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Test } from 'supertest'
import { endpoints } from '../../src/api'
import { createContext } from '../../src/main/create-context'
import type { AppContext } from '../../src/context'
import type { ContextOverrides } from '../../src/main/create-context'
import { migrate } from '../../src/db/engine/migrate'
import { roles } from '../../src/db/schema'
import type { RealmRow, StreamRow } from '../../src/db/schema'
import { createHttpServer } from '../../src/http/pipeline/listen'
import type { HttpServer } from '../../src/http/pipeline/listen'
import { createRequestListener } from '../../src/server'
import { cheapenPasswordsForTests } from '../../src/services/credentials'
import { createRealm, ensureDefaultRealm } from '../../src/services/realms/create'
import { ownerApiKey, ownerEmail, testConfig } from './config'
import { emptyDatabase } from './empty-database'
import { call, Person } from './person'
import type { Arguments, Method } from './person'
import { createTestStores } from './stores'
import type { TestStores } from './stores'

// Most tests begin with people, and nobody is after their passwords.
cheapenPasswordsForTests()

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

  /** A request without credentials. */
  call(method: Method, path: string): Test {
    return call(this.owner, method, path)
  }

  /** The same worker as another organisation, made here, that the host `<subdomain>.localhost` names. */
  async realm(subdomain: string): Promise<TestServer> {
    const email = `owner@${subdomain}.test`
    const { owner } = await createRealm(this.ctx, {
      stringId: subdomain,
      name: fullNameOf(subdomain),
      owner: { email, fullName: 'Owner', password: `password of ${subdomain}` },
    })
    const host = `${subdomain}.localhost`
    const person = new Person(this.url, owner.id, email, owner.api_key, 'Owner', host)
    return new TestServer(this.ctx, this.url, person)
  }

  /** Changes the organisation as an operator does in the database, and has the worker notice. */
  async changeRealm(changes: Partial<Omit<RealmRow, 'id' | 'created_at'>>): Promise<void> {
    const { id } = await this.ctx.db.query
      .updateTable('realms')
      .set(changes)
      .where('id', '=', (users) =>
        users.selectFrom('users').select('realm_id').where('id', '=', this.owner.id),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await this.ctx.memory.announce([{ realmId: id, userIds: null }])
  }

  /** Id of the organisation. */
  async realmId(): Promise<number> {
    const users = this.ctx.db.query.selectFrom('users').select('realm_id')
    const owner = await users.where('id', '=', this.owner.id).executeTakeFirstOrThrow()
    return owner.realm_id
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
    const id = (created.body as { user_id: number }).user_id
    if (role) {
      const changes = { role: roles[role] }
      const changed = await this.owner.patch(`/users/${id}`, changes)
      if (changed.status !== 200) throw new Error(`change ${name}: ${changed.text}`)
    }
    const row = await this.ctx.db.query
      .selectFrom('users')
      .select('api_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return new Person(this.url, id, email, row.api_key, fullNameOf(name), this.owner.host)
  }

  /** Somebody who has an account already, and gets its key for email and password. */
  async logIn(email: string, password: string): Promise<Person> {
    const response = await this.call('post', '/fetch_api_key')
      .type('form')
      .send({ username: email, password })
    if (response.status !== 200) throw new Error(`log in ${email}: ${response.text}`)
    const { user_id: id, api_key: apiKey } = response.body as { user_id: number; api_key: string }
    return new Person(this.url, id, email, apiKey, email, this.owner.host)
  }

  /** A bot of somebody: type 1 generic, 2 incoming webhook, 3 outgoing webhook. */
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
    const { user_id: id, api_key: apiKey } = created.body as { user_id: number; api_key: string }
    const row = await this.ctx.db.query
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return new Person(this.url, id, row.email, apiKey, fullNameOf(name), this.owner.host)
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
      .where('realm_id', '=', (users) =>
        users.selectFrom('users').select('realm_id').where('id', '=', this.owner.id),
      )
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
  // Made by the server when the first file comes.
  const uploads = path.join(tmpdir(), `parley-uploads-${randomUUID()}`)

  beforeAll(async () => {
    stores = await createTestStores()
    running = await startTestServer(stores, {
      ...options,
      settings: { UPLOADS_DIR: uploads, ...options.settings },
    })
  })
  afterAll(async () => {
    await running.server.ctx.events.drain()
    await running.http.close(1_000)
    await running.server.ctx.close()
    await stores.remove()
    await rm(uploads, { recursive: true, force: true })
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
    template: await emptyDatabase(),
    ...(stores.searchPath ? { searchPath: stores.searchPath } : {}),
    ...overrides,
  })
  await migrate(ctx.db)
  await ensureDefaultRealm(ctx)
  // Delivers what a busy machine could not deliver at once, as in a real worker.
  ctx.relay.start()
  ctx.memory.start()
  const http = createHttpServer(createRequestListener(ctx, endpoints))
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
