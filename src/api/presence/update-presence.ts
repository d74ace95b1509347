import { endpoint } from '../../http/endpoint'
import { flag, integer, text } from '../../http/params'
import { updatePresence } from '../../services/presence/update-presence'
import { historyLimitDays, optionalPresencesMembers, presencesAnswer } from './presences'

export const updatePresenceEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/users/me/presence',
  tag: 'presence',
  summary: 'Tell that a client runs and whether its user does something, and learn who is there',
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
    ping_only: flag({ default: false, description: 'Do not answer who is there' }),
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
      : { sinceUpdateId: params.last_update_id, historyLimitDays: params.history_limit_days }
    const presences = await updatePresence(ctx, requester, params.status, wanted)
    return presences ? presencesAnswer(presences, params.slim_presence) : {}
  },
})
