import { describeWith, findTestRedis } from '../support/services'
import { race } from './event-queues.race'
import { RedisWorkers } from './event-queues.redis-workers'

const publishingMs = 3_000

describeWith({ name: 'Redis', url: findTestRedis() }, 'event queues at full rate', (url) => {
  let workers: RedisWorkers
  beforeEach(() => {
    workers = new RedisWorkers(url, 2)
  })
  afterEach(async () => workers.close())

  it('lose, double and disorder nothing', async () => {
    const { faults, deliveries } = await race(await workers.openSeveral(3), publishingMs)
    expect(faults).toEqual([])
    expect(deliveries).toBeGreaterThan(1_000)
  })
})
