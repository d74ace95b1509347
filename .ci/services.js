'use strict'

/**
 * Whether the services that the tests are to use really answer: exits with 0,
 * or with a sentence for each that does not. Takes the two URLs as arguments.
 */

const { Client } = require('pg')
const { Redis } = require('ioredis')

const patienceMs = 5_000

async function askPostgres(connectionString) {
  const client = new Client({ connectionString, connectionTimeoutMillis: patienceMs })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    await client.end()
  }
}

async function askRedis(url) {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: patienceMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  let reason
  redis.on('error', (error) => (reason = error))
  try {
    await redis.connect()
    await redis.ping()
  } catch (error) {
    throw reason ?? error
  } finally {
    redis.disconnect()
  }
}

async function answers(name, question) {
  try {
    await question
    return true
  } catch (error) {
    console.error(`${name} does not answer: ${error.message || error.code}`)
    return false
  }
}

async function main([databaseUrl, redisUrl]) {
  const all = await Promise.all([
    answers('PostgreSQL', askPostgres(databaseUrl)),
    answers('Redis', askRedis(redisUrl)),
  ])
  process.exitCode = all.every(Boolean) ? 0 : 1
}

void main(process.argv.slice(2))
