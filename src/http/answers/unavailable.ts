import { FileStoreAwayError } from '../../files/file-store'

/** Classes of SQLSTATE that mean "not now": connection trouble, resources, the server stopping. */
const transientSqlStates = [
  /^08(?!P01)/, // connection exception; not a statement against the protocol, which is a bug
  /^53/, // out of disk, memory or connections
  /^57P0/, // shut down, crashed, starting up
  /^57014$/, // statement timeout
  /^25006$/, // read-only: a standby during failover
  /^40001$/, // serialization failure: rolled back, may be tried again
  /^40P01$/, // deadlock: rolled back, may be tried again
]

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** pg and ioredis word these themselves and give no code. */
const messages = [
  /^Connection terminated/,
  /^timeout exceeded when trying to connect/,
  /^Connection is closed/,
  /^Command timed out/,
  /^Stream isn't writeable/,
  /^Reached the max retries per request limit/,
  /^Client has encountered a connection error/,
  /^Query read timeout/,
  /^(LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|TRYAGAIN)\b/,
]

/**
 * Whether an error says that PostgreSQL, Redis or the file store is away or overloaded, so that the
 * same request may succeed soon. Anything else is a bug.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof FileStoreAwayError) return true
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  if (typeof code === 'string') {
    if (networkCodes.has(code) || transientSqlStates.some((state) => state.test(code))) return true
  }
  if (messages.some((pattern) => pattern.test(error.message))) return true
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  return cause !== undefined && isUnavailable(cause)
}
