import { ResultCodeError } from 'ldapts'
import { LoginFailedError } from '../../errors'
import { reasonOfFailure } from '../failures'
import { MalformedAnswerError } from './message-shapes'

/**
 * Works with a directory; its failures become sentences.
 * @param name the provider's
 * @throws LoginFailedError
 */
export async function failuresOf<Result>(
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof LoginFailedError ? error : failureOf(name, error)
  }
}

function failureOf(name: string, error: unknown): LoginFailedError {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof ResultCodeError || error instanceof MalformedAnswerError) {
    return new LoginFailedError(`${name} cannot be asked. Please tell an administrator.`, {
      ...{ reason: `${name} refused a search: ${message}`, cause: error },
    })
  }
  // ldapts tells of lost connections in words alone.
  const isLost = /^(Connection closed|Socket error|.*timed out|The directory has closed)/.test(
    message,
  )
  return reasonOfFailure(name, isLost ? new LostConnectionError(message) : error)
}

class LostConnectionError extends Error {
  override name = 'TimeoutError'
}
