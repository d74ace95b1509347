import { updateProvider } from '../../data/identities/providers'
import type { IdentityProviderRow } from '../../data/schema'
import { recordActs } from '../../chat/notify/audit-log'
import type { Requester } from '../../chat/rules/authentication'
import { checkClaimRules } from '../claims/check-rules'
import type { ClaimRule } from '../claims/claim-rule'
import { manageGroupsOf } from '../claims/manage-groups'
import type { ProviderSource } from '../providers/find-providers'
import { change, getOwnRow } from './change-providers'

/**
 * Replaces the rules of a provider. They apply to each person at their next login.
 * @throws OwnerRequiredError, NoSuchProviderError, OperatorProviderError; BadRequestError for an invalid rule
 * Source: docs/protocol/single-sign-on.md#claim-rules.
 */
export async function changeClaimRules(
  ctx: ProviderSource,
  requester: Requester,
  slug: string,
  rules: readonly ClaimRule[],
): Promise<IdentityProviderRow> {
  return change(ctx, requester, async (tx) => {
    const before = await getOwnRow(ctx, tx, requester.realm_id, slug)
    await checkClaimRules(tx, requester, slug, rules)
    const { realm_id: realmId } = before
    const groupIds = rules.flatMap(({ set }) => set.group_id ?? [])
    const keepsOthers = rules.some(({ set }) => set.groups !== undefined)
    await manageGroupsOf(tx, realmId, { slug, groupIds, keepsOthers })
    const after = await updateProvider(tx, before, {
      claim_rules: JSON.stringify(rules) as never,
    })
    await recordActs(tx, realmId, [
      {
        act: 'identity_provider_changed',
        before: { claim_rules: before.claim_rules },
        after: { slug, claim_rules: after.claim_rules },
      },
    ])
    return after
  })
}
