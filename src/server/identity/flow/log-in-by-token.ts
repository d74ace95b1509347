import type { AppContext } from '../../context'
import { deleteExpiredAssertions, useAssertion } from '../../data/identities/assertions'
import type { RealmRow, UserRow } from '../../data/schema'
import { mailLoginNotice } from '../../chat/actions/users/login-mail'
import { LoginFailedError } from '../errors'
import { checkToken } from '../protocols/jwt/check-token'
import type { CheckedToken } from '../protocols/jwt/check-token'
import { findOpenProviderOfKind } from '../providers/find-providers'
import type { IdentityProvider } from '../providers/find-providers'
import { getOpenRealm } from './begin'
import { endInBrowser } from './end'
import type { LoginEnd } from './end'
import { findAccount } from './find-account'
import { keepingRefusals } from './keep-refusals'
import { signUp } from './sign-up'

/* Logins with a JSON Web Token that another site has made. Source: docs/protocol/single-sign-on.md#jwt. */

/** A token as a client brought it. */
export interface BroughtToken {
  subdomain: string
  ip: string
  userAgent: string
  /** '' if there is none. */
  token: string
}

type Context = Pick<AppContext, 'addresses' | 'log' | 'metrics' | 'operatorProviders' | 'sealer'> &
  Parameters<typeof signUp>[0]

interface Admission extends CheckedToken {
  realm: RealmRow
  provider: IdentityProvider
}

/**
 * Logs a browser in; each token works once.
 *
 * @param brought `next` is the path to which the browser goes
 * @throws LoginFailedError; RateLimitedError
 */
export async function logInByToken(
  ctx: Context,
  { next, ...brought }: BroughtToken & { next: string },
): Promise<LoginEnd> {
  return withToken(ctx, brought, async ({ realm, provider, identity, digest, expiresAt }) => {
    const { ip, userAgent } = brought
    await ctx.db.transaction(async (tx) => {
      await deleteExpiredAssertions(tx, realm.id)
      if (await useAssertion(tx, { realmId: realm.id, digest, expiresAt })) return
      throw new LoginFailedError('Bad JSON web token', {
        ...{ status: 400, reason: 'The token was used before.' },
      })
    })
    const place = { ip, userAgent, providerSlug: provider.slug, next }
    const user = await findAccount(ctx, provider, identity)
    if (user) {
      const end = await endInBrowser(ctx, user, place)
      await mailLoginNotice(ctx, user, { ip, userAgent })
      return end
    }
    const made = await signUp(ctx, { realm, provider, identity, ip, linkKey: undefined, next })
    if ('key' in made) return { kind: 'redirect', location: `/join/${made.key}/` }
    return endInBrowser(ctx, made.user, place)
  })
}

/**
 * The account of a token's person, for a program that wants its API key.
 * @throws LoginFailedError; RateLimitedError
 */
export async function findByToken(ctx: Context, brought: BroughtToken): Promise<UserRow> {
  return withToken<UserRow>(ctx, brought, async ({ realm, provider, identity }) => {
    const { ip, userAgent } = brought
    const user = await findAccount(ctx, provider, identity)
    if (user) {
      await mailLoginNotice(ctx, user, { ip, userAgent })
      return user
    }
    const stranger = { realm, provider, identity, ip, linkKey: undefined, next: '/' }
    const made = provider.signsUpAtOnce ? await signUp(ctx, stranger) : undefined
    if (made && 'user' in made) return made.user
    throw new LoginFailedError('There is no account for this JSON web token.')
  })
}

async function withToken<T>(
  ctx: Context,
  { subdomain, ip, token }: BroughtToken,
  act: (admission: Admission) => Promise<T>,
): Promise<T> {
  ctx.limits.refuseGuesser(ip)
  const realm = await getOpenRealm(ctx, subdomain)
  const provider = await findOpenProviderOfKind(ctx, realm.id, 'jwt')
  if (!provider) {
    throw new LoginFailedError('JWT authentication is not enabled for this organization', {
      status: 400,
    })
  }
  if (token === '') {
    throw new LoginFailedError('No JSON web token passed in request', { status: 400 })
  }
  return keepingRefusals(ctx, provider, async () => {
    const checked = await checkToken(ctx, provider, token).catch(async (error: unknown) => {
      const isWrong = error instanceof LoginFailedError && error.status === 400
      if (isWrong) await ctx.limits.countFailedCredentials(ip)
      throw error
    })
    return act({ realm, provider, ...checked })
  })
}
