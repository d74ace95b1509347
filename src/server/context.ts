import type { Logger } from 'pino'
import type { Config } from './config/config'
import type { Database } from './data/engine/database'
import type { DirectoryKey } from './data/identities/directories'
import type { DueWorkPoller } from './data/schedule/due-work-poller'
import type { StoreMessage } from './data/messages/batch-messages'
import type { AudienceResolver } from './events/audience'
import type { PollSlots } from './events/poll-slots'
import type { PollThrottle } from './events/poll-throttle'
import type { EventQueues } from './events/queues'
import type { Relay } from './events/relay'
import type { Files } from './stores/files/files'
import type { Limits } from './http/pipeline/rate-limit'
import type { WebApp } from './http/web/web-app'
import type { Caches } from './caches'
import type { PresenceStore } from './stores/presence/presence'
import type { Clock } from './lib/clock'
import type { Metrics } from './lib/metrics'
import type { RequestLog } from './lib/request-log'
import type { Sealer } from './identity/sealer'
import type { PasswordJudge } from './chat/rules/passwords/judge'
import type { ExternalPictures } from './chat/actions/external-content/external-pictures'
import type { Renderer } from './chat/posting/rendering/renderer'
import type { OperatorProvider } from './data/identities/operator-providers'
import type { Importer } from './moving/import-jobs/importer'
import type { MailReader } from './mail-in/mail-reader'
import type { SuspectLane } from './chat/jobs/suspect-lane'
import type { MobileServices } from './chat/jobs/pushes/mobile/mobile-push'
import type { AddressPolicy } from './chat/rules/outgoing/addresses'

/** Whether a worker can serve, and the state of each of its stores. */
export interface Readiness {
  ready: boolean
  checks: Record<string, 'ok' | 'failed'>
  /** A sentence for each failed check. */
  reasons?: Record<string, string>
}

/** A background job of a worker. */
export interface BackgroundJob {
  start(): void
  /** Finishes running work and starts no more. */
  stop(): Promise<void>
}

/** Syncs of directories: hourly, and when owners ask. One worker at a time syncs a directory. */
export interface DirectorySyncs extends BackgroundJob {
  /** Begins a sync, which goes on after the call. @throws BadRequestError if one goes on */
  begin(key: DirectoryKey): Promise<void>
}

/**
 * The long-lived dependencies of requests, passed to each function that needs them. Created in
 * server/start/create-context.ts.
 */
export interface AppContext {
  config: Config
  log: Logger
  /** Writer of the log's request lines. */
  requestLog: RequestLog
  clock: Clock
  metrics: Metrics
  db: Database
  /** The fast path for messages to a stream; see `createMessageStore`. */
  storeMessage: StoreMessage
  /** Poller for due work, shared by the background jobs. */
  dueWork: DueWorkPoller
  /** The lane of jobs with which a worker was lost. */
  suspects: SuspectLane
  /** Caches of data that this worker read earlier. */
  caches: Caches
  /** Renders texts; long ones in threads. */
  renderer: Renderer
  events: EventQueues
  /** Resolves the audience of an event to users. */
  audiences: AudienceResolver
  /** Presence of users. */
  presence: PresenceStore
  /** Limits the polls and event streams parked at this worker. */
  pollSlots: PollSlots
  /** Delays polls of accounts that poll too often. */
  pollThrottle: PollThrottle
  relay: Relay
  /** Decides which addresses the server may call on behalf of users. */
  addresses: AddressPolicy
  limits: Limits
  /** Encrypts secrets that the database stores; undefined without SECRETS_KEY. */
  sealer: Sealer | undefined
  /** Identity providers that the operator has set up. */
  operatorProviders: readonly OperatorProvider[]
  /** Calls the services of outgoing-webhook bots. */
  outgoingWebhooks: BackgroundJob
  /** Reads linked pages, and shows their previews in messages. */
  linkPreviews: BackgroundJob
  /** Sends scheduled messages when they are due. */
  scheduledMessages: BackgroundJob
  /** Deletes messages after their retention period, and purges archived ones. */
  upkeep: BackgroundJob
  /** Deletes the messages of deactivated accounts, if an administrator chose that. */
  messageDeleter: BackgroundJob
  /** Makes the exports that administrators requested. */
  exportMaker: BackgroundJob
  /** Reads the archives of imports, outside of the worker's process. */
  importer: Importer
  /** Runs the imports that owners requested. */
  importRunner: BackgroundJob
  /** Sends mails. */
  mailer: BackgroundJob
  /** Tells people of messages they have missed. */
  notifier: BackgroundJob
  /** Connections to FCM and APNs. */
  mobile: MobileServices
  /** Sends push notifications. */
  pusher: BackgroundJob
  /** Clears statuses at their end. */
  statusEnds: BackgroundJob
  /** Fetches the metadata of SAML providers daily. */
  metadataRefresher: BackgroundJob
  /** Reads mails that came in, in threads. */
  mailReader: MailReader
  /** Handles the mails that came in. */
  mailHandler: BackgroundJob
  /** Reads the mailbox to which mails come in. */
  imapReader: BackgroundJob
  /** Compares the accounts of people with the directories that they come from. */
  directorySyncs: DirectorySyncs
  files: Files
  /** The web app, and the build of it that all workers serve. */
  web: WebApp
  /** Fetches external pictures on behalf of readers. */
  externalPictures: ExternalPictures
  /** Estimates the strength of passwords. */
  passwordJudge: PasswordJudge
  /** Whether this worker can serve: its stores answer and the schema is current. */
  isReady(): Promise<Readiness>
  /** Closes everything in reverse order of creation. */
  close(): Promise<void>
}
