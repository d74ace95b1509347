import { sql } from 'kysely'
import pino from 'pino'
import { openDatabase } from '../../src/server/data/engine/database'
import type { Database } from '../../src/server/data/engine/database'
import { migrate } from '../../src/server/data/engine/migrate'
import { EpochWatch } from '../../src/server/events/database-epochs'
import { createMemoryQueues } from '../../src/server/events/memory/memory-queues'
import type { EventQueues } from '../../src/server/events/queues'
import { systemClock } from '../../src/server/lib/clock'
import { emptyDatabase } from '../support/empty-database'
import { alice, registrationOf } from './event-queues.cast'

const log = pino({ level: 'silent' })

/** The queues as a worker sees them whose requests to note an epoch arrive late. */
function withLateNotes(queues: EventQueues): { queues: EventQueues; arrive: () => Promise<void> } {
  const late: (() => Promise<unknown>)[] = []
  const slow = Object.create(queues) as EventQueues
  slow.replaceEpochs = async (...args) => {
    const [, { current, next }] = args
    // The first request of two passes, with the epoch to come; the second one, after the commit, is late.
    if (current !== next) return queues.replaceEpochs(...args)
    late.push(() => queues.replaceEpochs(...args))
    return false
  }
  return {
    queues: slow,
    arrive: async () => {
      for (const request of late.splice(0)) await request()
    },
  }
}

describe('the epoch of the database', () => {
  let db: Database
  beforeAll(async () => {
    db = openDatabase({ clock: systemClock, template: await emptyDatabase() })
    await migrate(db)
  })
  afterAll(() => db.close())

  it('is not replaced by a request that arrives after later epochs', async () => {
    const queues = createMemoryQueues({
      ...{ heartbeatMs: { min: 45_000, max: 55_000 }, maxEventsPerQueue: 10 },
      ...{ clock: systemClock, log },
    })
    let restores = 0
    const watchWith = (events: EventQueues) =>
      new EpochWatch({ db, events, log, onRestored: () => (restores += 1) })
    const late = withLateNotes(queues)
    const [watch, slow] = [watchWith(queues), watchWith(late.queues)]
    const endEpoch = () => sql`select nextval('outbox_id_seq')`.execute(db.query)

    await watch.look()
    await endEpoch()
    await slow.look()
    for (let epoch = 0; epoch < 3; epoch += 1) {
      await endEpoch()
      await watch.look()
    }
    const noted = await queues.seenEpochs()
    await late.arrive()
    expect(await queues.seenEpochs()).toEqual(noted)
    await queues.register(registrationOf(alice))
    await watch.look()
    expect(await queues.count()).toBe(1)
    expect(restores).toBe(0)
    await queues.close()
  })
})
