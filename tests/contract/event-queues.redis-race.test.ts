import { describeWith, findTestRedis } from '../support/services'
import { sampledCount } from '../support/sample'
import { race } from './event-queues.race'
import { RedisWorkers } from './event-queues.redis-workers'

/** A quarter of the messages of a run with TEST_ALL=1; no two races are the same anyway. */
const messages = sampledCount(1_600, 1 / 4)

describeWith({ name: 'Redis', url: findTestRedis() }, 'event queues at full rate', (url) => {
  let workers: RedisWorkers
  beforeEach(() => {
    workers = new RedisWorkers(url, 2)
  })
  afterEach(async () => workers.close())

  it('lose, double and disorder nothing', async () => {
    const { faults, deliveries } = await race(await workers.openSeveral(3), messages)
    expect(faults).toEqual([])
    expect(deliveries).toBeGreaterThan(messages)
  })
})
