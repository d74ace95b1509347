import { Type } from '@sinclair/typebox'
import { endpoint } from '../http/declare/endpoint'
import type { Endpoint } from '../http/declare/endpoint'
import { converted, flag, integer, json, jsonInteger, text } from '../http/declare/params'
import { parseComposed } from '../lib/characters'
import { roles } from '../../shared/rules/roles'
import {
  AdministratorRequiredError,
  GuestsNotAllowedError,
  OwnerRequiredError,
} from '../chat/rules/errors'
import {
  InvitationFailedError,
  MayNotInviteError,
  NoSuchInvitationError,
} from '../chat/rules/invitations/errors'
import { invitePeople } from '../chat/actions/invitations/invite'
import { createInvitationLink } from '../chat/actions/invitations/links'
import { listInvitations } from '../chat/actions/invitations/list-invitations'
import { resendInvitation } from '../chat/actions/invitations/resend'
import { revokeInvitation } from '../chat/actions/invitations/revoke'
import type { Terms } from '../chat/access/invitations/terms'
import {
  InvalidUserGroupError,
  UserGroupPermissionError,
} from '../chat/access/user-groups/access-group'
import { invitationSchema, sentInvitationSchema } from '../../shared/invitations'
import { presentInvitation, presentSentInvitation, urlOfLink } from '../wire/invitations'

/*
 * Invitations. Source: docs/protocol/sign-up.md#invitations.
 */

const path = '/api/v1/invites'
const common = { tag: 'invitations', auth: 'basic' } as const

const tenYearsInMinutes = 5_256_000

const streamIds = Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 1_000 })

/**
 * Expiry of an invitation, and role, streams and groups of the new account.
 * Source: docs/protocol/sign-up.md#invite-arguments.
 */
const termsParams = {
  invite_expires_in_minutes: json(
    Type.Union([Type.Integer({ minimum: 1, maximum: tenYearsInMinutes }), Type.Null()]),
    { default: 14_400, takesNull: true, description: 'Ten days unless given; null: for ever' },
  ),
  invite_as: jsonInteger({
    default: roles.member,
    description: '100 owner, 200 administrator, 300 moderator, 400 member, 600 guest',
  }),
  stream_ids: json(streamIds, {
    description: 'Streams that newcomers are subscribed to; may be empty',
    example: [],
  }),
  group_ids: json(Type.Array(Type.Integer({ minimum: 0 }), { maxItems: 100 }), {
    optional: true,
    description: 'Groups that newcomers come into',
  }),
  include_realm_default_subscriptions: flag({
    default: false,
    description: 'Whether they are subscribed to the default streams as well',
  }),
  welcome_message_custom_text: converted<string | null>(
    Type.Union([Type.String(), Type.Null()]),
    (raw) => (/^(?:"[^]*"|null)$/.test(raw) ? (parseComposed(raw) as string | null) : raw),
    {
      default: null,
      description:
        'A message of Welcome Bot beside its usual ones; null: the choice of the organization. Administrators only',
    },
  ),
}

const termsErrors = [
  MayNotInviteError,
  GuestsNotAllowedError,
  AdministratorRequiredError,
  OwnerRequiredError,
  InvalidUserGroupError,
  UserGroupPermissionError,
  {
    code: 'BAD_REQUEST',
    description: 'The stream does not exist, or the requester may not subscribe others to it.',
    example: 'Invalid channel ID 9. No invites were sent.',
  },
]

function termsOf(params: {
  invite_expires_in_minutes: number | null
  invite_as: number
  stream_ids: number[]
  group_ids: number[] | undefined
  include_realm_default_subscriptions: boolean
  welcome_message_custom_text: string | null
}): Terms {
  return {
    role: params.invite_as,
    streamIds: params.stream_ids,
    groupIds: params.group_ids ?? [],
    withDefaultStreams: params.include_realm_default_subscriptions,
    expiresInMinutes: params.invite_expires_in_minutes,
    welcomeText: params.welcome_message_custom_text,
  }
}

const listInvitationsEndpoint = endpoint({
  ...common,
  method: 'GET',
  path,
  scope: 'write',
  summary: 'List the invitations that are open',
  description: 'Own invitations; administrators see those of all users.',
  params: {},
  response: { invites: Type.Array(invitationSchema, { description: 'Oldest first' }) },
  errors: [GuestsNotAllowedError],

  async handler({ ctx, requester, request }) {
    const invitations = await listInvitations(ctx, requester)
    return { invites: invitations.map((each) => presentInvitation(each, request.origin)) }
  },
})

const inviteEndpoint = endpoint({
  ...common,
  method: 'POST',
  path,
  scope: 'write',
  summary: 'Invite people by their addresses',
  description:
    'Members of `can_invite_users_group` may do so. A server that sends no mail answers the links, to be passed on.',
  params: {
    invitee_emails: text({
      maxLength: 200_000,
      description: 'With commas or line breaks in between; `Ada <ada@example.com>` is understood',
      example: 'hedy@example.com, grace@example.com',
    }),
    ...termsParams,
    notify_referrer_on_join: flag({
      default: true,
      description: 'Whether the requester is notified when the invitation is accepted',
    }),
  },
  response: { invitations: Type.Array(sentInvitationSchema) },
  errors: [
    InvitationFailedError,
    ...termsErrors,
    {
      code: 'BAD_REQUEST',
      description: 'There is no address.',
      example: 'You must specify at least one email address.',
    },
  ],

  async handler({ ctx, requester, params, request }) {
    const sent = await invitePeople(ctx, requester, {
      ...termsOf(params),
      emails: params.invitee_emails,
      notifiesInviter: params.notify_referrer_on_join,
      origin: request.origin,
    })
    return { invitations: sent.map(presentSentInvitation) }
  },
})

const createLinkEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: `${path}/multiuse`,
  scope: 'write',
  summary: 'Make a link with which any number of people can join',
  description: 'Members of `create_multiuse_invite_group` may do so.',
  params: {
    ...termsParams,
    stream_ids: json(streamIds, {
      default: [],
      description: 'Streams that newcomers are subscribed to',
    }),
  },
  response: { invite_link: Type.String() },
  errors: termsErrors,

  async handler({ ctx, requester, params, request }) {
    const { link_key: key } = await createInvitationLink(ctx, requester, termsOf(params))
    return { invite_link: urlOfLink(request.origin, key ?? '') }
  },
})

const invite_id = integer({ min: 0, description: 'Id of the invitation' })

const changeErrors = [
  NoSuchInvitationError,
  OwnerRequiredError,
  GuestsNotAllowedError,
  {
    code: 'BAD_REQUEST',
    description: 'It is taken back already.',
    example: 'Invitation has already been revoked',
  },
]

const resendInvitationEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: `${path}/{invite_id}/resend`,
  scope: 'write',
  summary: 'Send an invitation of one person once more',
  description: 'Its creator and administrators; only owners if it invites an owner.',
  params: { invite_id },
  response: { link_url: sentInvitationSchema.properties.link_url },
  errors: [...changeErrors, InvitationFailedError],

  async handler({ ctx, requester, params, request }) {
    const sent = await resendInvitation(ctx, requester, params.invite_id, request.origin)
    return { link_url: presentSentInvitation(sent).link_url }
  },
})

const revokeInvitationEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: `${path}/{invite_id}`,
  scope: 'write',
  summary: 'Revoke an invitation by mail',
  description: 'Its creator and administrators; only owners if it invites an owner.',
  params: { invite_id },
  response: {},
  errors: changeErrors,

  async handler({ ctx, requester, params }) {
    await revokeInvitation(ctx, requester, params.invite_id, 'address')
    return {}
  },
})

const revokeLinkEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: `${path}/multiuse/{invite_id}`,
  scope: 'write',
  summary: 'Revoke an invitation link',
  description: 'Its creator and administrators; only owners if it invites owners.',
  params: { invite_id },
  response: {},
  errors: changeErrors,

  async handler({ ctx, requester, params }) {
    await revokeInvitation(ctx, requester, params.invite_id, 'link')
    return {}
  },
})

export const invitationsEndpoints: readonly Endpoint[] = [
  listInvitationsEndpoint,
  inviteEndpoint,
  createLinkEndpoint,
  resendInvitationEndpoint,
  revokeInvitationEndpoint,
  revokeLinkEndpoint,
]
