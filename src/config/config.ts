import { availableParallelism, hostname } from 'node:os'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { settings } from './setting-list'
import { ConfigError, SettingReader } from './setting-reader'
import { apiKeyPattern } from '../wire/api-key'

export { ConfigError }

/** Everything that can be set from outside. Durations and sizes carry their unit in the name. */
export interface Config {
  host: string
  port: number
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl: string | undefined
  databasePoolSize: number
  /** Has PostgreSQL keep the plans of statements on each connection. */
  databasePreparesStatements: boolean
  statementTimeoutMs: number
  /** Absent: event queues in this process. Several, with commas in between: a Redis Cluster. */
  redisUrl: string | undefined
  redisKeyPrefix: string
  eventShards: number
  dataDir: string
  owner: { email: string; password: string | undefined; apiKey: string | undefined }
  realmName: string
  /** Host whose subdomains name realms; every other host is the default realm. */
  externalHost: string
  /** Address that clients reach the server at; absent: derived from each request. */
  externalUrl: string | undefined
  /** Believe X-Forwarded-*: only behind a proxy that sets them. */
  trustProxy: boolean
  /** Calls per minute and account; null = unlimited. */
  rateLimit: number | null
  /** Failed logins per minute and address; null = unlimited. */
  loginAttemptsPerMinute: number | null
  logLevel: string
  /** A queue dies when nobody polled it for this long, unless its client asked for more. */
  queueLifespanSeconds: number
  maxEventsPerQueue: number
  maxBytesPerQueue: number
  heartbeatMs: { min: number; max: number }
  /** Polls and streams of one user that may wait at this worker, each at another queue. */
  maxPollsPerUser: number
  /** The same of all users together. */
  maxPollsPerWorker: number
  maxRequestBytes: number
  /** The largest file that a message can link to. */
  maxFileUploadMib: number
  /** For uploaded files, or for those on their way in where S3 has the others. */
  uploadsDir: string
  uploadsS3: S3Config | undefined
  shutdownTimeoutMs: number
  /** Hosts and networks that outgoing webhooks may call although they are not on the Internet. */
  outgoingWebhooksAllowPrivate: 'all' | readonly string[]
  /** Holds up each relay, so that tests can end a worker between commit and relay. */
  relayDelayMs: number
  /** Check every response against its declared schema; for tests. */
  validateResponses: boolean
  workerId: string
}

interface S3Config {
  bucket: string
  region: string
  /** Absent: Amazon's own. */
  endpoint: string | undefined
  accessKeyId: string
  secretAccessKey: string
}

type Environment = Readonly<Record<string, string | undefined>>

/** @throws ConfigError naming the setting that is wrong */
export function readConfig(env: Environment = process.env): Config {
  const read = new SettingReader((name) => {
    const setting = settings.find((candidate) => candidate.name === name)
    if (!setting) throw new Error(`Undeclared setting ${name}`)
    return env[name]?.trim() || setting.default
  })
  const heartbeatMs = read.integer('HEARTBEAT_MS', 10, 80_000)
  const config: Config = {
    host: read.text('HOST'),
    port: read.integer('PORT', 0, 65_535),
    databaseUrl: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
    databasePoolSize: read.integer('DATABASE_POOL_SIZE', 1, 1_000),
    databasePreparesStatements: read.truth('DATABASE_PREPARED_STATEMENTS'),
    statementTimeoutMs: read.integer('STATEMENT_TIMEOUT_MS', 1, 3_600_000),
    redisUrl: read.urls('REDIS_URL', ['redis:', 'rediss:']),
    redisKeyPrefix: read.pattern(
      'REDIS_KEY_PREFIX',
      /^[\w:.-]{1,64}$/,
      'letters, digits and _ : . -',
    ),
    eventShards: read.integer('EVENT_SHARDS', 1, 1_024),
    dataDir: read.text('DATA_DIR'),
    owner: readOwner(read),
    realmName: read.text('PARLEY_REALM_NAME'),
    externalHost: read
      .pattern('EXTERNAL_HOST', /^[a-z0-9.-]+$/i, 'a host name without port')
      .toLowerCase(),
    externalUrl: read.url('EXTERNAL_URL', ['http:', 'https:'])?.replace(/\/+$/, ''),
    trustProxy: read.truth('TRUST_PROXY'),
    rateLimit: read.limit('RATE_LIMIT'),
    loginAttemptsPerMinute: read.limit('LOGIN_RATE_LIMIT'),
    logLevel: read.pattern(
      'LOG_LEVEL',
      /^(fatal|error|warn|info|debug|trace|silent)$/,
      'fatal, error, warn, info, debug, trace or silent',
    ),
    queueLifespanSeconds: read.integer('QUEUE_LIFESPAN_SECONDS', 1, 604_800),
    maxEventsPerQueue: read.integer('QUEUE_MAX_EVENTS', 1, 10_000_000),
    maxBytesPerQueue: read.integer('QUEUE_MAX_BYTES', 1, 4_294_967_296),
    heartbeatMs: { min: Math.round(heartbeatMs * 0.9), max: Math.round(heartbeatMs * 1.1) },
    maxPollsPerUser: read.integer('MAX_POLLS_PER_USER', 1, 1_000_000),
    maxPollsPerWorker: read.integer('MAX_POLLS_PER_WORKER', 1, 1_000_000),
    maxRequestBytes: read.integer('MAX_REQUEST_BYTES', 1_024, 104_857_600),
    maxFileUploadMib: read.integer('MAX_FILE_UPLOAD_MIB', 1, 1_024),
    uploadsDir: read.text('UPLOADS_DIR') || join(read.text('DATA_DIR'), 'uploads'),
    uploadsS3: readS3(read),
    shutdownTimeoutMs: read.integer('SHUTDOWN_TIMEOUT_MS', 0, 600_000),
    outgoingWebhooksAllowPrivate: read.hosts('OUTGOING_WEBHOOKS_ALLOW_PRIVATE'),
    relayDelayMs: read.integer('RELAY_DELAY_MS', 0, 60_000),
    validateResponses: read.truth('VALIDATE_RESPONSES'),
    workerId:
      read.text('WORKER_ID') || `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`,
  }
  if (config.redisUrl && !config.databaseUrl) {
    throw new ConfigError(
      'REDIS_URL is set but DATABASE_URL is not: several workers need both. ' +
        'Set both, or neither for one embedded worker.',
    )
  }
  return config
}

function readOwner(read: SettingReader): Config['owner'] {
  return {
    email: read.pattern('PARLEY_OWNER_EMAIL', /^[^\s@:]+@[^\s@:]+$/, 'an email address'),
    password: read.optionalPattern(
      'PARLEY_OWNER_PASSWORD',
      /^.{6,}$/s,
      'at least 6 characters long',
    ),
    apiKey: read.optionalPattern('PARLEY_OWNER_API_KEY', apiKeyPattern, '32 letters or digits'),
  }
}

function readS3(read: SettingReader): S3Config | undefined {
  const bucket = read.text('UPLOADS_S3_BUCKET')
  if (bucket === '') return undefined
  const accessKeyId = read.text('UPLOADS_S3_ACCESS_KEY_ID')
  const secretAccessKey = read.text('UPLOADS_S3_SECRET_ACCESS_KEY')
  if (accessKeyId === '' || secretAccessKey === '') {
    throw new ConfigError(
      'UPLOADS_S3_BUCKET needs UPLOADS_S3_ACCESS_KEY_ID and UPLOADS_S3_SECRET_ACCESS_KEY.',
    )
  }
  return {
    bucket,
    region: read.text('UPLOADS_S3_REGION'),
    endpoint: read.url('UPLOADS_S3_ENDPOINT', ['http:', 'https:']),
    accessKeyId,
    secretAccessKey,
  }
}

/** Workers that share one PostgreSQL need Redis to share the queues as well; a single one does not. */
export function describeStores(config: Config): string {
  const database = config.databaseUrl ? 'PostgreSQL' : `embedded database in ${config.dataDir}`
  const queues = config.redisUrl ? 'event queues in Redis' : 'event queues in this process'
  return `${database}, ${queues}, ${availableParallelism()} processors`
}
