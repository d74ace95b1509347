import { isStoreAway, StoreAwayError } from '../../runtime/store-away'

/** How long to look for the outcome of what was sent on a connection that broke. */
const outcomeTimeoutMs = 10_000
const pauseMs = 100

/** PostgreSQL did not come back in time to say whether it has committed. */
export class UnknownOutcomeError extends StoreAwayError {
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
      // A refusal that passes says no more of what was sent first than a lost connection does.
      if (!isStoreAway(error)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  } while (performance.now() < deadline)
  throw new UnknownOutcomeError(lost)
}
