const { execFileSync } = require('node:child_process')
const { userInfo } = require('node:os')

/** Value that disables a service, even if one runs at the usual port. */
const none = 'none'

/**
 * The Redis for tests: TEST_REDIS_URL, or one at the usual port of this machine. Undefined if there is none,
 * or if TEST_REDIS_URL is `none`.
 */
function findTestRedis() {
  return find('TEST_REDIS_URL', 'redis://127.0.0.1:6379')
}

/** The same for PostgreSQL and TEST_DATABASE_URL. */
function findTestDatabase() {
  return find('TEST_DATABASE_URL', `postgres://${userInfo().username}@127.0.0.1:5432/test`)
}

function find(variable, usual) {
  const wanted = process.env[variable]
  if (wanted === none) return undefined
  // A process of the run takes over what the first one has found.
  if (process.env[foundMark]) return wanted
  const state = probe(wanted || usual)
  if (state === 'answers') return wanted || usual
  // A service at the usual port may belong to somebody else.
  if (!wanted && (state === 'absent' || state === 'refuses')) return undefined
  throw new Error(`${variable}: ${withoutPassword(wanted || usual)} ${refusals[state]}`)
}

/** Set once the services of a run are known. */
const foundMark = 'PARLEY_TEST_SERVICES_FOUND'

/** Seconds for a service that is starting, or busy. */
const patience = 60

const refusals = {
  absent: 'refuses connections, or is no host.',
  silent: `accepts connections, but has not answered for ${patience} seconds.`,
  refuses: 'answers, but refuses the login or the database.',
}

/**
 * The state of a service: `answers`, `absent` (no connection), `silent` (a connection without an answer), or
 * `refuses` (an answer, which is an error). An open port is not enough, and a busy service gets a minute: without
 * the minute, a run on a slow machine would leave out most tests and pass.
 */
const program = `
  const address = process.argv[1]
  const { setTimeout: sleep } = require('node:timers/promises')
  const leave = (state) => { process.stdout.write(state, () => process.exit()) }
  const isAbsent = ({ code }) => ['ECONNREFUSED', 'ENOTFOUND', 'ENOENT'].includes(code)
  const isStarting = ({ code, message }) => code === '57P03' || /^LOADING/.test(message)
  async function ask() {
    if (/^postgres(ql)?:/.test(address)) {
      const { Client } = require('pg')
      const client = new Client(address)
      client.on('error', () => undefined)
      await client.connect()
      await client.query('select 1')
    } else {
      const { Redis } = require('ioredis')
      const redis = new Redis(address, { lazyConnect: true, retryStrategy: null })
      let reason
      redis.on('error', (error) => (reason = error))
      await redis.ping().catch((error) => { throw reason ?? error })
    }
    return 'answers'
  }
  async function main() {
    const end = Date.now() + ${patience * 1000}
    setTimeout(leave, ${patience * 1000}, 'silent')
    for (;;) {
      const state = await ask().catch((error) =>
        isAbsent(error.errors?.[0] ?? error) ? 'absent' : isStarting(error) ? 'silent' : 'refuses')
      if (state !== 'silent' || Date.now() > end - 1000) return leave(state)
      await sleep(200)
    }
  }
  main()`

/** @returns {'answers' | 'absent' | 'silent' | 'refuses'} */
function probe(address) {
  return execFileSync(process.execPath, ['-e', program, address], { encoding: 'utf8' }).trim()
}

function withoutPassword(address) {
  return address.replace(/:[^:@/]*@/, '@')
}

/** Looks for both services once, and stores the result in the environment of all processes of the run. */
function findServices() {
  process.env.TEST_DATABASE_URL = findTestDatabase() ?? none
  process.env.TEST_REDIS_URL = findTestRedis() ?? none
  process.env[foundMark] = '1'
  return process.env.TEST_DATABASE_URL !== none && process.env.TEST_REDIS_URL !== none
}

module.exports = { findServices, findTestDatabase, findTestRedis, none }
