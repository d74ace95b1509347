import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { listOwnBots } from '../../chat/notify/bots/visibility'
import { GuestsNotAllowedError } from '../../chat/rules/errors'
import { apiKeySchema, botServiceSchema } from '../../../shared/users'
import { botDefaults, botDefaultsOf } from './bot-params'

/** Lists the requester's bots. Source: docs/protocol/bots.md#list. */
export const listBotsEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/bots',
  tag: 'bots',
  summary: 'List the active bots of the requester, with their API keys',
  auth: 'basic',
  scope: 'administration',
  params: {},
  response: {
    bots: Type.Array(
      Type.Object({
        username: Type.String({ description: 'Email of the bot' }),
        user_id: Type.Integer(),
        bot_type: Type.Integer(),
        full_name: Type.String(),
        api_key: apiKeySchema,
        avatar_url: Type.String(),
        services: Type.Array(botServiceSchema, { description: 'For outgoing webhooks only' }),
        ...botDefaults,
      }),
      { description: 'Oldest first' },
    ),
  },
  errors: [GuestsNotAllowedError],

  async handler({ ctx, requester }) {
    const bots = await listOwnBots(ctx, requester)
    return {
      bots: bots.map((bot) => ({
        username: bot.email,
        user_id: bot.user_id,
        bot_type: bot.bot_type,
        full_name: bot.full_name,
        api_key: bot.api_key,
        avatar_url: bot.avatar_url,
        services: bot.services,
        ...botDefaultsOf(bot),
      })),
    }
  },
})
