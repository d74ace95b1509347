import type { Logger } from 'pino'
import type { Config } from './config/config'
import type { Database } from './db/engine/database'
import type { Lookout } from './db/keeping/lookout'
import type { StoreMessage } from './db/messages/store'
import type { AudienceResolver } from './events/audience'
import type { PollSlots } from './events/poll-slots'
import type { PollThrottle } from './events/poll-throttle'
import type { EventQueues } from './events/queues'
import type { Relay } from './events/relay'
import type { Files } from './files/files'
import type { Limits } from './http/pipeline/rate-limit'
import type { WebApp } from './http/web/web-app'
import type { Memory } from './memory'
import type { PresenceStore } from './presence/presence'
import type { Clock } from './runtime/clock'
import type { Metrics } from './runtime/metrics'
import type { RequestLog } from './runtime/request-log'
import type { PasswordJudge } from './services/passwords/judge'
import type { ExternalPictures } from './services/external-content/external-pictures'
import type { Renderer } from './services/messages/rendering/renderer'

/** Whether a worker can serve, and which of its stores can. */
export interface Readiness {
  ready: boolean
  checks: Record<string, 'ok' | 'failed'>
}

/** Work that a worker does beside the requests. */
export interface Duty {
  start(): void
  /** Finishes what was begun, and begins nothing more. */
  stop(): Promise<void>
}

/**
 * The long-lived things that requests are served with; whoever needs one is handed it. They are
 * made in main/create-context.ts.
 */
export interface AppContext {
  config: Config
  log: Logger
  /** The lines of requests in it. */
  requestLog: RequestLog
  clock: Clock
  metrics: Metrics
  db: Database
  /** The short way for a message to a stream; see `createMessageStore`. */
  storeMessage: StoreMessage
  /** Looks for work that is due, for all who do some. */
  lookout: Lookout
  /** Memories of what this worker read earlier and may use again. */
  memory: Memory
  /** Renders texts, those that may take long in threads. */
  renderer: Renderer
  events: EventQueues
  /** Finds out who is meant by the audience of an event. */
  audiences: AudienceResolver
  /** Store of who is there. */
  presence: PresenceStore
  /** Bounds what waits at this worker for events. */
  pollSlots: PollSlots
  /** Delays polls of accounts that poll too often. */
  pollThrottle: PollThrottle
  relay: Relay
  limits: Limits
  /** Calls the services of outgoing-webhook bots. */
  outgoingWebhooks: Duty
  /** Sends what is due of what was scheduled. */
  scheduledMessages: Duty
  /** Deletes what is too old, and forgets what was deleted. */
  upkeep: Duty
  /** Makes the exports that administrators asked for. */
  exportMaker: Duty
  /** Sends mails. */
  mailer: Duty
  files: Files
  /** The web app, and which build of it all workers serve. */
  web: WebApp
  /** Fetches pictures of other hosts, so that readers need not. */
  externalPictures: ExternalPictures
  /** Says how hard passwords are to guess. */
  passwordJudge: PasswordJudge
  /** Whether this worker can serve: its stores answer and the schema is current. */
  isReady(): Promise<Readiness>
  /** Undoes everything in reverse. */
  close(): Promise<void>
}
