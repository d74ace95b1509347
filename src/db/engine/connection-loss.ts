/** How long to look for the outcome of what was sent on a connection that broke. */
export const outcomeTimeoutMs = 10_000
const pauseMs = 100

/** SQLSTATEs of a server that stops, crashed, starts, or is out of connections. */
const lossStates = /^(08(?!P01)|57P0|53300)/
const networkCodes = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/
/** pg words these itself and gives no code. */
const messages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying)/

/**
 * Whether an error tells that a connection is gone, and nothing about what was sent on it last:
 * PostgreSQL may have committed it.
 */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isConnectionLoss)
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && (lossStates.test(code) || networkCodes.test(code))) return true
  return messages.test(error.message)
}

/** PostgreSQL did not come back in time to say whether it has committed. */
export class UnknownOutcomeError extends Error {
  override name = 'UnknownOutcomeError'

  constructor(cause?: unknown) {
    super('The database was lost before it could tell whether it has committed.', { cause })
  }
}

/**
 * Asks again, over new connections, until there is an answer.
 *
 * @param ask answers undefined while it is too early to tell
 * @throws UnknownOutcomeError when there is none in time
 */
export async function askUntilAnswered<Answer>(
  ask: () => Promise<Answer | undefined>,
  lost?: unknown,
): Promise<Answer> {
  const deadline = performance.now() + outcomeTimeoutMs
  do {
    try {
      const answer = await ask()
      if (answer !== undefined) return answer
    } catch (error) {
      if (!isConnectionLoss(error)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  } while (performance.now() < deadline)
  throw new UnknownOutcomeError(lost)
}
