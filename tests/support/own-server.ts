import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { endpoints } from '../../src/server/start/endpoints'
import type { AppContext } from '../../src/server/context'
import { publish } from '../../src/server/events/publish'
import { migrate } from '../../src/server/data/engine/migrate'
import { createHttpServer } from '../../src/server/http/pipeline/listen'
import type { HttpServer } from '../../src/server/http/pipeline/listen'
import { createContext } from '../../src/server/start/create-context'
import type { ContextOverrides } from '../../src/server/start/create-context'
import { createRequestListener } from '../../src/server/start/server'
import { cheapenPasswordsForTests } from '../../src/server/chat/rules/credentials'
import { makeExports } from '../../src/server/moving/exports/maker'
import { createRealm, ensureDefaultRealm } from '../../src/server/chat/actions/realms/create-realm'
import { ownerApiKey, ownerEmail, testConfig } from './config'
import { emptyDatabase } from './empty-database'
import { connections, Person } from './person'
import { runningServers } from './running-servers'
import { createTestStores } from './stores'
import type { TestStores } from './stores'
import { standIn, TestServer } from './test-server'
import type { Door } from './shared-server/door'

// Cheap password hashes: most tests begin with people, whose passwords need no protection.
cheapenPasswordsForTests()

/** A server inside the test's own process, for tests that set its clock or inspect it. */
export class OwnServer extends TestServer {
  constructor(
    readonly ctx: AppContext,
    url: string,
    realmId: number,
    owner: Person,
  ) {
    super(doorOf(ctx), url, '', realmId, owner)
  }
}

export interface OwnServerOptions extends ContextOverrides {
  settings?: Record<string, string>
}

/** Starts a server in this process for the tests of a `describe` block, and stops it afterwards. */
export function useOwnServer(options: OwnServerOptions = {}): OwnServer {
  let stores: TestStores | undefined
  let running: { server: OwnServer; http: HttpServer } | undefined
  // The server creates it with the first file.
  const uploads = path.join(tmpdir(), `parley-uploads-${randomUUID()}`)

  beforeAll(async () => {
    stores = await createTestStores()
    running = await startOwnServer(stores, {
      ...options,
      settings: { UPLOADS_DIR: uploads, ...options.settings },
    })
    runningServers.push(running.server.url)
  })
  afterAll(async () => {
    // After a failed start, some of these are missing.
    if (running) runningServers.splice(runningServers.indexOf(running.server.url), 1)
    await running?.server.ctx.events.drain()
    connections.destroy()
    await running?.http.close(1_000)
    await running?.server.ctx.close()
    await stores?.remove()
    await rm(uploads, { recursive: true, force: true })
  })
  return standIn(() => running?.server)
}

async function startOwnServer(
  stores: TestStores,
  { settings, ...overrides }: OwnServerOptions,
): Promise<{ server: OwnServer; http: HttpServer }> {
  const config = testConfig({ ...stores.settings, ...settings })
  const ctx = createContext(config, {
    inMemory: true,
    ...(config.databaseUrl ? {} : { template: await emptyDatabase() }),
    ...(stores.searchPath ? { searchPath: stores.searchPath } : {}),
    ...overrides,
  })
  await migrate(ctx.db)
  await ensureDefaultRealm(ctx)
  // Delivers events late on a busy machine, like a real worker.
  ctx.relay.start()
  ctx.caches.start()
  const http = createHttpServer(createRequestListener(ctx, endpoints))
  const port = await http.listen(0, '127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  const { id, realm_id } = await ctx.db.query
    .selectFrom('users')
    .select(['id', 'realm_id'])
    .where('email', '=', ownerEmail)
    .executeTakeFirstOrThrow()
  const owner = new Person(url, id, ownerEmail, ownerApiKey, 'Owner')
  return { server: new OwnServer(ctx, url, realm_id, owner), http }
}

function doorOf(ctx: AppContext): Door {
  return {
    db: ctx.db.query,
    async createRealm(request) {
      const { realm, owner } = await createRealm(ctx, request)
      return { realmId: realm.id, userId: owner.id, apiKey: owner.api_key }
    },
    announce: (changes) => ctx.caches.announce(changes),
    sendMark: ({ realmId, userIds, version }) =>
      ctx.db.transaction((tx) => {
        const event = { type: 'web_reload_client', immediate: false, version } as const
        return publish(tx, realmId, [{ event, audience: { userIds } }])
      }),
    makeExports: () => makeExports(ctx),
  }
}
