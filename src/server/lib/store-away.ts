/** A store is unreachable, or temporarily refuses to serve: a retry may succeed soon. */
export class StoreAwayError extends Error {
  override name = 'StoreAwayError'
}

/** Redis is down; its connection has logged that once. The failed command may have been run. */
export class RedisAwayError extends StoreAwayError {
  override name = 'RedisAwayError'

  constructor(readonly reason: string) {
    super(`Redis is away: ${reason}`)
  }
}

/** The store of files is down. */
export class FileStoreAwayError extends StoreAwayError {
  override name = 'FileStoreAwayError'
}

const lostConnectionCodes = [
  // Network errors, which pg and ioredis pass on.
  /^(ECONN|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$|ENOTFOUND$|EAI_AGAIN$)/,
  // SQLSTATE: connection exception; except protocol violations, which are bugs.
  /^08(?!P01)/,
  // SQLSTATE: shut down, crashed, starting up.
  /^57P0/,
  // SQLSTATE: too many connections.
  /^53300$/,
  // Node errors for writing to a closed socket.
  /^ERR_(STREAM|SOCKET)_/,
]

/** Error messages of pg without a code. */
const lostConnectionMessages = [
  /^Connection terminated/,
  /^Client (has encountered a connection error|was closed) and is not queryable/,
  /^timeout exceeded when trying to connect/,
  // A response without a query: the connection is out of sync, and pg closes it.
  /^Received unexpected \w+ message from backend/,
]

/** SQLSTATEs of a running database that temporarily refuses. */
const refusalCodes = [
  /^53/, // out of disk, memory or connections
  /^57014$/, // statement timeout
  /^25006$/, // read-only: a standby during failover
  /^40001$/, // serialization failure: rolled back, may be tried again
  /^40P01$/, // deadlock: rolled back, may be tried again
]

/** Error messages of ioredis, pg and Kysely, and refusals of Redis. */
const refusalMessages = [
  // A stopping worker has closed its database: the client of a remaining request has hung up.
  /^driver has already been destroyed/,
  /^Query read timeout/,
  /^Connection is closed/,
  /^Command timed out/,
  /^Stream isn't writeable/,
  /^Reached the max retries per request limit/,
  /^(LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|TRYAGAIN)\b/,
]

/**
 * Whether an error means a lost connection, which leaves the outcome of the last statement open:
 * PostgreSQL may have committed it.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (hasCode(error, lostConnectionCodes)) return true
  if (lostConnectionMessages.some((pattern) => pattern.test(error.message))) return true
  return error instanceof AggregateError && error.errors.some(isConnectionLoss)
}

/**
 * Whether an error means that PostgreSQL, Redis or the store of files is down or overloaded, so
 * that a retry may succeed soon: every lost connection, and temporary refusals. Any other error is
 * a bug.
 */
export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof StoreAwayError || isConnectionLoss(error)) return true
  if (hasCode(error, refusalCodes)) return true
  if (refusalMessages.some((pattern) => pattern.test(error.message))) return true
  if (error instanceof AggregateError) return error.errors.some(isStoreAway)
  return error.cause !== undefined && isStoreAway(error.cause)
}

/** Node's codes and the SQLSTATE of a full disk or used-up quota. */
const fullCodes = [/^(ENOSPC|EDQUOT)$/, /^53100$/]
/** Refusals of Redis, alone or quoted by our own errors: memory is used up, or its log cannot be written. */
const fullMessage = /(?:^|: |-)(OOM|MISCONF)\b/

/** Whether an error means that a store has no space left: a retry helps only after the operator has made some. */
export function isStoreFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (hasCode(error, fullCodes)) return true
  if (fullMessage.test(error.message)) return true
  if (error instanceof AggregateError) return error.errors.some(isStoreFull)
  return error.cause !== undefined && isStoreFull(error.cause)
}

function hasCode(error: Error, patterns: readonly RegExp[]): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && patterns.some((pattern) => pattern.test(code))
}
