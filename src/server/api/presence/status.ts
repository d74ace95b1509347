import { endpoint } from '../../http/declare/endpoint'
import type { ParamValues } from '../../http/declare/param'
import { flag, integer, text } from '../../http/declare/params'
import { sizeLimits } from '../../chat/rules/limits'
import { UnknownEmojiError } from '../../chat/actions/messages/reactions'
import { getStatus, updateStatus, updateStatusOf } from '../../chat/actions/users/user-status'
import type { StatusChanges } from '../../chat/actions/users/user-status'
import { clearableEmojiCodeParams } from '../reactions'
import { latestSeconds } from '../scheduled-messages'
import { AdministratorRequiredError, NoSuchUserError } from '../../chat/rules/errors'
import { userStatusSchema } from '../../../shared/user-status'
import { userReference } from '../users/read-users'

const statusParams = {
  status_text: text({
    optional: true,
    strip: true,
    maxLength: sizeLimits.statusCharacters,
    example: 'on holiday',
  }),
  emoji_name: text({ optional: true, maxLength: 100, example: 'palm_tree' }),
  ...clearableEmojiCodeParams,
  ends_at: integer({
    optional: true,
    min: 1,
    max: latestSeconds,
    description: 'Unix time at which the server clears the status; absent: it stays. Parley alone',
    example: 1_800_000_000,
  }),
  away: flag({ optional: true, description: 'Makes no difference; for older clients' }),
}

function wantedStatus(params: ParamValues<typeof statusParams>): StatusChanges {
  return {
    text: params.status_text,
    emoji: {
      emoji_name: params.emoji_name,
      emoji_code: params.emoji_code || undefined,
      reaction_type: params.reaction_type || undefined,
    },
    endsAt: params.ends_at === undefined ? undefined : new Date(params.ends_at * 1_000),
    away: params.away,
  }
}

export const updateStatusEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/me/status',
  tag: 'presence',
  summary: 'Set the status of the requester, a text or an emoji',
  description: 'Absent values stay; an empty text or emoji name clears it.',
  auth: 'basic',
  params: statusParams,
  response: {},
  errors: [
    UnknownEmojiError,
    {
      code: 'BAD_REQUEST',
      description: 'Nothing is changed, or the text is too long.',
      example: 'Client did not pass any new values.',
    },
    {
      description: 'Bots have no status.',
      example: 'This endpoint does not accept bot requests.',
    },
  ],

  async handler({ ctx, requester, params }) {
    await updateStatus(ctx, requester, wantedStatus(params))
    return {}
  },
})

export const getStatusEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/users/{user_id}/status',
  tag: 'presence',
  summary: 'Show the status of a user',
  auth: 'basic',
  params: { user_id: userReference() },
  response: { status: userStatusSchema },
  errors: [NoSuchUserError],

  async handler({ ctx, requester, params }) {
    return { status: await getStatus(ctx, requester, params.user_id) }
  },
})

/** Sets another user's status. Source: docs/protocol/accounts.md#user-status. */
export const updateStatusOfEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/{user_id}/status',
  tag: 'presence',
  summary: 'Say something for somebody, in words or with an emoji; administrators only',
  description: 'Absent values stay; an empty text or emoji name clears it.',
  auth: 'basic',
  params: { user_id: userReference(), ...statusParams },
  response: {},
  errors: [
    AdministratorRequiredError,
    NoSuchUserError,
    UnknownEmojiError,
    {
      code: 'BAD_REQUEST',
      description:
        'Nothing is changed, the text is too long, or the account is no active person’s.',
      example: 'Client did not pass any new values.',
    },
  ],

  async handler({ ctx, requester, params }) {
    await updateStatusOf(ctx, requester, params.user_id, wantedStatus(params))
    return {}
  },
})
