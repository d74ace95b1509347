import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { createRedisQueues } from '../../src/events/redis/redis-queues'
import { describeWith, findTestRedis } from '../support/services'
import { describeEventQueues } from './event-queues.suite'

describeWith({ name: 'Redis', url: findTestRedis() }, 'Redis', (url) => {
  const keyPrefix = `test-${randomBytes(6).toString('hex')}`
  for (const shards of [1, 3]) {
    describeEventQueues(`in ${shards} shards`, (options) =>
      createRedisQueues({
        heartbeatMs: { min: 45_000, max: 55_000 },
        maxEventsPerQueue: 1_000,
        url,
        keyPrefix: `${keyPrefix}-${randomBytes(4).toString('hex')}`,
        shards,
        workerId: 'w1',
        log: pino({ level: 'silent' }),
        ...options,
      }),
    )
  }
})
