import { endpoint } from '../../http/endpoint'
import { deactivateBot } from '../../services/bots/deactivate-bot'
import { InsufficientPermissionError, NoSuchBotError } from '../../services/errors'
import { botId } from './bot-params'

export const deactivateBotEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/v1/bots/{bot_id}',
  tag: 'bots',
  summary: 'Deactivate a bot',
  description: 'For its owner and for administrators. Its API key is dead at once.',
  auth: 'basic',
  params: { bot_id: botId() },
  response: {},
  errors: [NoSuchBotError, InsufficientPermissionError],

  async handler({ ctx, requester, params }) {
    await deactivateBot(ctx, requester, params.bot_id)
    return {}
  },
})
