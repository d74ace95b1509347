import { availableParallelism, hostname } from 'node:os'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import {
  ConfigError,
  hosts,
  integer,
  limit,
  optionalPattern,
  pattern,
  truth,
  url,
  urls,
} from './setting-values'
import { apiKeyPattern } from './wire/api-key'

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

interface Setting {
  name: string
  default: string
  description: string
}

/** The settings in the order of the README. An unset and an empty variable mean the same. */
export const settings: readonly Setting[] = [
  { name: 'PORT', default: '9991', description: 'Port to listen on' },
  { name: 'HOST', default: '127.0.0.1', description: 'Address to listen on' },
  {
    name: 'DATABASE_URL',
    default: '',
    description: 'PostgreSQL, as postgres://user:password@host/db; unset: embedded, in DATA_DIR',
  },
  {
    name: 'REDIS_URL',
    default: '',
    description:
      'Redis, as redis://host:6379; two or more nodes of a Redis Cluster with commas in between; ' +
      'unset: event queues inside the one worker',
  },
  { name: 'DATA_DIR', default: './data', description: 'Folder of the embedded database' },
  {
    name: 'PARLEY_OWNER_EMAIL',
    default: 'owner@localhost.localdomain',
    description: 'Owner of the realm made at the first start',
  },
  { name: 'PARLEY_OWNER_PASSWORD', default: '', description: 'Their password; unset: made up' },
  {
    name: 'PARLEY_OWNER_API_KEY',
    default: '',
    description: 'Their API key, 32 letters or digits; unset: made up',
  },
  { name: 'PARLEY_REALM_NAME', default: 'Parley', description: 'Name of that realm' },
  {
    name: 'EXTERNAL_HOST',
    default: 'localhost',
    description: 'Host whose subdomains name further realms: acme.localhost is realm acme',
  },
  {
    name: 'EXTERNAL_URL',
    default: '',
    description: 'Address that clients reach the default realm at; unset: as they wrote it',
  },
  {
    name: 'TRUST_PROXY',
    default: 'false',
    description: 'Believe X-Forwarded-For, -Host and -Proto (set it behind a proxy only)',
  },
  {
    name: 'RATE_LIMIT',
    default: '200',
    description: 'Calls per minute and account; off: unlimited',
  },
  {
    name: 'LOGIN_RATE_LIMIT',
    default: '30',
    description: 'Failed logins per minute and address; off: unlimited',
  },
  {
    name: 'LOG_LEVEL',
    default: 'info',
    description: 'fatal, error, warn, info, debug, trace or silent',
  },
  { name: 'DATABASE_POOL_SIZE', default: '10', description: 'PostgreSQL connections per worker' },
  {
    name: 'DATABASE_PREPARED_STATEMENTS',
    default: 'true',
    description: 'false behind a pooler that hands each transaction to another connection',
  },
  {
    name: 'STATEMENT_TIMEOUT_MS',
    default: '15000',
    description: 'Longest a database statement may run',
  },
  { name: 'REDIS_KEY_PREFIX', default: 'parley', description: 'First part of every Redis key' },
  {
    name: 'EVENT_SHARDS',
    default: '1',
    description:
      'Shards of the event queues, spread over a Redis Cluster; the same on every worker',
  },
  {
    name: 'QUEUE_LIFESPAN_SECONDS',
    default: '600',
    description: 'An event queue that nobody polls dies after this long',
  },
  { name: 'QUEUE_MAX_EVENTS', default: '20000', description: 'Most unread events of a queue' },
  { name: 'QUEUE_MAX_BYTES', default: '33554432', description: 'Most unread bytes of a queue' },
  {
    name: 'HEARTBEAT_MS',
    default: '50000',
    description: 'A silent poll is answered with a heartbeat after about this long (± 10 %)',
  },
  {
    name: 'MAX_POLLS_PER_USER',
    default: '100',
    description: 'Queues of one user that may be waited at, per worker',
  },
  { name: 'MAX_POLLS_PER_WORKER', default: '20000', description: 'The same of all users together' },
  { name: 'MAX_REQUEST_BYTES', default: '4194304', description: 'Largest request body' },
  { name: 'MAX_FILE_UPLOAD_MIB', default: '25', description: 'Largest file of a message' },
  {
    name: 'UPLOADS_DIR',
    default: '',
    description: 'Folder of uploaded files, shared by all workers; unset: uploads in DATA_DIR',
  },
  {
    name: 'UPLOADS_S3_BUCKET',
    default: '',
    description: 'Bucket of an S3-compatible store that uploaded files go to instead',
  },
  { name: 'UPLOADS_S3_REGION', default: 'us-east-1', description: 'Its region' },
  {
    name: 'UPLOADS_S3_ENDPOINT',
    default: '',
    description: 'Its address, as https://minio.example.com; unset: that of Amazon S3',
  },
  { name: 'UPLOADS_S3_ACCESS_KEY_ID', default: '', description: 'Its access key' },
  { name: 'UPLOADS_S3_SECRET_ACCESS_KEY', default: '', description: 'The secret of that key' },
  {
    name: 'SHUTDOWN_TIMEOUT_MS',
    default: '10000',
    description: 'Longest that a stopping worker waits for requests in flight',
  },
  {
    name: 'OUTGOING_WEBHOOKS_ALLOW_PRIVATE',
    default: '',
    description:
      'Private hosts and networks that bots may be called at, as bot.lan,10.1.0.0/16; true: all',
  },
  {
    name: 'RELAY_DELAY_MS',
    default: '0',
    description: 'Pause between a commit and its relay (tests)',
  },
  {
    name: 'VALIDATE_RESPONSES',
    default: 'false',
    description: 'Check every response against its declared schema (tests)',
  },
  { name: 'WORKER_ID', default: '', description: 'Name of this worker; unset: made up' },
]

type Environment = Readonly<Record<string, string | undefined>>

/** @throws ConfigError naming the setting that is wrong */
export function readConfig(env: Environment = process.env): Config {
  const read = (name: string): string => {
    const setting = settings.find((candidate) => candidate.name === name)
    if (!setting) throw new Error(`Undeclared setting ${name}`)
    return env[name]?.trim() || setting.default
  }
  const heartbeatMs = integer('HEARTBEAT_MS', read('HEARTBEAT_MS'), 10, 80_000)
  const config: Config = {
    host: read('HOST'),
    port: integer('PORT', read('PORT'), 0, 65_535),
    databaseUrl: url('DATABASE_URL', read('DATABASE_URL'), ['postgres:', 'postgresql:']),
    databasePoolSize: integer('DATABASE_POOL_SIZE', read('DATABASE_POOL_SIZE'), 1, 1_000),
    databasePreparesStatements: truth(
      'DATABASE_PREPARED_STATEMENTS',
      read('DATABASE_PREPARED_STATEMENTS'),
    ),
    statementTimeoutMs: integer('STATEMENT_TIMEOUT_MS', read('STATEMENT_TIMEOUT_MS'), 1, 3_600_000),
    redisUrl: urls('REDIS_URL', read('REDIS_URL'), ['redis:', 'rediss:']),
    redisKeyPrefix: pattern(
      'REDIS_KEY_PREFIX',
      read('REDIS_KEY_PREFIX'),
      /^[\w:.-]{1,64}$/,
      'letters, digits and _ : . -',
    ),
    eventShards: integer('EVENT_SHARDS', read('EVENT_SHARDS'), 1, 1_024),
    dataDir: read('DATA_DIR'),
    owner: {
      email: pattern(
        'PARLEY_OWNER_EMAIL',
        read('PARLEY_OWNER_EMAIL'),
        /^[^\s@:]+@[^\s@:]+$/,
        'an email address',
      ),
      password: optionalPattern(
        'PARLEY_OWNER_PASSWORD',
        read('PARLEY_OWNER_PASSWORD'),
        /^.{6,}$/s,
        'at least 6 characters long',
      ),
      apiKey: optionalPattern(
        'PARLEY_OWNER_API_KEY',
        read('PARLEY_OWNER_API_KEY'),
        apiKeyPattern,
        '32 letters or digits',
      ),
    },
    realmName: read('PARLEY_REALM_NAME'),
    externalHost: pattern(
      'EXTERNAL_HOST',
      read('EXTERNAL_HOST').toLowerCase(),
      /^[a-z0-9.-]+$/,
      'a host name without port',
    ),
    externalUrl: url('EXTERNAL_URL', read('EXTERNAL_URL'), ['http:', 'https:'])?.replace(
      /\/+$/,
      '',
    ),
    trustProxy: truth('TRUST_PROXY', read('TRUST_PROXY')),
    rateLimit: limit('RATE_LIMIT', read('RATE_LIMIT')),
    loginAttemptsPerMinute: limit('LOGIN_RATE_LIMIT', read('LOGIN_RATE_LIMIT')),
    logLevel: pattern(
      'LOG_LEVEL',
      read('LOG_LEVEL'),
      /^(fatal|error|warn|info|debug|trace|silent)$/,
      'fatal, error, warn, info, debug, trace or silent',
    ),
    queueLifespanSeconds: integer(
      'QUEUE_LIFESPAN_SECONDS',
      read('QUEUE_LIFESPAN_SECONDS'),
      1,
      604_800,
    ),
    maxEventsPerQueue: integer('QUEUE_MAX_EVENTS', read('QUEUE_MAX_EVENTS'), 1, 10_000_000),
    maxBytesPerQueue: integer('QUEUE_MAX_BYTES', read('QUEUE_MAX_BYTES'), 1, 4_294_967_296),
    heartbeatMs: { min: Math.round(heartbeatMs * 0.9), max: Math.round(heartbeatMs * 1.1) },
    maxPollsPerUser: integer('MAX_POLLS_PER_USER', read('MAX_POLLS_PER_USER'), 1, 1_000_000),
    maxPollsPerWorker: integer('MAX_POLLS_PER_WORKER', read('MAX_POLLS_PER_WORKER'), 1, 1_000_000),
    maxRequestBytes: integer('MAX_REQUEST_BYTES', read('MAX_REQUEST_BYTES'), 1_024, 104_857_600),
    maxFileUploadMib: integer('MAX_FILE_UPLOAD_MIB', read('MAX_FILE_UPLOAD_MIB'), 1, 1_024),
    uploadsDir: read('UPLOADS_DIR') || join(read('DATA_DIR'), 'uploads'),
    uploadsS3: readS3Config(read),
    shutdownTimeoutMs: integer('SHUTDOWN_TIMEOUT_MS', read('SHUTDOWN_TIMEOUT_MS'), 0, 600_000),
    outgoingWebhooksAllowPrivate: hosts(
      'OUTGOING_WEBHOOKS_ALLOW_PRIVATE',
      read('OUTGOING_WEBHOOKS_ALLOW_PRIVATE'),
    ),
    relayDelayMs: integer('RELAY_DELAY_MS', read('RELAY_DELAY_MS'), 0, 60_000),
    validateResponses: truth('VALIDATE_RESPONSES', read('VALIDATE_RESPONSES')),
    workerId: read('WORKER_ID') || `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`,
  }
  if (config.redisUrl && !config.databaseUrl) {
    throw new ConfigError(
      'REDIS_URL is set but DATABASE_URL is not: several workers need both. ' +
        'Set both, or neither for one embedded worker.',
    )
  }
  return config
}

function readS3Config(read: (name: string) => string): S3Config | undefined {
  const bucket = read('UPLOADS_S3_BUCKET')
  if (bucket === '') return undefined
  const accessKeyId = read('UPLOADS_S3_ACCESS_KEY_ID')
  const secretAccessKey = read('UPLOADS_S3_SECRET_ACCESS_KEY')
  if (accessKeyId === '' || secretAccessKey === '') {
    throw new ConfigError(
      'UPLOADS_S3_BUCKET needs UPLOADS_S3_ACCESS_KEY_ID and UPLOADS_S3_SECRET_ACCESS_KEY.',
    )
  }
  return {
    bucket,
    region: read('UPLOADS_S3_REGION'),
    endpoint: url('UPLOADS_S3_ENDPOINT', read('UPLOADS_S3_ENDPOINT'), ['http:', 'https:']),
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

/** The settings as a table for `--help`. */
export function describeSettings(): string {
  const width = Math.max(...settings.map((setting) => setting.name.length))
  return settings
    .map(({ name, default: value, description }) => {
      const suffix = value === '' ? '' : ` [${value}]`
      return `  ${name.padEnd(width)}  ${description}${suffix}`
    })
    .join('\n')
}
