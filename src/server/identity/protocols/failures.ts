import { ForbiddenAddressError } from '../../chat/rules/outgoing/addresses'
import { LoginFailedError } from '../errors'
import { RefusedByProvider } from './refused-by-provider'

/**
 * The sentence for a failure of a flow, and its reason for administrators.
 * @param name the provider's
 */
export function reasonOfFailure(name: string, error: unknown): LoginFailedError {
  if (error instanceof RefusedByProvider) {
    const { message } = error
    return new LoginFailedError(`${name} did not log you in: ${message}`, { cause: error })
  }
  const { error: code, error_description: description } = error as {
    error?: unknown
    error_description?: unknown
  }
  if (typeof code === 'string') {
    const told = typeof description === 'string' && description !== '' ? description : code
    return new LoginFailedError(`${name} did not log you in: ${told}`, {
      reason: `${name} answered ${code}: ${told}`,
      cause: error,
    })
  }
  if (isAway(error)) {
    return new LoginFailedError(`${name} does not answer. Please try again later.`, {
      ...{ reason: `${name} cannot be reached: ${chainOf(error)}`, status: 502, cause: error },
    })
  }
  return new LoginFailedError(`The answer of ${name} could not be verified.`, {
    ...{ reason: chainOf(error), cause: error },
  })
}

const awayCodes = /^(E[A-Z]+|CERT_\w+|DEPTH_\w+|SELF_\w+|UND_ERR_\w+)$/

function isAway(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code, name } = each as NodeJS.ErrnoException
    if (each instanceof ForbiddenAddressError || name === 'TimeoutError') return true
    if (each.cause instanceof Response && each.cause.status >= 500) return true
    if (typeof code === 'string' && awayCodes.test(code)) return true
  }
  return false
}

/** The messages of an error and its causes. */
function chainOf(error: unknown): string {
  const parts: string[] = []
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as NodeJS.ErrnoException
    parts.push(code === undefined ? each.message : `${each.message} (${code})`)
    if (each.cause instanceof Response) parts.push(`${each.cause.status}`)
  }
  return parts.join(': ').slice(0, maxReason) || String(error)
}

const maxReason = 500
