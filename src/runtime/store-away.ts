/**
 * The error of a store that cannot be reached, or will not serve now: the same may succeed soon.
 */
export class StoreAwayError extends Error {
  override name = 'StoreAwayError'
}

/** Redis is away, which its connection has logged once. What was asked of it may have been done. */
export class RedisAwayError extends StoreAwayError {
  override name = 'RedisAwayError'

  constructor(readonly reason: string) {
    super(`Redis is away: ${reason}`)
  }
}

/** The store of files is away. */
export class FileStoreAwayError extends StoreAwayError {
  override name = 'FileStoreAwayError'
}

const lostConnectionCodes = [
  // Of the network, whose errors pg and ioredis pass on.
  /^(ECONN|EPIPE$|ETIMEDOUT$|EHOSTUNREACH$|ENETUNREACH$|ENOTFOUND$|EAI_AGAIN$)/,
  // SQLSTATE: connection exception; but not a statement against the protocol, which is a bug.
  /^08(?!P01)/,
  // SQLSTATE: shut down, crashed, starting up.
  /^57P0/,
  // SQLSTATE: out of connections.
  /^53300$/,
  // Of node, when a socket that is gone is written to.
  /^ERR_(STREAM|SOCKET)_/,
]

/** Errors that pg words itself, without a code. */
const lostConnectionMessages = [
  /^Connection terminated/,
  /^Client (has encountered a connection error|was closed) and is not queryable/,
  /^timeout exceeded when trying to connect/,
  // An answer that nothing was asked for: the connection is out of step, and pg gives it up.
  /^Received unexpected \w+ message from backend/,
]

/** SQLSTATEs of a database that is there and says "not now". */
const refusalCodes = [
  /^53/, // out of disk, memory or connections
  /^57014$/, // statement timeout
  /^25006$/, // read-only: a standby during failover
  /^40001$/, // serialization failure: rolled back, may be tried again
  /^40P01$/, // deadlock: rolled back, may be tried again
]

/** Errors that ioredis, pg and Kysely word themselves, and refusals of Redis. */
const refusalMessages = [
  // A worker that stops has closed its database: whoever still asks has a client who hung up.
  /^driver has already been destroyed/,
  /^Query read timeout/,
  /^Connection is closed/,
  /^Command timed out/,
  /^Stream isn't writeable/,
  /^Reached the max retries per request limit/,
  /^(LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|TRYAGAIN)\b/,
]

/**
 * Whether an error tells that a connection is gone, and nothing about what was sent on it last:
 * PostgreSQL may have committed it.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (hasCode(error, lostConnectionCodes)) return true
  if (lostConnectionMessages.some((pattern) => pattern.test(error.message))) return true
  return error instanceof AggregateError && error.errors.some(isConnectionLoss)
}

/**
 * Whether an error says that PostgreSQL, Redis or the store of files is away or overloaded, so that
 * the same may succeed soon: every lost connection does, and so do refusals that pass. Anything else
 * is a bug.
 */
export function isStoreAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof StoreAwayError || isConnectionLoss(error)) return true
  if (hasCode(error, refusalCodes)) return true
  if (refusalMessages.some((pattern) => pattern.test(error.message))) return true
  if (error instanceof AggregateError) return error.errors.some(isStoreAway)
  return error.cause !== undefined && isStoreAway(error.cause)
}

function hasCode(error: Error, patterns: readonly RegExp[]): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && patterns.some((pattern) => pattern.test(code))
}
