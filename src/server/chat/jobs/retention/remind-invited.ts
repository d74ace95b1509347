import type { AppContext } from '../../../context'
import {
  listInvitationsToRemind,
  lockInvitation,
  updateInvitation,
} from '../../../data/users/invitations'
import { findUserById } from '../../../data/users/users'
import { isMailOn, realmUrl } from '../../notify/mail/enqueue'
import type { PauseBetweenBatches } from './retention'
import { sendInvitation } from '../../actions/invitations/send'

const perBatch = 100

/**
 * Mails one reminder for each invitation that ends in two days.
 * @param pauseBetween called between batches; answers whether to continue
 * Source: docs/protocol/sign-up.md#invite-reminder.
 */
export async function remindInvited(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db'>,
  pauseBetween: PauseBetweenBatches,
): Promise<void> {
  if (!isMailOn(ctx)) return
  for (;;) {
    const due = await listInvitationsToRemind(ctx.db.dated(), perBatch)
    for (const { realm_id: realmId, id } of due) await remind(ctx, realmId, id)
    if (due.length < perBatch || !(await pauseBetween())) return
  }
}

async function remind(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db'>,
  realmId: number,
  id: number,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const invitation = await lockInvitation(tx, realmId, id)
    if (!invitation?.remind_at || invitation.used_at || invitation.revoked_at) return
    await updateInvitation(tx, realmId, id, { remind_at: null })
    const inviter = await findUserById(tx, realmId, invitation.invited_by)
    if (!inviter) return
    const origin = realmUrl(ctx.config, inviter.realm_string_id)
    await sendInvitation(ctx, tx, inviter, invitation, {
      ...{ origin, template: 'invitation_reminder' },
    })
  })
}
