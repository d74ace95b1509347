import { createHash } from 'node:crypto'
import type { AppContext } from '../../context'
import { recordActs } from '../../chat/notify/audit-log'
import { deleteExpiredAssertions, useAssertion } from '../../data/identities/assertions'
import type { ProviderSession } from '../../data/schema'
import { deleteSessions } from '../../data/users/sessions'
import { refusalOf } from '../protocols/saml/check-response'
import { answerAddress, checkLogoutRequest, logoutAddress } from '../protocols/saml/log-out'
import type { BroughtRequest } from '../protocols/saml/log-out'
import { findAnyProvider } from '../providers/find-providers'
import type { ProviderSource } from '../providers/find-providers'
import { callbackUrl, getOpenRealm, getProvider, noSuchWay } from './begin'
import { keepingRefusals } from './keep-refusals'

type Context = ProviderSource & Pick<AppContext, 'limits' | 'metrics' | 'sealer'>

/** A request to log a person out, as a browser brought it. */
export interface BroughtLogout {
  subdomain: string
  slug: string
  ip: string
  origin: string
  brought: BroughtRequest
  relayState: string
}

/**
 * Ends the sessions of a person that came by a SAML provider, as the provider asks.
 *
 * @returns the address to which the browser goes; undefined if the provider has none
 * @throws LoginFailedError; RateLimitedError
 * Source: docs/protocol/single-sign-on.md#saml-logout.
 */
export async function logOutByProvider(
  ctx: Context,
  { subdomain, slug, ip, origin, brought, relayState }: BroughtLogout,
): Promise<string | undefined> {
  await ctx.limits.countBegunLogin(ip)
  const { id: realmId } = await getOpenRealm(ctx, subdomain)
  const provider = await getProvider(ctx, realmId, { slug })
  if (provider.kind !== 'saml') throw noSuchWay()
  const { name, options } = provider
  const own = callbackUrl(origin, provider)
  return keepingRefusals(ctx, provider, async () => {
    const request = await checkLogoutRequest(options, {
      ...{ brought, address: `${own}logout/`, callbackUrl: own },
    }).catch((error: unknown) => {
      throw refusalOf(name, error instanceof Error ? error.message : String(error), error)
    })
    await ctx.db.transaction(async (tx) => {
      await deleteExpiredAssertions(tx, realmId)
      const { id, nameId } = request
      const digest = createHash('sha256').update(`${options.entity_id}\n${id}`).digest('base64url')
      const expiresAt = new Date(request.expiresAt)
      if (!(await useAssertion(tx, { realmId, digest, expiresAt }))) {
        throw refusalOf(name, `The request ${id} was used before.`)
      }
      const ended = await deleteSessions(tx, realmId, { providerSlug: slug, providerName: nameId })
      if (ended.length === 0) return
      await recordActs(tx, realmId, [
        { act: 'sessions_ended', after: { slug, sessions: ended.length } },
      ])
    })
    return answerAddress(options, { id: request.id, relayState, callbackUrl: own })
  })
}

/** A session that has ended here. */
export interface EndedSession {
  realmId: number
  origin: string
  providerSlug: string
  providerSession: ProviderSession
}

/**
 * The address at which the provider of an ended session ends its own session.
 * @returns undefined if the provider is off, or has no such address
 * Source: docs/protocol/single-sign-on.md#saml-logout.
 */
export async function addressAfterLogout(
  ctx: ProviderSource & Pick<AppContext, 'sealer'>,
  { realmId, origin, providerSlug, providerSession }: EndedSession,
): Promise<string | undefined> {
  const provider = await findAnyProvider(ctx, realmId, providerSlug)
  if (provider?.kind !== 'saml' || !provider.isEnabled) return undefined
  return logoutAddress(provider.options, providerSession, callbackUrl(origin, provider))
}
