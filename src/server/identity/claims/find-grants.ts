import type { Role } from '../../../shared/rules/roles'
import type { Tx } from '../../data/engine/database'
import { listAllProviders } from '../providers/find-providers'
import type { IdentityProvider, ProviderSource } from '../providers/find-providers'
import type { ClaimRule, Claims } from './claim-rule'
import { evaluate } from './evaluate'

/** The rules that apply to a person who joins, and the role that they give; undefined without rules. */
export async function findGrants(
  ctx: Pick<ProviderSource, 'operatorProviders'>,
  tx: Tx,
  realmId: number,
  { slug, claims }: { slug: string; claims: Claims },
): Promise<
  | { provider: Pick<IdentityProvider, 'realmId' | 'slug' | 'claimRules'>; role: Role | undefined }
  | undefined
> {
  const rows = await listAllProviders(ctx, tx, realmId)
  const row = rows.find((each) => each.slug === slug)
  if (!row || row.claim_rules.length === 0) return undefined
  const claimRules = row.claim_rules as unknown as readonly ClaimRule[]
  const { role } = evaluate(claimRules, claims)
  return { provider: { realmId, slug, claimRules }, role }
}
