import { setting, wholeNumber } from './values'

/** Event queues and polls. */
export const eventQueueSettings = {
  queueLifespanSeconds: setting(
    'QUEUE_LIFESPAN_SECONDS',
    '600',
    wholeNumber(1, 604_800),
    'Time without a poll after which an event queue is deleted',
  ),
  maxEventsPerQueue: setting(
    'QUEUE_MAX_EVENTS',
    '20000',
    wholeNumber(1, 10_000_000),
    'Max unacknowledged events of a queue; a queue above the limit is dropped',
  ),
  maxBytesPerQueue: setting(
    'QUEUE_MAX_BYTES',
    '33554432',
    wholeNumber(1, 4_294_967_296),
    'Max unacknowledged bytes of a queue; a queue above the limit is dropped',
  ),
  maxQueuesPerUser: setting(
    'MAX_QUEUES_PER_USER',
    '100',
    wholeNumber(1, 1_000_000),
    'Max event queues per user; one more ends the queue that was polled longest ago',
  ),
  heartbeatMs: setting(
    'HEARTBEAT_MS',
    '50000',
    wholeNumber(10, 80_000),
    'Time after which a poll without events is answered with a heartbeat (± 10 %)',
  ),
  maxPollsPerUser: setting(
    'MAX_POLLS_PER_USER',
    '100',
    wholeNumber(1, 1_000_000),
    'Max parked polls per user and worker',
  ),
  maxPollsPerWorker: setting(
    'MAX_POLLS_PER_WORKER',
    '20000',
    wholeNumber(1, 1_000_000),
    'Max parked polls per worker',
  ),
}
