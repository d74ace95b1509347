import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'

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

/** The result of an invitation. Source: docs/protocol/sign-up.md#invitation-without-mail. */
export const sentInvitationSchema = Type.Object({
  email: Type.String(),
  link_url: Type.Union([Type.String(), Type.Null()], {
    description: 'The link, to be passed on; null: a mail has it',
  }),
})

export interface InvitationsEvent {
  type: 'invites_changed'
}
