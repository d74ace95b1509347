import type { AppContext } from '../../../context'
import type { Dated } from '../../../lib/clock'
import { insertInvitations, revokeInvitationsWithIds } from '../../../data/users/invitations'
import { lockAccounts } from '../../../data/users/update-users'
import { publish } from '../../../events/publish'
import { recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { isMailOn } from '../../notify/mail/enqueue'
import { isAdministrator } from '../../../../shared/rules/roles'
import { realmSettingsOf } from '../../rules/realms/settings'
import { checkInvitees, readAddresses } from './addresses'
import { InvitationFailedError } from '../../rules/invitations/errors'
import type { RefusedAddress } from '../../rules/invitations/errors'
import { requireInviting } from '../../access/invitations/rights'
import { countSent, sendInvitation } from './send'
import type { SentInvitation } from './send'
import { invitationsChangedEvents } from '../../notify/invitations/invitation-events'
import { checkTerms } from '../../access/invitations/terms'
import type { CheckedTerms, Terms } from '../../access/invitations/terms'

const dayMs = 86_400_000

/** Addresses to invite, as text, and the terms. */
export interface InvitationsInput extends Terms {
  emails: string
  /** Whether the inviter is notified when the invitation is accepted. */
  notifiesInviter: boolean
  /** The organization's address as the inviter's client sees it. */
  origin: string
}

/**
 * Invites people by their addresses.
 *
 * @throws MayNotInviteError and others of `checkTerms`; BadRequestError for an empty list of addresses
 * @throws RateLimitedError if an address was sent many mails
 * @throws InvitationFailedError if some or all addresses are not invited
 * Source: docs/protocol/sign-up.md#post-invites.
 */
export async function invitePeople(
  ctx: Pick<AppContext, 'clock' | 'config' | 'db' | 'limits'>,
  requester: Requester,
  { emails, notifiesInviter, origin, ...terms }: InvitationsInput,
): Promise<SentInvitation[]> {
  const at = ctx.db.dated()
  requireInviting(at, requester, 'address')
  const addresses = readAddresses(emails)
  refuseNewcomers(at, requester)
  const { realm_id: realmId } = requester
  const { sent, known } = await ctx.db.transaction(async (tx) => {
    // Two inviters at the same moment, or an inviter and a newcomer, must see each other's work.
    await lockAccounts(tx, realmId)
    const checked = await checkTerms(tx, requester, terms)
    const { free, known, replaced } = await checkInvitees(tx, requester, addresses)
    await countSent(ctx, tx, realmId, free)
    await revokeInvitationsWithIds(
      tx,
      realmId,
      replaced.map(({ id }) => id),
    )
    const remind_at = isMailOn(ctx) ? reminderOf(tx, checked) : null
    const invitations = await insertInvitations(
      tx,
      free.map((email) => ({
        ...{ ...checked, email, link_key: null, remind_at },
        notifies_inviter: notifiesInviter,
      })),
    )
    const sent: SentInvitation[] = []
    for (const invitation of invitations) {
      sent.push(await sendInvitation(ctx, tx, requester, invitation, { origin }))
    }
    await recordActs(tx, realmId, [
      ...replaced.map(({ id }) => ({ act: 'invitation_revoked' as const, before: { id } })),
      ...invitations.map(({ id, email, invited_as }) => ({
        act: 'invitation_created' as const,
        after: { id, email, invited_as },
      })),
    ])
    await publish(tx, realmId, invitationsChangedEvents([...replaced, ...invitations]))
    return { sent, known }
  })
  if (known.length > 0) throw onlyOthers(known, sent)
  return sent
}

/** Source: docs/protocol/sign-up.md#invite-reminder. */
function reminderOf({ now }: Dated, { expires_at: end }: CheckedTerms): Date | null {
  const isLong = end && end.getTime() - now.getTime() >= 4 * dayMs
  return isLong ? new Date(end.getTime() - 2 * dayMs) : null
}

/** Prevents spam: in an organization open to everybody, new accounts cannot send invitations. */
function refuseNewcomers({ now }: Dated, requester: Requester): void {
  if (realmSettingsOf(requester).invite_required || isAdministrator(requester)) return
  if (now.getTime() - requester.date_joined.getTime() >= 3 * dayMs) return
  throw new InvitationFailedError(
    'Your account is too new to send invites for this organization. Ask an organization admin, or a more experienced user.',
  )
}

function onlyOthers(
  errors: readonly RefusedAddress[],
  sent: readonly SentInvitation[],
): InvitationFailedError {
  return new InvitationFailedError(
    "Some of those addresses are already using Zulip, so we didn't send them an invitation. We did send invitations to everyone else!",
    { errors, sent },
  )
}
