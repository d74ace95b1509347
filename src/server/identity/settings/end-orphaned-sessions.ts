import { listProvidersOfSessions } from '../../data/identities/providers'
import { deleteSessions } from '../../data/users/sessions'
import { listOpenProviders } from '../providers/find-providers'
import { passkeySlug } from '../providers/passkey-slug'
import type { ProviderSource } from '../providers/find-providers'

/**
 * Ends the sessions that came by a provider which the operator has removed or switched off since; owners' own ones end theirs at
 * once. For the start of a worker.
 *
 * Source: docs/protocol/single-sign-on.md#operator-providers.
 */
export async function endOrphanedSessions(ctx: ProviderSource): Promise<void> {
  const found = await listProvidersOfSessions(ctx.db.query)
  const open = new Map<number, ReadonlySet<string>>()
  for (const { realm_id: realmId, provider_slug: providerSlug } of found) {
    const slugs =
      open.get(realmId) ??
      new Set((await listOpenProviders(ctx, realmId)).map((provider) => provider.slug))
    open.set(realmId, slugs)
    if (slugs.has(providerSlug) || providerSlug === passkeySlug) continue
    await ctx.db.transaction((tx) => deleteSessions(tx, realmId, { providerSlug }))
  }
}
