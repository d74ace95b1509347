import type { AppContext } from '../../context'
import type { Arguments } from '../arguments/arguments'
import type { Endpoint } from '../declare/endpoint'
import { ServiceUnavailableError } from '../../lib/api-error'
import { RateLimitedError } from '../errors'
import type { Exchange } from './exchange'
import type { Allowance } from './counter'

/** Whether calls of an endpoint count against the rate limit. */
export function isLimited(ctx: Pick<AppContext, 'config'>, { rateLimit }: Endpoint): boolean {
  return rateLimit !== 'none' && ctx.config.rateLimit !== null
}

/**
 * Counts a call against the limit of its account and reports the remaining allowance in headers.
 *
 * @throws RateLimitedError, or ServiceUnavailableError for endpoints whose clients cannot handle a 429
 * Source: docs/protocol/limits.md#rate.
 */
export async function countCall(
  ctx: Pick<AppContext, 'limits' | 'clock'>,
  endpoint: Endpoint,
  accountId: number,
  { exchange, args }: { exchange: Pick<Exchange, 'headers'>; args: Arguments },
): Promise<void> {
  const cost = endpoint.costInCalls?.(args)
  if (cost === 0) return
  const allowance = await ctx.limits.countCall(accountId, cost)
  if (!allowance) return

  Object.assign(exchange.headers, limitHeaders(allowance, ctx.clock.now()))
  if (!allowance.isExceeded) return
  throw endpoint.rateLimit === 'overload503'
    ? new ServiceUnavailableError(allowance.resetMs)
    : new RateLimitedError(allowance.resetMs)
}

function limitHeaders(allowance: Allowance, now: Date): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(allowance.limit),
    'X-RateLimit-Reset': String(Math.ceil((now.getTime() + allowance.resetMs) / 1000)),
    // A refusal has no Remaining header. Source: docs/protocol/limits.md#no-remaining.
    ...(!allowance.isExceeded && { 'X-RateLimit-Remaining': String(allowance.remaining) }),
  }
}
