import type { AppContext } from '../../../context'
import { insertSeenStep, listSeenSteps } from '../../../data/users/onboarding-steps'
import { lockUser } from '../../../data/users/update-users'
import { onboardingStepNames, onboardingStepsChanged } from '../../../wire/realm-lists'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { publishToUser } from '../../notify/publications'

/**
 * Marks an onboarding hint as seen and publishes the remaining hints to the requester's clients.
 * @throws BadRequestError for an unknown hint
 * Source: docs/protocol/realm-settings.md#onboarding-steps.
 */
export async function markStepSeen(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  step: string,
): Promise<void> {
  if (!onboardingStepNames.some((name) => name === step)) {
    throw new BadRequestError(`Unknown onboarding_step: ${step}`)
  }
  const { realm_id: realmId, id } = requester
  await ctx.db.transaction(async (tx) => {
    // The event lists all remaining hints: the lock keeps concurrent calls from sending stale lists.
    await lockUser(tx, realmId, id)
    if (!(await insertSeenStep(tx, realmId, id, step))) return
    const seen = await listSeenSteps(tx, realmId, id)
    await publishToUser(tx, requester, onboardingStepsChanged(seen))
  })
}
