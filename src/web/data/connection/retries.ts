import { RefusedError } from '../api/errors'

const firstMs = 300
const longestMs = 30_000
const longestAskedMs = 120_000

/** Exponential backoff with jitter; a `retry-after` of the server takes precedence. */
export interface Retries {
  /** @returns milliseconds */
  next(error: unknown): number
  reset(): void
}

export function createRetries(): Retries {
  let failures = 0
  return {
    next(error) {
      const asked = error instanceof RefusedError ? error.retryAfter : undefined
      if (asked !== undefined) return Math.min(asked * 1000, longestAskedMs)
      const longest = Math.min(firstMs * 2 ** failures, longestMs)
      failures += 1
      return longest * (0.5 + Math.random() / 2)
    },
    reset() {
      failures = 0
    },
  }
}

/** Resolves after the given time, or as soon as the signal aborts. */
export function pause(milliseconds: number, until: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (until.aborted) return resolve()
    const finish = () => {
      clearTimeout(timer)
      until.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    until.addEventListener('abort', finish)
  })
}
