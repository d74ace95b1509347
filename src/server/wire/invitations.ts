import type { Static } from '@sinclair/typebox'
import type {
  InvitationRecord,
  InvitationsEvent,
  sentInvitationSchema,
} from '../../shared/invitations'
import { unixSeconds } from './time'

interface Invitation {
  id: number
  invited_by: number
  invited_as: number
  email: string | null
  link_key: string | null
  notifies_inviter: boolean
  created_at: Date
  expires_at: Date | null
}

/** @param origin the realm's address for clients */
export function presentInvitation(invitation: Invitation, origin: string): InvitationRecord {
  const record = {
    id: invitation.id,
    invited_by_user_id: invitation.invited_by,
    invited: unixSeconds(invitation.created_at),
    expiry_date: invitation.expires_at && unixSeconds(invitation.expires_at),
    invited_as: invitation.invited_as,
  }
  const { email, link_key: key, notifies_inviter: notify_referrer_on_join } = invitation
  return email === null
    ? { ...record, is_multiuse: true, link_url: urlOfLink(origin, key ?? '') }
    : { ...record, is_multiuse: false, email, notify_referrer_on_join }
}

export function presentSentInvitation({
  email,
  link,
}: {
  email: string
  link: string | null
}): Static<typeof sentInvitationSchema> {
  return { email, link_url: link }
}

/** The address of an invitation link. Source: docs/protocol/sign-up.md#link-shape. */
export function urlOfLink(origin: string, key: string): string {
  return `${origin}/join/${key}/`
}

/** The address of the link in a confirmation mail. */
export function urlOfConfirmation(origin: string, key: string): string {
  return `${origin}/accounts/do_confirm/${key}`
}

/** Source: docs/protocol/sign-up.md#invites-changed. */
export function invitationsChanged(): InvitationsEvent {
  return { type: 'invites_changed' }
}
