import pino from 'pino'
import { systemClock } from '../../src/server/lib/clock'
import { createMemoryQueues } from '../../src/server/events/memory/memory-queues'
import { describeEventQueues } from './event-queues.suite'

describeEventQueues('event queues in memory', async (options) =>
  createMemoryQueues({
    heartbeatMs: { min: 45_000, max: 55_000 },
    maxEventsPerQueue: 1_000,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    ...options,
  }),
)
