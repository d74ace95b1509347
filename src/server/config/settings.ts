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
    'PostgreSQL, as postgres://user:password@host/db; unset: an embedded database in DATA_DIR',
  ),
  redisUrl: setting(
    'REDIS_URL',
    '',
    optional(urls('redis:', 'rediss:')),
    'Redis, as redis://host:6379, or two or more nodes of a Redis Cluster, separated by commas; unset: ' +
      'event queues in the memory of a single worker',
  ),
  dataDir: setting('DATA_DIR', './data', anyText, 'Folder of the embedded database'),
  ownerEmail: setting(
    'PARLEY_OWNER_EMAIL',
    'owner@localhost.localdomain',
    pattern(/^[^\s@:]+@[^\s@:]+$/, 'an email address'),
    'Email address of the owner of the organization that the first start creates',
  ),
  ownerPassword: setting(
    'PARLEY_OWNER_PASSWORD',
    '',
    optional(pattern(/^.{6,}$/s, 'at least 6 characters long')),
    'Password of that owner; unset: generated',
  ),
  ownerApiKey: setting(
    'PARLEY_OWNER_API_KEY',
    '',
    optional(pattern(apiKeyPattern, '32 letters or digits')),
    'API key of that owner, 32 letters or digits; unset: generated',
  ),
  realmName: setting('PARLEY_REALM_NAME', 'Parley', anyText, 'Name of that organization'),
  externalHost: setting(
    'EXTERNAL_HOST',
    'localhost',
    pattern(/^[a-z0-9.-]+$/i, 'a host name without port'),
    'Host whose subdomains are further organizations: acme.localhost is organization acme',
  ),
  externalUrl: setting(
    'EXTERNAL_URL',
    '',
    optional(url('http:', 'https:')),
    'Public URL of the default organization; unset: taken from each request',
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    'false',
    proxies,
    'Proxies whose X-Forwarded-For, -Host and -Proto headers are trusted: true for any proxy that ' +
      'connects, or addresses and networks, as 10.1.0.0/16,192.0.2.7',
  ),
  rateLimit: setting(
    'RATE_LIMIT',
    '200',
    limit,
    'Max calls per minute and account, polls not counted; off: unlimited',
  ),
  pollRateLimit: setting(
    'POLL_RATE_LIMIT',
    '1200',
    limit,
    'Max polls per minute, account and worker; further polls are delayed, not refused; off: unlimited',
  ),
  loginAttemptsPerMinute: setting(
    'LOGIN_RATE_LIMIT',
    '30',
    limit,
    'Max wrong passwords per minute, address and account, and max wrong API keys per minute and ' +
      'address; off: unlimited',
  ),
  passwordMinLength: setting(
    'PASSWORD_MIN_LENGTH',
    '6',
    wholeNumber(6, 100),
    'Min characters of a new password',
  ),
  passwordMinGuesses: setting(
    'PASSWORD_MIN_GUESSES',
    '10000',
    wholeNumber(0, Number.MAX_SAFE_INTEGER),
    'Min strength of a new password, as the number of guesses that zxcvbn estimates; 0: no minimum',
  ),
  sessionIdleDays: setting(
    'SESSION_IDLE_DAYS',
    '90',
    wholeNumber(1, 400),
    'Days without use after which a browser is logged out',
  ),
  invitationsPerDay: setting(
    'INVITATIONS_PER_DAY',
    '500',
    limit,
    'Max invitations that an organization may send by mail per day; off: unlimited',
  ),
  termsUrl: setting(
    'TERMS_URL',
    '',
    optional(url('http:', 'https:')),
    'Terms of service that people accept when they sign up; unset: none',
  ),
  smtpUrl: setting(
    'SMTP_URL',
    '',
    optional(url('smtp:', 'smtps:')),
    'SMTP server, as smtp://user:password@host:587, or smtps://; unset: no mail is sent, and ' +
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
    'Max mails per hour to one address that callers without an account may request; one caller may ' +
      'request five times as many, all callers of an organization together a hundred times; off: ' +
      'unlimited',
  ),
  mailInAddress: setting(
    'MAIL_IN_ADDRESS',
    '',
    optional(
      pattern(
        /^[a-z0-9+._-]{0,12}%s[a-z0-9+._-]{0,12}@[a-z0-9-]+(\.[a-z0-9-]+)*$/i,
        'an email address with %s in its local part: %s@chat.example.com',
      ),
    ),
    'Addresses at which mail comes in, with %s for the name of the stream and its token, as ' +
      '%s@chat.example.com; unset: no mail comes in',
  ),
  mailInPort: setting(
    'MAIL_IN_PORT',
    '',
    optional(wholeNumber(0, 65_535)),
    'Port at which a worker takes mail by SMTP; unset: mail comes in by parley mail-in only; needs ' +
      'MAIL_IN_ADDRESS',
  ),
  mailInHost: setting(
    'MAIL_IN_HOST',
    '',
    anyText,
    'Address to listen on at that port; unset: that of HOST',
  ),
  mailInTlsKey: setting(
    'MAIL_IN_TLS_KEY',
    '',
    anyText,
    'File of the private key for STARTTLS at that port, in PEM; unset: no STARTTLS',
  ),
  mailInTlsCert: setting(
    'MAIL_IN_TLS_CERT',
    '',
    anyText,
    'File of the certificate for STARTTLS at that port, in PEM, with those of its issuers',
  ),
  mailInMaxMib: setting(
    'MAIL_IN_MAX_MIB',
    '25',
    wholeNumber(1, 100),
    'Max size of an incoming mail with its attachments',
  ),
  mailBounces: setting(
    'MAIL_BOUNCES',
    'on',
    onOrOff,
    'on: mails are sent with a return address of MAIL_IN_ADDRESS, so that mails that were not delivered ' +
      'are noticed; off for mail servers that refuse such a sender',
  ),
  mailReplyDays: setting(
    'MAIL_REPLY_DAYS',
    '90',
    wholeNumber(1, 3_650),
    'Days for which mails about missed messages can be answered by mail',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    pattern(
      /^(fatal|error|warn|info|debug|trace|silent)$/,
      'fatal, error, warn, info, debug, trace or silent',
    ),
    'Lowest level that is logged: fatal, error, warn, info, debug, trace or silent',
  ),
  databasePoolSize: setting(
    'DATABASE_POOL_SIZE',
    '10',
    wholeNumber(1, 1_000),
    'PostgreSQL connections per worker; the calls of one account use at most half of them',
  ),
  databasePreparesStatements: setting(
    'DATABASE_PREPARED_STATEMENTS',
    'true',
    truth,
    'Whether statements are prepared; false behind a pooler that hands each transaction to another ' +
      'connection',
  ),
  statementTimeoutMs: setting(
    'STATEMENT_TIMEOUT_MS',
    '15000',
    wholeNumber(1, 3_600_000),
    'Max time of a database statement',
  ),
  searchPoolSize: setting(
    'SEARCH_POOL_SIZE',
    '3',
    wholeNumber(1, 1_000),
    'Additional PostgreSQL connections per worker, for searches',
  ),
  searchTimeoutMs: setting(
    'SEARCH_TIMEOUT_MS',
    '5000',
    wholeNumber(1, 3_600_000),
    'Max time of a database statement of a search',
  ),
  redisKeyPrefix: setting(
    'REDIS_KEY_PREFIX',
    'parley',
    pattern(/^[\w:.-]{1,64}$/, 'letters, digits and _ : . -'),
    'Prefix of all Redis keys',
  ),
  eventShards: setting(
    'EVENT_SHARDS',
    '1',
    wholeNumber(1, 1_024),
    'Shards of the event queues, spread over a Redis Cluster; must be the same on all workers',
  ),
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
  maxRequestBytes: setting(
    'MAX_REQUEST_BYTES',
    '4194304',
    wholeNumber(1_024, 104_857_600),
    'Max size of a request body',
  ),
  maxFileUploadMib: setting(
    'MAX_FILE_UPLOAD_MIB',
    '25',
    wholeNumber(1, 1_024),
    'Max size of a file in a message',
  ),
  uploadQuotaMib: setting(
    'UPLOAD_QUOTA_MIB',
    '51200',
    wholeNumber(0, 1_000_000_000),
    'Max total size of the files in messages of one organization; 0: unlimited',
  ),
  uploadQuotaPerPersonMib: setting(
    'UPLOAD_QUOTA_PER_PERSON_MIB',
    '5120',
    wholeNumber(0, 1_000_000_000),
    'Max total size of the files of one person and their bots; 0: unlimited',
  ),
  uploadsDir: setting(
    'UPLOADS_DIR',
    '',
    anyText,
    'Folder of uploaded files, shared by all workers; unset: the folder uploads in DATA_DIR',
  ),
  s3Bucket: setting(
    'UPLOADS_S3_BUCKET',
    '',
    anyText,
    'Bucket of an S3-compatible store for uploaded files, used instead of UPLOADS_DIR',
  ),
  s3Region: setting('UPLOADS_S3_REGION', 'us-east-1', anyText, 'Region of the bucket'),
  s3Endpoint: setting(
    'UPLOADS_S3_ENDPOINT',
    '',
    optional(url('http:', 'https:')),
    'URL of the S3-compatible store, as https://minio.example.com; unset: Amazon S3',
  ),
  s3AccessKeyId: setting('UPLOADS_S3_ACCESS_KEY_ID', '', anyText, 'Access key ID for the bucket'),
  s3SecretAccessKey: setting(
    'UPLOADS_S3_SECRET_ACCESS_KEY',
    '',
    anyText,
    'Secret access key for the bucket',
  ),
  metricsToken: setting(
    'METRICS_TOKEN',
    '',
    optional(pattern(/^[\w.~+/=-]{16,}$/, 'at least 16 letters, digits and . _ ~ + / = -')),
    'Token that GET /metrics asks for, as Authorization: Bearer; unset: none',
  ),
  metricsPort: setting(
    'METRICS_PORT',
    '',
    optional(wholeNumber(0, 65_535)),
    'Port with nothing but /metrics, which PORT then does not have; unset: none',
  ),
  shutdownTimeoutMs: setting(
    'SHUTDOWN_TIMEOUT_MS',
    '10000',
    wholeNumber(0, 600_000),
    'Max time that a stopping worker waits for requests in progress',
  ),
  outgoingWebhooksAllowPrivate: setting(
    'OUTGOING_WEBHOOKS_ALLOW_PRIVATE',
    '',
    hosts,
    'Private hosts and networks that outgoing webhooks and push notifications may call, and pictures and ' +
      'previews in messages may come from, as bot.lan,10.1.0.0/16; true: all',
  ),
  gravatar: setting(
    'GRAVATAR',
    'off',
    onOrOff,
    'on: users without an uploaded picture are shown with their picture from gravatar.com, found by ' +
      'email address',
  ),
  pushContent: setting(
    'PUSH_CONTENT',
    'on',
    onOrOff,
    'off: push notifications say only “New message”, without senders, conversations and texts',
  ),
  pushBouncerUrl: setting(
    'PUSH_BOUNCER_URL',
    '',
    optional(url('http:', 'https:')),
    'Bouncer that has the keys of published mobile apps, as https://push.example.com; parley push register ' +
      'registers this server there; unset: none',
  ),
  fcmServiceAccount: setting(
    'FCM_SERVICE_ACCOUNT',
    '',
    anyText,
    'File of a Firebase service account (JSON) for pushes to your own Android app, past any bouncer; unset: none',
  ),
  fcmUrl: setting(
    'FCM_URL',
    'https://fcm.googleapis.com',
    url('http:', 'https:'),
    'Address of FCM',
  ),
  apnsKey: setting(
    'APNS_KEY',
    '',
    anyText,
    'File of a key (.p8) for pushes to your own iPhone app, past any bouncer; unset: none',
  ),
  apnsKeyId: setting('APNS_KEY_ID', '', anyText, 'Id of that key'),
  apnsTeamId: setting('APNS_TEAM_ID', '', anyText, 'Id of the developer team of that key'),
  apnsUrl: setting(
    'APNS_URL',
    'https://api.push.apple.com',
    url('http:', 'https:'),
    'Address of APNs; https://api.sandbox.push.apple.com for apps that are run from Xcode',
  ),
  linkPreviews: setting(
    'LINK_PREVIEWS',
    'on',
    onOrOff,
    'on: organizations may show previews of linked pages, which the server then requests',
  ),
  jitsiServerUrl: setting(
    'JITSI_SERVER_URL',
    '',
    optional(url('https:', 'http:')),
    'Jitsi server for organizations without a Jitsi server of their own, as https://meet.example.com',
  ),
  giphyApiKey: setting(
    'GIPHY_API_KEY',
    '',
    anyText,
    'API key that clients use to search GIPHY; unset: no GIPHY search',
  ),
  relayDelayMs: setting(
    'RELAY_DELAY_MS',
    '0',
    wholeNumber(0, 60_000),
    'Pause between a commit and its relay (for tests)',
  ),
  validateResponses: setting(
    'VALIDATE_RESPONSES',
    'false',
    truth,
    'Check every response against its declared schema (for tests)',
  ),
  workerId: setting('WORKER_ID', '', anyText, 'Name of this worker; unset: generated'),
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
