import { endpoint } from '../../http/endpoint'
import { regenerateBotKey } from '../../services/bots/regenerate-bot-key'
import {
  GuestsNotAllowedError,
  InsufficientPermissionError,
  NoSuchBotError,
} from '../../services/errors'
import { apiKeySchema } from '../../wire/api-key'
import { botId } from './bot-params'

export const regenerateBotKeyEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/bots/{bot_id}/api_key/regenerate',
  tag: 'bots',
  summary: 'Give a bot a new API key',
  description: 'For its owner and for administrators. The old key is dead at once.',
  auth: 'basic',
  params: { bot_id: botId() },
  response: { api_key: apiKeySchema },
  errors: [NoSuchBotError, InsufficientPermissionError, GuestsNotAllowedError],

  async handler({ ctx, requester, params }) {
    return { api_key: await regenerateBotKey(ctx, requester, params.bot_id) }
  },
})
