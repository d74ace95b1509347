import type { AppContext } from '../../context'
import { insertRefusedLogin } from '../../data/identities/providers'
import { LoginFailedError } from '../errors'
import type { IdentityProvider } from '../providers/find-providers'

/** Runs a step of a login; a refusal is kept for administrators. */
export async function keepingRefusals<T>(
  ctx: Pick<AppContext, 'db' | 'metrics'>,
  { realmId, slug, kind }: IdentityProvider,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof LoginFailedError) {
      const { reason } = error
      ctx.metrics.logins.inc({ method: kind, result: 'refused' })
      ctx.metrics.loginsRefused.inc({ reason: 'provider' })
      await ctx.db.transaction((tx) => insertRefusedLogin(tx, realmId, { slug, reason }))
    }
    throw error
  }
}
