import { Type } from '@sinclair/typebox'
import { PreparedBytes, PreparedJson } from '../../wire/prepared-json'
import { integer, flag, text } from '../../http/declare/params'
import { updatePresence, getPresence, listPresences } from '../../chat/actions/users/presence'
import type { EverybodyAsOf, PresencesAsOf } from '../../chat/actions/users/presence'
import { presencesSchema, singlePresenceSchema } from '../../../shared/presence'
import { presencesText } from '../../wire/presence'
import { endpoint } from '../../http/declare/endpoint'
import { NoSuchUserError } from '../../chat/rules/errors'
import { userReference } from '../users/read-users'

/** Max days of history in a request. */
const maxHistoryDays = 36_500

export function historyLimitDays() {
  return integer({
    optional: true,
    min: 0,
    max: maxHistoryDays,
    description: 'Only users who were present in the last days; default 14',
  })
}

/** Members of an answer with presences. Source: docs/protocol/presence.md#presence-answer. */
const presencesMembers = {
  presences: presencesSchema,
  server_timestamp: Type.Number({ description: 'Unix time in seconds, with a fraction' }),
  presence_last_update_id: Type.Integer({
    description: '`last_update_id` of the next call; -1 when nobody was ever there',
  }),
}

/** Members of an answer in which presences are optional. */
const optionalPresencesMembers = Type.Partial(Type.Object(presencesMembers)).properties

function presencesAnswer(
  asOf: PresencesAsOf | EverybodyAsOf,
  isSlim: boolean,
): PreparedJson | PreparedBytes {
  const { lastUpdateId, now } = asOf
  const rest =
    `"server_timestamp":${now.getTime() / 1000},` + `"presence_last_update_id":${lastUpdateId}`
  if ('presences' in asOf) {
    return new PreparedJson(`"presences":${presencesText(asOf.presences, isSlim)},${rest}`)
  }
  const name = Buffer.from(`${rest},"presences":{`)
  return new PreparedBytes([name, ...withoutComma(asOf.members), Buffer.from('}')])
}

/** Joins members that each begin with a comma: drops the comma before the first. */
function withoutComma(members: readonly Buffer[]): Buffer[] {
  const [first, ...rest] = members.filter(({ length }) => length > 0)
  return first ? [first.subarray(1), ...rest] : []
}

export const updatePresenceEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/me/presence',
  tag: 'presence',
  summary:
    'Report that a client runs and whether its user is active, and list the presence of others',
  description: 'People only. Clients call it every minute.',
  auth: 'basic',
  shortPath: true,
  params: {
    status: text({
      maxLength: 30,
      jsonQuoted: true,
      example: 'active',
      description: '`active` or `idle`',
    }),
    new_user_input: flag({
      optional: true,
      description: 'The user did something since the last call; makes no difference',
    }),
    ping_only: flag({
      default: false,
      description: 'Leave the presence of others out of the answer',
    }),
    slim_presence: flag({ default: false, description: 'Presences keyed by user id' }),
    last_update_id: integer({
      optional: true,
      min: -1,
      description: '`presence_last_update_id` of the last answer: only what is newer; -1: all',
    }),
    history_limit_days: historyLimitDays(),
  },
  response: optionalPresencesMembers,
  errors: [
    {
      description: 'Bots are not there or away.',
      example: 'This endpoint does not accept bot requests.',
    },
    {
      code: 'BAD_REQUEST',
      description: 'The status is another one.',
      example: 'Invalid status: busy',
    },
  ],

  async handler({ ctx, requester, params }) {
    const wanted = params.ping_only
      ? undefined
      : {
          sinceUpdateId: params.last_update_id,
          historyLimitDays: params.history_limit_days,
          isSlim: params.slim_presence,
        }
    const presences = await updatePresence(ctx, requester, params.status, wanted)
    return presences ? presencesAnswer(presences, params.slim_presence) : {}
  },
})

export const getPresenceEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/users/{user_id}/presence',
  tag: 'presence',
  summary: 'Show the presence of a user',
  auth: 'basic',
  params: { user_id: userReference() },
  response: { presence: singlePresenceSchema },
  errors: [
    NoSuchUserError,
    {
      description: 'Bots are not there or away.',
      example: 'Presence is not supported for bot users.',
    },
    {
      code: 'BAD_REQUEST',
      description: 'They were not there lately.',
      example: 'No presence data for alice@example.com',
    },
  ],

  async handler({ ctx, requester, params }) {
    return { presence: await getPresence(ctx, requester, params.user_id) }
  },
})

export const listPresencesEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/realm/presence',
  tag: 'presence',
  summary: 'List the presence of all users',
  auth: 'basic',
  shortPath: true,
  params: {
    slim_presence: flag({ default: false, description: 'Presences keyed by user id' }),
    history_limit_days: historyLimitDays(),
  },
  response: presencesMembers,

  async handler({ ctx, requester, params }) {
    const wanted = { historyLimitDays: params.history_limit_days, isSlim: params.slim_presence }
    return presencesAnswer(await listPresences(ctx, requester, wanted), params.slim_presence)
  },
})
