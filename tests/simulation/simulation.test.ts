import './stand-ins'
import type * as ioredis from 'ioredis'
import { describeWith, findTestRedis } from '../support/services'
import { simulate } from './simulation'
import type { FakeTimers, Verdict } from './simulation'

const { Redis } = jest.requireActual<typeof ioredis>('ioredis')

/*
 * `TEST_SCHEDULES=1000 npx jest tests/simulation` tries more schedules, and `TEST_SCHEDULE=4711` one of them again. The
 * commit chooses the first schedule unless TEST_SCHEDULE is set.
 */
const isWhole = process.env['TEST_ALL'] === '1'
const chosen = Number(process.env['TEST_SCHEDULE'] || 0)
const schedules = Number(process.env['TEST_SCHEDULES'] || (chosen ? 1 : isWhole ? 2_000 : 30))
const firstSeed =
  chosen || 1 + (Number.parseInt(process.env['TEST_SEED'] ?? '', 36) % 1_000_000 || 0)

/** Seeds of schedules that once failed; they run always. */
const failedOnce: readonly number[] = []

const seeds = [...failedOnce, ...Array.from({ length: schedules }, (_, index) => firstSeed + index)]
const patienceMs = 60_000 + schedules * 5_000

/** The network and the event loop keep their speed; timers wait for the simulation. */
const realParts = [
  'setImmediate',
  'clearImmediate',
  'nextTick',
  'queueMicrotask',
  'hrtime',
] as const
const timers: FakeTimers = {
  reset: (nowMs) => {
    jest.clearAllTimers()
    jest.setSystemTime(nowMs)
  },
  advance: (ms) => void jest.advanceTimersByTime(ms),
}

/** A history with the numbers of queues in place of their random ids. */
function comparable({ history }: Verdict): unknown {
  const queues = new Map<string, number>()
  const numberOf = (queue: string): number => {
    if (!queues.has(queue)) queues.set(queue, queues.size)
    return queues.get(queue) as number
  }
  return history.map((sight) =>
    'queue' in sight ? { ...sight, queue: numberOf(sight.queue) } : sight,
  )
}

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: [...realParts] })
})
afterEach(() => {
  jest.useRealTimers()
})

describe('a simulation of one worker with queues in memory', () => {
  it(
    `keeps the promises in ${seeds.length} schedules from ${firstSeed}`,
    async () => {
      const { broken } = await judge((seed) => simulate({ seed, timers }))
      expect(broken).toEqual([])
    },
    patienceMs,
  )
})

describeWith({ name: 'Redis', url: findTestRedis() }, 'a simulation of workers', (url) => {
  let redis: { commands: ioredis.Redis; listener: ioredis.Redis }
  beforeAll(async () => {
    redis = { commands: new Redis(url), listener: new Redis(url) }
    await Promise.all([redis.commands.ping(), redis.listener.ping()])
  })
  afterAll(() => {
    redis.commands.disconnect()
    redis.listener.disconnect()
  })

  it(
    `keeps the promises in ${seeds.length} schedules from ${firstSeed}`,
    async () => {
      const { broken, counts } = await judge((seed) => simulate({ seed, redis, timers }))
      expect(broken).toEqual([])
      // Enough happens in a run of some length.
      if (schedules >= 30) {
        for (const key of ['commits', 'deliveries', 'kills', 'breaks'] as const) {
          expect(counts[key]).toBeGreaterThan(0)
        }
      }
    },
    patienceMs,
  )

  it('takes the same course with the same seed', async () => {
    const [one, two] = [
      await simulate({ seed: firstSeed, redis, timers }),
      await simulate({ seed: firstSeed, redis, timers }),
    ]
    expect(comparable(one)).toEqual(comparable(two))
  })
})

/** Seeds of the first broken schedules with their faults, and the sums of all counts; keeps no history. */
async function judge(run: (seed: number) => Promise<Verdict>): Promise<{
  broken: Pick<Verdict, 'seed' | 'faults'>[]
  counts: Verdict['counts']
}> {
  const broken: Pick<Verdict, 'seed' | 'faults'>[] = []
  const sums = { commits: 0, deliveries: 0, kills: 0, breaks: 0, ended: 0 }
  for (const number of seeds) {
    const { seed, faults, counts } = await run(number)
    if (faults.length > 0 && broken.length < 3) broken.push({ seed, faults: faults.slice(0, 5) })
    for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += counts[key]
  }
  return { broken, counts: sums }
}
