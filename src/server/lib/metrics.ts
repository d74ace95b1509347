import { packageVersion } from './version'
import { RequestTimes } from './request-times'
import { RequestsInHand } from './requests-in-hand'
import { beginWatchedSeries } from './watched-series'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics of this worker, served by `GET /metrics`. */
export interface Metrics {
  /** Holds all metrics, plus those of the process if `measureProcess` adds them. */
  registry: Registry
  httpRequests: RequestTimes
  /** Cache hits and misses. */
  memoryHits: Counter<'memory'>
  memoryMisses: Counter<'memory'>
  memoryEntries: Gauge<'memory'>
  /** Refused logins and authenticated calls, by reason: `password`, `key`, `deactivated`, `provider`, `code`, `passkey`. */
  loginsRefused: Counter<'reason'>
  logins: Counter<'method' | 'result'>
  /**
   * Rate-limited requests, by kind: `calls`, `codes` (of second factors), `hashes` (of passwords), `keys`, `logins` (by
   * identity providers and passkeys), `mails`, `passwords`.
   */
  rateLimited: Counter<'kind'>
  /** Reports of browsers about violations of the page's content security policy. */
  policyReports: Counter
  queuesRegistered: Counter
  queuesDropped: Counter<'reason'>
  /** Event queues of all workers. */
  liveQueues: Gauge
  parkedPolls: Gauge
  /** Refused polls and event streams, by the limit that was hit: `user` or `worker`. */
  pollsRefused: Counter<'full'>
  eventsPublished: Counter
  /** Messages sent at this worker. */
  messagesSent: Counter
  /** Webhook jobs of all workers that are not completed. */
  webhookBacklog: Gauge
  /** Messages of which this worker decided that a person is to be told, by channel: `mail` or `push`. */
  notificationsJudged: Counter<'channel'>
  /** The ones among them that needed no telling when their time came: read, deleted or emptied, or their reader was present. */
  notificationsDropped: Counter<'channel'>
  /** Seconds for which the oldest notification waits for a worker, by stage: `judging`, `mail`, `push`. */
  notificationAge: Gauge<'stage'>
  /** Bridges of all organizations, by state: `connected`, `away` or `ended`. */
  bridges: Gauge<'state'>
  /** Seconds for which the oldest change waits for a bridge, by way: `in` from the other server, `out` to it. */
  bridgeAge: Gauge<'way'>
  /** Changes that bridges have set aside, by way. */
  bridgeSetAside: Gauge<'way'>
  deletionJobs: Gauge
  deletionAge: Gauge
  /**
   * Messages deleted after their retention period, archived messages purged, and uploads deleted
   * with them.
   */
  messagesExpired: Counter
  messagesPurged: Counter
  uploadsPurged: Counter
  /** Exports that this worker ended, by outcome: `done` or `failed`. */
  exports: Counter<'outcome'>
  imports: Counter<'outcome'>
  /** Jobs that are not tried again, since workers were lost with them. */
  jobsSetAside: Counter<'kind'>
  /**
   * Attempts to send a mail, by outcome: `sent`, `later`, `outage`, or `failed`, which is final.
   */
  mails: Counter<'outcome'>
  /** Mails of all workers: `waiting`; of these, `delayed` after a failed attempt; and `failed`. */
  mailQueue: Gauge<'state'>
  /**
   * Mails that came in at this worker, `stored`, `known` or `deferred`, and those that it handled: `posted`, `bounce`,
   * `dropped`, `refused` or `failed`.
   */
  incomingMails: Counter<'outcome'>
  /**
   * Attempts to send a push, by way: `web`, `topic`, `fcm`, `apns`, `bouncer`; and by outcome: `sent`, `later`, `gone`,
   * `refused`, `too_large`.
   */
  pushes: Counter<'way' | 'outcome'>
  /** Pushes of all workers that are not sent. */
  pushBacklog: Gauge
  /** Seconds from the commit of a change until its events are in the queues. */
  relayLag: Histogram
  outboxDepth: Gauge
  /** Database connections by state: `total`, `idle`, and requests `waiting` for one. */
  dbPool: Gauge<'state'>
  /** Seconds for which the event loop was blocked when a timer was due. */
  eventLoopDelay: Histogram
  /** Not a metric: the requests named in the log when the event loop was blocked. */
  requestsInHand: RequestsInHand
  /** Rendering threads, and the outcome of their jobs: `done`, `ended`, `busy`. */
  renderThreads: Gauge
  threadRenders: Counter<'outcome'>
}

const lagSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30]

/**
 * Metrics with a registry of their own, so that a process may contain several workers (tests do).
 */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  new Gauge({
    name: 'parley_build_info',
    help: '1, labeled with the versions of Parley and Node.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: packageVersion, node: process.version }, 1)

  const metrics: Metrics = {
    registry,
    httpRequests: new RequestTimes(registry),
    memoryHits: new Counter({
      name: 'parley_memory_hits_total',
      help: 'Cache hits, by cache.',
      labelNames: ['memory'],
      registers,
    }),
    memoryMisses: new Counter({
      name: 'parley_memory_misses_total',
      help: 'Cache misses, by cache.',
      labelNames: ['memory'],
      registers,
    }),
    memoryEntries: new Gauge({
      name: 'parley_memory_entries',
      help: 'Cache entries, by cache.',
      labelNames: ['memory'],
      registers,
    }),
    logins: new Counter({
      name: 'parley_logins_total',
      help: 'Logins by method (password, or the kind of an identity provider) and result: ok, sign_up or refused.',
      labelNames: ['method', 'result'],
      registers,
    }),
    loginsRefused: new Counter({
      name: 'parley_logins_refused_total',
      help: 'Refused logins and authenticated calls, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    rateLimited: new Counter({
      name: 'parley_rate_limited_total',
      help: 'Rate-limited requests, by kind.',
      labelNames: ['kind'],
      registers,
    }),
    policyReports: new Counter({
      name: 'parley_csp_reports_total',
      help: 'Browser reports of content security policy violations.',
      registers,
    }),
    queuesRegistered: new Counter({
      name: 'parley_queues_registered_total',
      help: 'Event queues registered.',
      registers,
    }),
    queuesDropped: new Counter({
      name: 'parley_queues_dropped_total',
      help: 'Event queues that ended without a request of their client, by reason.',
      labelNames: ['reason'],
      registers,
    }),
    liveQueues: new Gauge({
      name: 'parley_queues',
      help: 'Event queues of all workers, as of a few seconds ago.',
      registers,
    }),
    parkedPolls: new Gauge({
      name: 'parley_parked_polls',
      help: 'Parked polls of this worker.',
      registers,
    }),
    pollsRefused: new Counter({
      name: 'parley_polls_refused_total',
      help: 'Polls and registrations refused at the limit of parked polls, by limit: user or worker.',
      labelNames: ['full'],
      registers,
    }),
    eventsPublished: new Counter({
      name: 'parley_events_published_total',
      help: 'Events published to the queues.',
      registers,
    }),
    messagesSent: new Counter({
      name: 'parley_messages_sent_total',
      help: 'Messages sent.',
      registers,
    }),
    webhookBacklog: new Gauge({
      name: 'parley_webhook_jobs',
      help: 'Outgoing webhook jobs of all workers that are not completed, as of a few seconds ago.',
      registers,
    }),
    bridges: new Gauge({
      name: 'parley_bridges',
      help: 'Bridges of all organizations, as of a few seconds ago, by state: connected, away, or ended by an operator.',
      labelNames: ['state'],
      registers,
    }),
    bridgeAge: new Gauge({
      name: 'parley_bridge_age_seconds',
      help: 'Time for which the oldest change waits for a bridge, by way: in or out; 0 if none waits.',
      labelNames: ['way'],
      registers,
    }),
    bridgeSetAside: new Gauge({
      name: 'parley_bridge_set_aside',
      help: 'Changes that bridges have set aside, by way: in or out.',
      labelNames: ['way'],
      registers,
    }),
    deletionJobs: new Gauge({
      name: 'parley_message_deletion_jobs',
      help: 'Deactivated accounts whose messages are still being deleted, of all workers, as of a few seconds ago.',
      registers,
    }),
    deletionAge: new Gauge({
      name: 'parley_message_deletion_age_seconds',
      help: 'Time since the oldest of these deletions was requested; 0 if there is none.',
      registers,
    }),
    messagesExpired: new Counter({
      name: 'parley_messages_expired_total',
      help: 'Messages deleted after their retention period.',
      registers,
    }),
    messagesPurged: new Counter({
      name: 'parley_deleted_messages_purged_total',
      help: 'Deleted messages that were purged and can no longer be restored.',
      registers,
    }),
    uploadsPurged: new Counter({
      name: 'parley_uploads_purged_total',
      help: 'Uploaded files deleted with the last message that linked to them.',
      registers,
    }),
    imports: new Counter({
      name: 'parley_imports_total',
      help: 'Imports of owners that ended or broke off at this worker, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    jobsSetAside: new Counter({
      name: 'parley_jobs_set_aside_total',
      help: 'Jobs that this worker set aside, since workers or processes were lost with them twice, by kind.',
      labelNames: ['kind'],
      registers,
    }),
    exports: new Counter({
      name: 'parley_exports_total',
      help: 'Exports of organizations that ended at this worker, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    mails: new Counter({
      name: 'parley_mails_total',
      help: 'Attempts of this worker to send a mail, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    mailQueue: new Gauge({
      name: 'parley_mail_queue',
      help: 'Waiting, delayed and failed mails of all workers, as of half a minute ago.',
      labelNames: ['state'],
      registers,
    }),
    incomingMails: new Counter({
      name: 'parley_incoming_mails_total',
      help: 'Mails that this worker took or handled, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    pushes: new Counter({
      name: 'parley_pushes_total',
      help: 'Attempts of this worker to send a push notification, by way and outcome.',
      labelNames: ['way', 'outcome'],
      registers,
    }),
    pushBacklog: new Gauge({
      name: 'parley_push_backlog',
      help: 'Push notifications of all workers that are not sent, as of half a minute ago.',
      registers,
    }),
    notificationsJudged: new Counter({
      name: 'parley_notifications_judged_total',
      help: 'New messages of which this worker decided that a person is to be told, by channel.',
      labelNames: ['channel'],
      registers,
    }),
    notificationsDropped: new Counter({
      name: 'parley_notifications_dropped_total',
      help: 'Messages that needed no telling any more when their time came, by channel.',
      labelNames: ['channel'],
      registers,
    }),
    notificationAge: new Gauge({
      name: 'parley_notification_age_seconds',
      help: 'Time for which the oldest notification waits for a worker, by stage, as of half a minute ago.',
      labelNames: ['stage'],
      registers,
    }),
    relayLag: new Histogram({
      name: 'parley_relay_lag_seconds',
      help: 'Time from the commit of a change until its events are in the queues.',
      buckets: lagSeconds,
      registers,
    }),
    outboxDepth: new Gauge({
      name: 'parley_outbox_rows',
      help: 'Committed events that are not relayed yet.',
      registers,
    }),
    dbPool: new Gauge({
      name: 'parley_database_connections',
      help: 'Database connections by state.',
      labelNames: ['state'],
      registers,
    }),
    eventLoopDelay: new Histogram({
      name: 'parley_event_loop_delay_seconds',
      help: 'Time that the event loop was blocked, measured ten times a second while requests arrive.',
      buckets: lagSeconds,
      registers,
    }),
    requestsInHand: new RequestsInHand(),
    renderThreads: new Gauge({
      name: 'parley_render_threads',
      help: 'Threads that render texts too long for the event loop.',
      registers,
    }),
    threadRenders: new Counter({
      name: 'parley_thread_renders_total',
      help: 'Texts sent to render threads: done, ended after the time limit, or refused because threads were busy.',
      labelNames: ['outcome'],
      registers,
    }),
  }
  beginWatchedSeries(metrics)
  return metrics
}
