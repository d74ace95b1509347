/*
 * The process of a server that tests share: the built worker, and a control door over the channel to its
 * parent process. Production builds have no door. When the channel closes, the process ends and removes its
 * stores.
 */
// Must load before the client of PostgreSQL.
const { ofTest } = require('../collect-statements')
const { rm } = require('node:fs/promises')
const { Blob } = require('node:buffer')
const { readFileSync } = require('node:fs')
const { loadBundle } = require('../bundle/load')

/** Gives a module of the built server, or a package, by its name. Set once the server is to be opened. */
let load

/**
 *
 * @typedef {object} Start settings of the process, as its first message
 * @property {string} bundle folder of the built server
 * @property {Record<string, string>} settings environment of the worker
 * @property {string} [searchPath] PostgreSQL schema
 * @property {string} [template] file of the embedded database to begin with
 * @property {import('../stores').Removal} [removal] stores to remove at the end
 * @property {string} uploadsDir folder to remove at the end
 */

/** @param {Start} start */
async function open(start) {
  ;({ load } = loadBundle(start.bundle))
  const { readConfig } = load('server/config/config')
  const { startWorker } = load('server/start/worker')
  const settings = { ...start.settings, UPLOADS_DIR: start.uploadsDir }
  // The processes of imports inherit them.
  Object.assign(process.env, settings)
  if (start.searchPath) process.env['PGOPTIONS'] = `-c search_path=${start.searchPath}`
  const config = readConfig(settings)
  return startWorker(config, {
    inMemory: true,
    ...(start.template && { template: new Blob([readFileSync(start.template)]) }),
    ...(start.searchPath && { searchPath: start.searchPath }),
  })
}

/** The control door: requests of tests outside of the API. */
function doorOf({ ctx, port }) {
  const { CompiledQuery } = load('kysely')
  const { createRealm } = load('server/chat/actions/realms/create-realm')
  const { makeExports } = load('server/moving/exports/maker')
  const { publish } = load('server/events/publish')
  return {
    port: () => port,
    async createRealm(request) {
      const { realm, owner } = await createRealm(ctx, request)
      return { realmId: realm.id, userId: owner.id, apiKey: owner.api_key }
    },
    async runSql({ sql, parameters }) {
      const query = CompiledQuery.raw(ofTest(sql), parameters)
      const { rows, numAffectedRows } = await ctx.db.query.executeQuery(query)
      return { rows, numAffectedRows: Number(numAffectedRows ?? 0) }
    },
    announce: (changes) => ctx.caches.announce(changes),
    sendMark: ({ realmId, userIds, version }) =>
      ctx.db.transaction((tx) => {
        const event = { type: 'web_reload_client', immediate: false, version }
        return publish(tx, realmId, [{ event, audience: { userIds } }])
      }),
    async forgetCalls(accountIds) {
      for (const id of accountIds) {
        const allowance = await ctx.limits.countCall(id, 0)
        if (allowance) await ctx.limits.countCall(id, allowance.remaining - allowance.limit)
      }
    },
    makeExports: () => makeExports(ctx),
  }
}

let started
let door

process.on('message', async ({ id, method, argument }) => {
  try {
    if (method === 'open') {
      started = { start: argument, worker: await open(argument) }
      door = doorOf(started.worker)
    }
    const result = method === 'open' ? door.port() : await door[method](argument)
    process.send({ id, result })
  } catch (error) {
    const { message, stack, code, constraint } = error
    process.send({ id, error: { message, stack, code, constraint } })
  }
})

process.on('disconnect', async () => {
  // Errors are ignored here: the parent process is gone.
  setTimeout(() => process.exit(1), 10_000).unref()
  try {
    await started?.worker.close()
    await remove(started?.start)
  } finally {
    process.exit(0)
  }
})

async function remove(start) {
  if (!start) return
  await rm(start.uploadsDir, { recursive: true, force: true })
  if (!start.removal) return
  const { databaseUrl, name, isSchema, redisUrl } = start.removal
  const { Client } = require('pg')
  const client = new Client(databaseUrl)
  await client.connect()
  await client.query(
    isSchema ? `drop schema "${name}" cascade` : `drop database "${name}" with (force)`,
  )
  await client.end()
  const { Redis } = require('ioredis')
  const redis = new Redis(redisUrl)
  for await (const keys of redis.scanStream({ match: `*${name}*`, count: 1000 })) {
    if (keys.length > 0) await redis.unlink(...keys)
  }
  redis.disconnect()
}
