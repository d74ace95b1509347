import { isStoreAway, StoreAwayError } from '../../lib/store-away'

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
  const deadline = performance.now() + outcomeTimeoutMs
  do {
    try {
      const answer = await ask()
      if (answer !== undefined) return answer
    } catch (error) {
      // Temporary errors leave the outcome as open as the lost connection did: ask again.
      if (!isStoreAway(error)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  } while (performance.now() < deadline)
  throw new UnknownOutcomeError(lost)
}
