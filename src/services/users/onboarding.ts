import type { AppContext } from '../../context'
import { insertSeenStep, listSeenSteps } from '../../db/users/onboarding-steps'
import { lockUser } from '../../db/users/update-users'
import { onboardingStepNames, onboardingStepsChanged } from '../../wire/realm-lists'
import type { Requester } from '../authentication'
import { BadRequestError } from '../errors'
import { publishToUser } from '../publications'

/**
 * Notes that the requester has seen a hint, and tells their clients which are left.
 * @throws BadRequestError for a hint that there is not
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
    // The whole that is told must be the whole: two who mark at once wait for each other.
    await lockUser(tx, realmId, id)
    if (!(await insertSeenStep(tx, realmId, id, step))) return
    const seen = await listSeenSteps(tx, realmId, id)
    await publishToUser(tx, requester, onboardingStepsChanged(seen))
  })
}
