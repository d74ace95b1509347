import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { unixSeconds } from './time'

const common = {
  id: Type.Integer(),
  invited_by_user_id: Type.Integer(),
  invited: Type.Integer({ description: 'Unix time in seconds' }),
  expiry_date: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Unix time in seconds; null: never',
  }),
  invited_as: Type.Integer({
    description: '100 owner, 200 administrator, 300 moderator, 400 member, 600 guest',
  }),
}

/** An invitation as clients read it. Source: docs/protocol/sign-up.md#invite-object. */
export const invitationSchema = Type.Union([
  Type.Object({
    ...common,
    is_multiuse: Type.Literal(false),
    email: Type.String(),
    notify_referrer_on_join: Type.Boolean(),
  }),
  Type.Object({
    ...common,
    is_multiuse: Type.Literal(true),
    link_url: Type.String(),
  }),
])
export type InvitationRecord = Static<typeof invitationSchema>

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

/** The result of an invitation. Source: docs/protocol/sign-up.md#invitation-without-mail. */
export const sentInvitationSchema = Type.Object({
  email: Type.String(),
  link_url: Type.Union([Type.String(), Type.Null()], {
    description: 'The link, to be passed on; null: a mail has it',
  }),
})

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

export interface InvitationsEvent {
  type: 'invites_changed'
}

/** Source: docs/protocol/sign-up.md#invites-changed. */
export function invitationsChanged(): InvitationsEvent {
  return { type: 'invites_changed' }
}
