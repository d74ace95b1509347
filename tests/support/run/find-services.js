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
  if (wanted) return wanted
  return answers(usual) ? usual : undefined
}

/** Checks that a service accepts our login; an open port is not enough. */
const probe = `
  const [address] = process.argv.slice(1)
  const leave = (code) => process.exit(code)
  setTimeout(leave, 2000, 1)
  if (address.startsWith('postgres:')) {
    const { Client } = require('pg')
    new Client(address).connect().then(() => leave(0), () => leave(1))
  } else {
    const { Redis } = require('ioredis')
    new Redis(address, { lazyConnect: true, retryStrategy: null })
      .ping().then(() => leave(0), () => leave(1))
  }`

function answers(address) {
  try {
    execFileSync(process.execPath, ['-e', probe, address], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Looks for both services once, and stores the result in the environment of all processes of the run. */
function findServices() {
  process.env.TEST_DATABASE_URL = findTestDatabase() ?? none
  process.env.TEST_REDIS_URL = findTestRedis() ?? none
  return process.env.TEST_DATABASE_URL !== none && process.env.TEST_REDIS_URL !== none
}

module.exports = { findServices, findTestDatabase, findTestRedis, none }
