import { Redis } from 'ioredis'
import type { EventQueues } from '../../src/server/events/queues'
import { shardKey, wakeUpChannel } from '../../src/server/events/redis/keys'
import type { PollReply, WhenEmpty } from '../../src/server/events/redis/poll-steps'
import { defineQueueScripts, Scripts } from '../../src/server/events/redis/scripts'
import { RedisConnection } from '../../src/server/stores/redis/connection'
import { describeWith, findTestRedis } from '../support/services'
import { alice, message, registrationOf, until } from './event-queues.cast'
import { RedisWorkers } from './event-queues.redis-workers'

const workerName = '.0123456789a'

describeWith({ name: 'Redis', url: findTestRedis() }, 'a request of a broken connection', (url) => {
  let workers: RedisWorkers
  let worker: EventQueues
  let connection: RedisConnection
  let scripts: Scripts
  let listener: Redis
  const heard: string[] = []

  beforeEach(async () => {
    workers = new RedisWorkers(url)
    worker = await workers.open()
    const { keyPrefix } = workers
    const key = shardKey(keyPrefix, 0)
    const log = { info: () => undefined, warn: () => undefined }
    connection = new RedisConnection({ url, key, log, name: 'events' })
    scripts = new Scripts(connection, defineQueueScripts(connection), key, {
      ...{ worker: workerName, maxWaitMs: 60_000, payloadMarginSeconds: 60 },
      ...{ maxEventsPerQueue: 100, maxBytesPerQueue: 100_000, maxQueuesPerUser: 100 },
      olderWorkers: { areGone: true },
    })
    listener = new Redis(url)
    listener.on('message', (_channel, text) => heard.push(text))
    await listener.subscribe(wakeUpChannel(keyPrefix, 0, workerName))
  })
  afterEach(async () => {
    connection.close()
    listener.disconnect()
    await workers.close()
  })

  function ask(queueId: string, token: string, whenEmpty: WhenEmpty): Promise<PollReply> {
    const cursors = { lastEventId: -1, afterEventId: -1, isContinuation: false }
    return new Promise((onReply, onReadFailed) => {
      const request = { queueId, shard: 0, owner: alice, ...cursors }
      scripts.polls.add({ ...request, token, whenEmpty, onReply, onReadFailed })
    })
  }

  it('leaves the later parking of its poll in place', async () => {
    const { queueId } = await worker.register(registrationOf(alice))
    expect(await ask(queueId, '9.1.0', 'park')).toEqual({ kind: 'parked' })
    expect(await ask(queueId, '9.10.0', 'park-again')).toEqual({ kind: 'parked' })
    await ask(queueId, '9.2.0', 'park-again')

    await worker.publish([message('one', { to: [alice] })])
    await until(async () => heard.length > 0)
    expect(heard.join()).toContain('"9.10.0:0"')
  })
})
