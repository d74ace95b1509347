import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** Figures of this worker, as `GET /metrics` tells them. */
export interface Metrics {
  /** Holds all of them, beside those of the process itself where {@link measureProcess} adds them. */
  registry: Registry
  /** Seconds from the first byte of a request to the last of its answer, parked time included. */
  httpRequests: Histogram<'method' | 'endpoint' | 'status'>
  /** Questions to what a worker remembers that it could answer, and those that it could not. */
  memoryHits: Counter<'memory'>
  memoryMisses: Counter<'memory'>
  memoryEntries: Gauge<'memory'>
  queuesRegistered: Counter
  queuesDropped: Counter<'reason'>
  parkedPolls: Gauge
  /** Polls and streams for which there was no room, by whose fullness: `user` or `worker`. */
  pollsRefused: Counter<'full'>
  eventsPublished: Counter
  /** Seconds from the commit of a change to its events being in the queues. */
  relayLag: Histogram
  outboxDepth: Gauge
  /** Database connections by what they do: `total`, `idle`, and requests `waiting` for one. */
  dbPool: Gauge<'state'>
}

/** Polls are answered within 90 seconds, everything else far below. */
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 90]
const lagSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30]

/** Metrics with a registry of their own, so that a process may hold several workers (tests do). */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]

  return {
    registry,
    httpRequests: new Histogram({
      name: 'parley_http_request_seconds',
      help: 'Time to answer a request, by endpoint and status.',
      labelNames: ['method', 'endpoint', 'status'],
      buckets: requestSeconds,
      registers,
    }),
    memoryHits: new Counter({
      name: 'parley_memory_hits_total',
      help: 'What was asked for and remembered, by memory.',
      labelNames: ['memory'],
      registers,
    }),
    memoryMisses: new Counter({
      name: 'parley_memory_misses_total',
      help: 'What was asked for and had to be read, by memory.',
      labelNames: ['memory'],
      registers,
    }),
    memoryEntries: new Gauge({
      name: 'parley_memory_entries',
      help: 'What is remembered, by memory.',
      labelNames: ['memory'],
      registers,
    }),
    queuesRegistered: new Counter({
      name: 'parley_queues_registered_total',
      help: 'Event queues registered.',
      registers,
    }),
    queuesDropped: new Counter({
      name: 'parley_queues_dropped_total',
      help: 'Event queues that ended other than by request of their client.',
      labelNames: ['reason'],
      registers,
    }),
    parkedPolls: new Gauge({
      name: 'parley_parked_polls',
      help: 'Polls waiting for an event.',
      registers,
    }),
    pollsRefused: new Counter({
      name: 'parley_polls_refused_total',
      help: 'Polls and registrations refused because too many polls wait, by who has too many.',
      labelNames: ['full'],
      registers,
    }),
    eventsPublished: new Counter({
      name: 'parley_events_published_total',
      help: 'Events handed to the queues.',
      registers,
    }),
    relayLag: new Histogram({
      name: 'parley_relay_lag_seconds',
      help: 'Time from a commit to its events being in the queues.',
      buckets: lagSeconds,
      registers,
    }),
    outboxDepth: new Gauge({
      name: 'parley_outbox_rows',
      help: 'Committed events that wait to be relayed.',
      registers,
    }),
    dbPool: new Gauge({
      name: 'parley_database_connections',
      help: 'Database connections by state.',
      labelNames: ['state'],
      registers,
    }),
  }
}

/**
 * Adds metrics of the process itself: event-loop delay, memory, garbage. They are measured until the
 * process ends, and keep their worker in memory until then: one that ends earlier does without.
 */
export function measureProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry })
}
