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
