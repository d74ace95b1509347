import { join } from 'node:path'
import { Redis } from './process-stand-ins'
import { findRedisServer } from '../support/binaries'
import { makeOwnFolder } from '../support/own-folder'
import { OwnProcess } from '../support/own-process'
import { untilHolds } from '../support/until'
import { RedisScripts } from './redis-scripts'
import { runSchedules } from './schedules'
import type { Share, ShareOutcome } from './schedules'
import { simulate } from './simulation'

/*
 * The program of a process that runs the schedules of each message, and answers their outcome.
 */
process.on('message', (share: Share) => void serve(share))
process.once('disconnect', () => process.exit())

let redis: Promise<RedisScripts> | undefined

async function serve({ stores, first, count }: Share): Promise<void> {
  const scripts = stores === 'redis' ? await (redis ??= startRedis()) : undefined
  const seeds = Array.from({ length: count }, (_, index) => first + index)
  const outcome = await runSchedules(seeds, (seed) => simulate({ seed, redis: scripts }))
  process.send?.({ ...outcome, stores } satisfies ShareOutcome)
}

/** A Redis of this process, which it reaches without TCP, and which never writes to the disk. */
async function startRedis(): Promise<RedisScripts> {
  const command = findRedisServer()
  if (!command) throw new Error('There is no redis-server.')
  const folder = await makeOwnFolder('simulation')
  const path = join(folder, 'redis.sock')
  const args = ['--port', '0', '--unixsocket', path, '--dir', folder, '--save', '']
  new OwnProcess({ command, args })
  const connection = new Redis({ path, retryStrategy: () => 10 })
  connection.on('error', () => undefined)
  await untilHolds('Redis answers', async () => (await connection.ping()) === 'PONG')
  return new RedisScripts(connection)
}
