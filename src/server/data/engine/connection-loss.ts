import { isStoreAway, StoreAwayError } from '../../lib/store-away'
import { afterPatience } from '../../lib/patience'

/** Max time to find out whether a statement on a broken connection took effect. */
const outcomeTimeoutMs = 10_000
const pauseMs = 100

/** PostgreSQL was not back in time to tell whether a transaction committed. */
export class UnknownOutcomeError extends StoreAwayError {
  override name = 'UnknownOutcomeError'

  constructor(cause?: unknown) {
    super('The database was lost before it could tell whether it has committed.', { cause })
  }
}

/**
 * Repeats a query, over new connections, until it returns an answer.
 * @param ask returns undefined while it is too early to tell
 * @throws UnknownOutcomeError after {@link outcomeTimeoutMs}
 */
export async function askUntilAnswered<Answer>(
  ask: () => Promise<Answer | undefined>,
  lost?: unknown,
): Promise<Answer> {
  const patience = new AbortController()
  const stop = afterPatience(outcomeTimeoutMs, () => patience.abort())
  try {
    while (!patience.signal.aborted) {
      const answer = await askOnce(ask)
      if (answer !== undefined) return answer
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    throw new UnknownOutcomeError(lost)
  } finally {
    stop()
  }
}

/** Temporary errors leave the outcome as open as the lost connection did. */
async function askOnce<Answer>(
  ask: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (isStoreAway(error)) return undefined
    throw error
  }
}
