import { endpoint } from '../../http/endpoint'
import { flag } from '../../http/params'
import { listPresences } from '../../services/presence/read-presence'
import { historyLimitDays, presencesAnswer, presencesMembers } from './presences'

export const listPresencesEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/realm/presence',
  tag: 'presence',
  summary: 'List who is there, or was lately',
  auth: 'basic',
  params: {
    slim_presence: flag({ default: false, description: 'Presences keyed by user id' }),
    history_limit_days: historyLimitDays(),
  },
  response: presencesMembers,

  async handler({ ctx, requester, params }) {
    const wanted = { historyLimitDays: params.history_limit_days }
    return presencesAnswer(await listPresences(ctx, requester, wanted), params.slim_presence)
  },
})
