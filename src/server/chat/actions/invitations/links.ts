import { randomInt } from 'node:crypto'
import type { AppContext } from '../../../context'
import { countOpenLinks, insertInvitations } from '../../../data/users/invitations'
import type { InvitationRow } from '../../../data/schema'
import { publish } from '../../../events/publish'
import { recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { requireInviting } from '../../access/invitations/rights'
import { invitationsChangedEvents } from '../../notify/invitations/invitation-events'
import { checkTerms } from '../../access/invitations/terms'
import type { Terms } from '../../access/invitations/terms'

const base32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Keys of links: 120 bits. Source: docs/protocol/sign-up.md#link-shape. */
export const linkKeyPattern = /^[a-z2-7]{24}$/

function createLinkKey(): string {
  return Array.from({ length: 24 }, () => base32[randomInt(base32.length)]).join('')
}

/**
 * Makes an invitation link that any number of people can use. Its creator and administrators can look it up
 * again.
 * @throws MayNotInviteError and others of `checkTerms`
 * Source: docs/protocol/sign-up.md#post-invites-multiuse.
 */
export async function createInvitationLink(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  terms: Terms,
): Promise<InvitationRow> {
  requireInviting(ctx.db.dated(), requester, 'link')
  const { realm_id: realmId } = requester
  return ctx.db.transaction(async (tx) => {
    const checked = await checkTerms(tx, requester, terms)
    if ((await countOpenLinks(tx, realmId)) >= sizeLimits.invitationLinks) {
      throw new BadRequestError(`Too many invitation links (limit: ${sizeLimits.invitationLinks})`)
    }
    const link_key = createLinkKey()
    const link = { ...checked, email: null, link_key, notifies_inviter: true }
    const [invitation] = (await insertInvitations(tx, [link])) as [InvitationRow]
    const { id, invited_as } = invitation
    await recordActs(tx, realmId, [{ act: 'invitation_created', after: { id, invited_as } }])
    await publish(tx, realmId, invitationsChangedEvents([invitation]))
    return invitation
  })
}
