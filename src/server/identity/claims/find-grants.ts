import type { Role } from '../../../shared/rules/roles'
import type { Tx } from '../../data/engine/database'
import { findProvider } from '../../data/identities/providers'
import type { IdentityProvider } from '../providers/find-providers'
import type { ClaimRule, Claims } from './claim-rule'
import { evaluate } from './evaluate'

/** The rules that apply to a person who joins, and the role that they give; undefined without rules. */
export async function findGrants(
  tx: Tx,
  realmId: number,
  { slug, claims }: { slug: string; claims: Claims },
): Promise<
  | { provider: Pick<IdentityProvider, 'realmId' | 'slug' | 'claimRules'>; role: Role | undefined }
  | undefined
> {
  const row = await findProvider(tx, realmId, slug)
  if (!row || row.claim_rules.length === 0) return undefined
  const claimRules = row.claim_rules as unknown as readonly ClaimRule[]
  const { role } = evaluate(claimRules, claims)
  return { provider: { realmId, slug, claimRules }, role }
}
