import { EventEmitter, once } from 'node:events'
import pino from 'pino'
import { BadEventQueueIdError } from '../../src/server/events/errors'
import { RedisAwayError } from '../../src/server/lib/store-away'
import type { EventQueues } from '../../src/server/events/queues'
import { shapedLike } from '../support/checked'
import { describeWith, findTestRedis } from '../support/services'
import { StoreProxy } from '../support/store-proxy'
import {
  alice,
  bob,
  contents,
  message,
  read,
  received,
  registrationOf,
  until,
  untilReady,
  wait,
} from './event-queues.cast'
import { RedisWorkers } from './event-queues.redis-workers'

describeWith(
  { name: 'Redis', url: findTestRedis() },
  'event queues during an outage of Redis',
  (url) => {
    let workers: RedisWorkers
    let proxy: StoreProxy
    let shakyUrl: string
    /** Reaches Redis through the proxy, which the test can cut. */
    let shaky: EventQueues
    /** Reaches Redis directly. */
    let steady: EventQueues
    let logged: EventEmitter
    let lines: { msg: string; connection?: string }[]

    beforeEach(async () => {
      workers = new RedisWorkers(url)
      proxy = new StoreProxy(new URL(url))
      logged = new EventEmitter()
      lines = []
      const toHere = {
        write: (line: string) => {
          lines.push(shapedLike(JSON.parse(line), { msg: '' }))
          logged.emit('line')
        },
      }
      shakyUrl = await proxy.listen()
      shaky = await workers.open({ url: shakyUrl, commandTimeoutMs: 250, log: pino({}, toHere) })
      steady = await workers.open()
    })
    afterEach(async () => {
      await workers.close()
      await proxy.close()
    })

    async function untilAway(): Promise<void> {
      await until(() =>
        shaky.ping().then(
          () => false,
          () => true,
        ),
      )
    }

    /** Waits until a poll is parked and its worker knows; answers come in order, so a ping suffices. */
    async function untilParkedAt(worker: EventQueues, queueId: string): Promise<void> {
      await workers.untilParked(queueId)
      await worker.ping()
    }

    it('refuse calls at once, and recover by themselves', async () => {
      const { queueId } = await shaky.register(registrationOf(alice))
      proxy.cut()
      await untilAway()
      const attempts = [
        shaky.register(registrationOf(alice)),
        read(shaky, alice, queueId),
        wait(shaky, alice, queueId),
        shaky.delete(queueId, alice),
        shaky.deleteAllOf(alice),
        shaky.publish([message('not now', { to: [alice] })]),
        shaky.expire(),
      ]
      await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toThrow(RedisAwayError)))
      expect(shaky.parkedPolls).toBe(0)

      proxy.restore()
      await untilReady(shaky)
      await shaky.publish([message('again', { to: [alice] })])
      expect(contents(await wait(shaky, alice, queueId))).toEqual(['again'])
    })

    it('keep polls parked, and answer them with the events of the outage', async () => {
      const { queueId } = await shaky.register(registrationOf(alice))
      const poll = wait(shaky, alice, queueId)
      await untilParkedAt(shaky, queueId)
      proxy.cut()
      await untilAway()
      await steady.publish([message('during the outage', { to: [alice] })])
      expect(shaky.parkedPolls).toBe(1)

      proxy.restore()
      expect(contents(await poll)).toEqual(['during the outage'])
    })

    it('keep polls parked after an outage without events', async () => {
      const { queueId } = await shaky.register(registrationOf(alice))
      const poll = wait(shaky, alice, queueId)
      await untilParkedAt(shaky, queueId)
      proxy.cut()
      await untilAway()
      proxy.restore()
      await untilReady(shaky)
      expect(shaky.parkedPolls).toBe(1)
      await steady.publish([message('after the outage', { to: [alice] })])
      expect(contents(await poll)).toEqual(['after the outage'])
    })

    it('answer the older poll if a newer one was parked elsewhere during the outage', async () => {
      const { queueId } = await shaky.register(registrationOf(alice))
      const older = wait(shaky, alice, queueId)
      await untilParkedAt(shaky, queueId)
      proxy.cut()
      await untilAway()
      const newer = wait(steady, alice, queueId)
      await steady.ping()
      proxy.restore()

      expect(await older).toEqual([])
      await steady.publish([message('for the newer', { to: [alice] })])
      expect(contents(await newer)).toEqual(['for the newer'])
    })

    it('answer an empty list when the heartbeat is due during the outage', async () => {
      const hasty = await workers.open({ url: shakyUrl, heartbeatMs: { min: 1_000, max: 1_000 } })
      const { queueId } = await hasty.register(registrationOf(alice))
      const poll = hasty.poll(queueId, alice, -1, { park: true })
      await untilParkedAt(hasty, queueId)
      proxy.cut()
      expect(await poll).toEqual({ json: '[]' })
    })

    it('miss no wake-up when only the listening connection is cut', async () => {
      const { queueId } = await steady.register(registrationOf(alice))
      for (let round = 0; round < 20; round += 1) {
        const poll = wait(steady, alice, queueId, round - 1)
        if (round % 2 === 0) await workers.untilParked(queueId)
        await Promise.all([
          workers.killConnections('events-listener'),
          steady.publish([message(`${round}`, { to: [alice] })]),
        ])
        expect(contents(await poll)).toEqual([`${round}`])
      }
    })

    it('are dropped if Redis lost them, and new ones work', async () => {
      const { queueId } = await shaky.register(registrationOf(alice))
      await shaky.publish([message('known', { to: [alice] })])
      const poll = wait(shaky, alice, queueId, 0)
      await untilParkedAt(shaky, queueId)
      proxy.cut()
      await workers.deleteAllKeys()
      proxy.restore()

      await expect(poll).rejects.toThrow(BadEventQueueIdError)
      const { queueId: next } = await steady.register(registrationOf(alice))
      await shaky.publish([message('new', { to: [alice] })])
      expect(contents(await read(shaky, alice, next))).toEqual(['new'])
    })

    it('distrust a connection that fell silent', async () => {
      const { queueId } = await shaky.register(registrationOf(alice))
      const { queueId: other } = await shaky.register(registrationOf(bob))
      proxy.fallSilent()
      await expect(read(shaky, alice, queueId)).rejects.toThrow(RedisAwayError)

      proxy.restore()
      await untilReady(shaky)
      const poll = shaky.poll(other, bob, -1, { park: true })
      await shaky.publish([message('heard', { to: [bob] })])
      expect(contents(received(await poll))).toEqual(['heard'])
    })

    it('read the replies that arrived while the process had no processor', async () => {
      const hasty = await workers.open({ commandTimeoutMs: 100 })
      const { queueId } = await hasty.register(registrationOf(alice))
      const { queueId: other } = await hasty.register(registrationOf(bob))
      await hasty.publish([message('known', { to: [alice] })])
      const polls = Array.from({ length: 100 }, () => read(hasty, alice, queueId))
      // Sends the polls, too.
      const deletion = hasty.delete(other, bob)
      holdUpThisProcess(500)
      for (const events of await Promise.all(polls)) expect(contents(events)).toEqual(['known'])
      await deletion
    })

    it('log the outage once, and its end once', async () => {
      proxy.cut()
      await untilAway()
      while (lines.length < 2) await once(logged, 'line')
      proxy.restore()
      await untilReady(shaky)
      expect(lines.map(({ msg, connection }) => `${connection}: ${msg}`).sort()).toEqual([
        'events-listener: Redis is away, trying again',
        'events-listener: Redis is back',
        'events: Redis is away, trying again',
        'events: Redis is back',
      ])
    })

    it('connect later if Redis was away at the start', async () => {
      proxy.cut()
      const early = workers.openUnconnected({ url: shakyUrl })
      await expect(early.register(registrationOf(alice))).rejects.toThrow(RedisAwayError)

      proxy.restore()
      await untilReady(early)
      const { queueId } = await early.register(registrationOf(alice))
      expect(await read(early, alice, queueId)).toEqual([])
    })
  },
)

/** Takes the processor from this process: nothing runs, and no timer fires, until the time is over. */
function holdUpThisProcess(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
