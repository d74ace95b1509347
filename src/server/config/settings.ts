import { apiKeyPattern } from '../../shared/users'
import {
  hosts,
  wholeNumber,
  limit,
  onOrOff,
  optional,
  pattern,
  anyText,
  proxies,
  setting,
  truth,
  url,
  urls,
} from './values'
import type { Setting } from './values'

/**
 * Every setting of the server, in the order of the README. Types, values, `--help` and the README's table all
 * derive from this object.
 */
export const settings = {
  port: setting('PORT', '9991', wholeNumber(0, 65_535), 'Port to listen on'),
  host: setting('HOST', '127.0.0.1', anyText, 'Address to listen on'),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    optional(url('postgres:', 'postgresql:')),
    'PostgreSQL, as postgres://user:password@host/db; unset: embedded, in DATA_DIR',
  ),
  redisUrl: setting(
    'REDIS_URL',
    '',
    optional(urls('redis:', 'rediss:')),
    'Redis, as redis://host:6379; two or more nodes of a Redis Cluster with commas in between; ' +
      'unset: event queues inside the one worker',
  ),
  dataDir: setting('DATA_DIR', './data', anyText, 'Folder of the embedded database'),
  ownerEmail: setting(
    'PARLEY_OWNER_EMAIL',
    'owner@localhost.localdomain',
    pattern(/^[^\s@:]+@[^\s@:]+$/, 'an email address'),
    'Owner of the realm made at the first start',
  ),
  ownerPassword: setting(
    'PARLEY_OWNER_PASSWORD',
    '',
    optional(pattern(/^.{6,}$/s, 'at least 6 characters long')),
    'Their password; unset: made up',
  ),
  ownerApiKey: setting(
    'PARLEY_OWNER_API_KEY',
    '',
    optional(pattern(apiKeyPattern, '32 letters or digits')),
    'Their API key, 32 letters or digits; unset: made up',
  ),
  realmName: setting('PARLEY_REALM_NAME', 'Parley', anyText, 'Name of that realm'),
  externalHost: setting(
    'EXTERNAL_HOST',
    'localhost',
    pattern(/^[a-z0-9.-]+$/i, 'a host name without port'),
    'Host whose subdomains name further realms: acme.localhost is realm acme',
  ),
  externalUrl: setting(
    'EXTERNAL_URL',
    '',
    optional(url('http:', 'https:')),
    'Address that clients reach the default realm at; unset: as they wrote it',
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    'false',
    proxies,
    'Whose X-Forwarded-For, -Host and -Proto are believed: true: of any proxy that connects; ' +
      'or addresses and networks of proxies, as 10.1.0.0/16,192.0.2.7',
  ),
  rateLimit: setting(
    'RATE_LIMIT',
    '200',
    limit,
    'Calls per minute and account, polls not counted; off: unlimited',
  ),
  pollRateLimit: setting(
    'POLL_RATE_LIMIT',
    '1200',
    limit,
    'Polls per minute, account and worker; further ones are answered later, not refused; off: unlimited',
  ),
  loginAttemptsPerMinute: setting(
    'LOGIN_RATE_LIMIT',
    '30',
    limit,
    'Wrong passwords per minute, address and account, and wrong keys per address; off: unlimited',
  ),
  passwordMinLength: setting(
    'PASSWORD_MIN_LENGTH',
    '6',
    wholeNumber(6, 100),
    'Fewest characters of a new password',
  ),
  passwordMinGuesses: setting(
    'PASSWORD_MIN_GUESSES',
    '10000',
    wholeNumber(0, Number.MAX_SAFE_INTEGER),
    'Guesses, as zxcvbn counts them, in which a new password must not be found; 0: any will do',
  ),
  sessionIdleDays: setting(
    'SESSION_IDLE_DAYS',
    '90',
    wholeNumber(1, 400),
    'A browser is logged out that was not used for this long',
  ),
  invitationsPerDay: setting(
    'INVITATIONS_PER_DAY',
    '500',
    limit,
    'Invitations that an organisation may send by mail on one day; off: unlimited',
  ),
  termsUrl: setting(
    'TERMS_URL',
    '',
    optional(url('http:', 'https:')),
    'Terms of service that people accept when they sign up; unset: there are none',
  ),
  smtpUrl: setting(
    'SMTP_URL',
    '',
    optional(url('smtp:', 'smtps:')),
    'Server that takes mail, as smtp://user:password@host:587, or smtps://; unset: no mail is sent, and ' +
      'administrators pass links on; needs EXTERNAL_URL',
  ),
  mailFrom: setting(
    'MAIL_FROM',
    '',
    optional(
      pattern(
        /^([^<>\r\n"]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@,]+@[^\s<>@,]+)$/,
        'an email address, or a name and an address: Parley <chat@example.com>',
      ),
    ),
    'Sender of mail, as chat@example.com or Parley <chat@example.com>; unset: noreply@ the host of EXTERNAL_URL',
  ),
  mailRateLimit: setting(
    'MAIL_RATE_LIMIT',
    '5',
    limit,
    'Mails per hour that strangers may have sent to one address; five times as many may one caller ask for, and ' +
      'a hundred times as many all callers of an organisation together; off: unlimited',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    pattern(
      /^(fatal|error|warn|info|debug|trace|silent)$/,
      'fatal, error, warn, info, debug, trace or silent',
    ),
    'fatal, error, warn, info, debug, trace or silent',
  ),
  databasePoolSize: setting(
    'DATABASE_POOL_SIZE',
    '10',
    wholeNumber(1, 1_000),
    'PostgreSQL connections per worker; the calls of one account use half of them at most',
  ),
  databasePreparesStatements: setting(
    'DATABASE_PREPARED_STATEMENTS',
    'true',
    truth,
    'false behind a pooler that hands each transaction to another connection',
  ),
  statementTimeoutMs: setting(
    'STATEMENT_TIMEOUT_MS',
    '15000',
    wholeNumber(1, 3_600_000),
    'Longest a database statement may run',
  ),
  searchPoolSize: setting(
    'SEARCH_POOL_SIZE',
    '3',
    wholeNumber(1, 1_000),
    'Further PostgreSQL connections per worker, for searches',
  ),
  searchTimeoutMs: setting(
    'SEARCH_TIMEOUT_MS',
    '5000',
    wholeNumber(1, 3_600_000),
    'Longest a statement of a search may run',
  ),
  redisKeyPrefix: setting(
    'REDIS_KEY_PREFIX',
    'parley',
    pattern(/^[\w:.-]{1,64}$/, 'letters, digits and _ : . -'),
    'First part of every Redis key',
  ),
  eventShards: setting(
    'EVENT_SHARDS',
    '1',
    wholeNumber(1, 1_024),
    'Shards of the event queues, spread over a Redis Cluster; the same on every worker',
  ),
  queueLifespanSeconds: setting(
    'QUEUE_LIFESPAN_SECONDS',
    '600',
    wholeNumber(1, 604_800),
    'An event queue that nobody polls dies after this long',
  ),
  maxEventsPerQueue: setting(
    'QUEUE_MAX_EVENTS',
    '20000',
    wholeNumber(1, 10_000_000),
    'Most unread events of a queue',
  ),
  maxBytesPerQueue: setting(
    'QUEUE_MAX_BYTES',
    '33554432',
    wholeNumber(1, 4_294_967_296),
    'Most unread bytes of a queue',
  ),
  maxQueuesPerUser: setting(
    'MAX_QUEUES_PER_USER',
    '100',
    wholeNumber(1, 1_000_000),
    'Most event queues of one user; a further one ends the one that was polled longest ago',
  ),
  heartbeatMs: setting(
    'HEARTBEAT_MS',
    '50000',
    wholeNumber(10, 80_000),
    'A silent poll is answered with a heartbeat after about this long (± 10 %)',
  ),
  maxPollsPerUser: setting(
    'MAX_POLLS_PER_USER',
    '100',
    wholeNumber(1, 1_000_000),
    'Queues of one user that may be waited at, per worker',
  ),
  maxPollsPerWorker: setting(
    'MAX_POLLS_PER_WORKER',
    '20000',
    wholeNumber(1, 1_000_000),
    'The same of all users together',
  ),
  maxRequestBytes: setting(
    'MAX_REQUEST_BYTES',
    '4194304',
    wholeNumber(1_024, 104_857_600),
    'Largest request body',
  ),
  maxFileUploadMib: setting(
    'MAX_FILE_UPLOAD_MIB',
    '25',
    wholeNumber(1, 1_024),
    'Largest file of a message',
  ),
  uploadQuotaMib: setting(
    'UPLOAD_QUOTA_MIB',
    '51200',
    wholeNumber(0, 1_000_000_000),
    'Space of all files of messages of one organisation; 0: unlimited',
  ),
  uploadQuotaPerPersonMib: setting(
    'UPLOAD_QUOTA_PER_PERSON_MIB',
    '5120',
    wholeNumber(0, 1_000_000_000),
    'The same of one person with their bots; 0: unlimited',
  ),
  uploadsDir: setting(
    'UPLOADS_DIR',
    '',
    anyText,
    'Folder of uploaded files, shared by all workers; unset: uploads in DATA_DIR',
  ),
  s3Bucket: setting(
    'UPLOADS_S3_BUCKET',
    '',
    anyText,
    'Bucket of an S3-compatible store that uploaded files go to instead',
  ),
  s3Region: setting('UPLOADS_S3_REGION', 'us-east-1', anyText, 'Its region'),
  s3Endpoint: setting(
    'UPLOADS_S3_ENDPOINT',
    '',
    optional(url('http:', 'https:')),
    'Its address, as https://minio.example.com; unset: that of Amazon S3',
  ),
  s3AccessKeyId: setting('UPLOADS_S3_ACCESS_KEY_ID', '', anyText, 'Its access key'),
  s3SecretAccessKey: setting('UPLOADS_S3_SECRET_ACCESS_KEY', '', anyText, 'The secret of that key'),
  shutdownTimeoutMs: setting(
    'SHUTDOWN_TIMEOUT_MS',
    '10000',
    wholeNumber(0, 600_000),
    'Longest that a stopping worker waits for requests in flight',
  ),
  outgoingWebhooksAllowPrivate: setting(
    'OUTGOING_WEBHOOKS_ALLOW_PRIVATE',
    '',
    hosts,
    'Private hosts and networks that bots may be called at and pictures in messages fetched from, as ' +
      'bot.lan,10.1.0.0/16; true: all',
  ),
  gravatar: setting(
    'GRAVATAR',
    'off',
    onOrOff,
    'on: who has uploaded no picture is shown by that which gravatar.com has of their email address',
  ),
  jitsiServerUrl: setting(
    'JITSI_SERVER_URL',
    '',
    optional(url('https:', 'http:')),
    'Jitsi server of organizations that name none of their own, as https://meet.example.com',
  ),
  giphyApiKey: setting(
    'GIPHY_API_KEY',
    '',
    anyText,
    'Key with which clients search GIPHY for pictures; unset: they do not',
  ),
  relayDelayMs: setting(
    'RELAY_DELAY_MS',
    '0',
    wholeNumber(0, 60_000),
    'Pause between a commit and its relay (tests)',
  ),
  validateResponses: setting(
    'VALIDATE_RESPONSES',
    'false',
    truth,
    'Check every response against its declared schema (tests)',
  ),
  workerId: setting('WORKER_ID', '', anyText, 'Name of this worker; unset: made up'),
}

/** The values of all settings, before they are combined. */
export type Settings = {
  [Key in keyof typeof settings]: (typeof settings)[Key] extends Setting<infer Value>
    ? Value
    : never
}

/**
 * The values of all settings; an unset and an empty variable mean the same.
 * @throws ConfigError naming the setting that is wrong
 */
export function readEach(env: Readonly<Record<string, string | undefined>>): Settings {
  return Object.fromEntries(
    Object.entries(settings).map(([key, { name, byDefault, read }]) => [
      key,
      read(env[name]?.trim() || byDefault, name),
    ]),
  ) as Settings
}

/** The settings as a table for `--help`. */
export function describeSettings(): string {
  const all = Object.values(settings)
  const width = Math.max(...all.map(({ name }) => name.length))
  return all
    .map(({ name, byDefault, description }) => {
      const suffix = byDefault === '' ? '' : ` [${byDefault}]`
      return `  ${name.padEnd(width)}  ${description}${suffix}`
    })
    .join('\n')
}

/** The settings as the README's table, in Markdown. */
export function tabulateSettings(): string {
  const rows = Object.values(settings).map(({ name, byDefault, description }) => {
    const value = byDefault === '' ? '' : `\`${byDefault}\``
    return `| \`${name}\` | ${value} | ${description.replaceAll('|', '\\|')} |`
  })
  return ['| Variable | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}
