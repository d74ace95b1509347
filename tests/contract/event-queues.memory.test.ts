import pino from 'pino'
import { systemClock } from '../../src/runtime/clock'
import { createMemoryQueues } from '../../src/events/memory/memory-queues'
import { describeEventQueues } from './event-queues.suite'

describeEventQueues('in memory', async (options) =>
  createMemoryQueues({
    heartbeatMs: { min: 45_000, max: 55_000 },
    maxEventsPerQueue: 1_000,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    ...options,
  }),
)
