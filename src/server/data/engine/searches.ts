import { Type } from '@sinclair/typebox'
import { KeyedSemaphore } from '../../lib/semaphore'
import { ApiError, fixedError, tooMuch } from '../../lib/api-error'
import type { ErrorDoc } from '../../lib/api-error'
import type { Kysely } from 'kysely'
import type { Schema } from '../schema'

/** Runs a search for an account. @throws TooManySearchesError, SearchTooLongError */
export type Search = <Answer>(
  accountId: number,
  work: (db: Kysely<Schema>) => Promise<Answer>,
) => Promise<Answer>

/**
 * Max concurrent searches of an account per worker, and max queued ones: together fewer than the
 * account's concurrent calls, so that a call stays free for other work.
 */
const atOnce = 2
const waiting = 2

/** Suggested time before a retry: about the max duration of a search. */
const retryMs = 5_000

/**
 * The refusal of a search beside too many others of the same account.
 * Source: docs/protocol/limits.md#searches.
 */
class TooManySearchesError extends ApiError {
  static readonly doc: ErrorDoc = {
    status: 429,
    code: 'RATE_LIMIT_HIT',
    description: 'The account has too many searches running.',
    fields: { 'retry-after': Type.Number() },
    example: 'Too many searches at the same time.',
  }

  constructor() {
    super('Too many searches at the same time.', tooMuch(retryMs))
  }
}

/** Source: docs/protocol/limits.md#search-time. */
class SearchTooLongError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The search was given up, for it took too long.',
  example: 'The search took too long. Please narrow it down.',
}) {}

export const searchErrors = [TooManySearchesError, SearchTooLongError] as const

/**
 * Searches may scan any number of messages. They have their own connections with a short statement
 * timeout, so they neither block other calls nor keep running after the client has gone.
 */
export function createSearches(db: Kysely<Schema>): Search {
  const turns = new KeyedSemaphore<number>({
    mostAtOnce: atOnce,
    mostWaiting: waiting,
    refusal: () => new TooManySearchesError(),
  })
  return (accountId, work) =>
    turns.take(accountId, async () => {
      try {
        return await work(db)
      } catch (error) {
        if (isOutOfTime(error)) throw new SearchTooLongError()
        throw error
      }
    })
}

function isOutOfTime(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}
