import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { flag, json, jsonInteger, text } from '../../http/declare/params'
import { createBot } from '../../chat/actions/bots/create-bot'
import { botEmailDomain } from '../../chat/rules/names'
import { GuestsNotAllowedError } from '../../chat/rules/errors'
import { BadImageError } from '../../chat/access/uploads/files'
import { FileTooLargeError, SeveralFilesError } from '../../http/arguments/upload'
import { apiKeySchema } from '../../../shared/users'
import {
  botAvatar,
  botDefaults,
  configData,
  botDefaultsOf,
  defaultStream,
  jsonUrl,
} from './bot-params'

/** Source: docs/protocol/bots.md#create. */
export const createBotEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/bots',
  tag: 'bots',
  summary: 'Create a bot of the requester',
  auth: 'basic',
  upload: botAvatar,
  scope: 'administration',
  params: {
    full_name: text({
      example: 'Lunch Bot',
      description: '2 to 100 characters, borne by no other active account',
    }),
    short_name: text({ example: 'lunch', description: 'Its email is `<short_name>-bot@<host>`' }),
    bot_type: jsonInteger({
      default: 1,
      description: '1 generic, 2 incoming webhook, 3 outgoing webhook',
    }),
    payload_url: jsonUrl('The address that an outgoing webhook posts messages for the bot to'),
    service_name: text({
      optional: true,
      maxLength: 100,
      description: 'The short name unless given',
    }),
    config_data: json(configData, { optional: true, description: 'Ignored: no embedded bots' }),
    interface_type: jsonInteger({
      default: 1,
      description: 'Format of an outgoing webhook: 1 generic, 2 Slack-style',
    }),
    default_sending_stream: defaultStream('its messages go to'),
    default_events_register_stream: defaultStream('its event queues are narrowed to'),
    default_all_public_streams: flag({
      optional: true,
      description: 'Its event queues receive all public streams unless they say otherwise',
    }),
  },
  response: {
    user_id: Type.Integer(),
    email: Type.String(),
    api_key: apiKeySchema,
    avatar_url: Type.String(),
    ...botDefaults,
  },
  errors: [
    GuestsNotAllowedError,
    BadImageError,
    SeveralFilesError,
    FileTooLargeError,
    { description: 'The requester is a bot, or the short name cannot be had.' },
  ],

  async handler({ ctx, requester, params, request, file }) {
    const bot = await createBot(ctx, requester, {
      fullName: params.full_name,
      shortName: params.short_name,
      avatar: file,
      emailDomain: botEmailDomain(request.origin, ctx.config.externalHost),
      botType: params.bot_type,
      service: {
        payloadUrl: params.payload_url,
        interfaceType: params.interface_type,
        name: params.service_name,
      },
      defaultSendingStream: params.default_sending_stream,
      defaultEventsRegisterStream: params.default_events_register_stream,
      defaultAllPublicStreams: params.default_all_public_streams,
    })
    return {
      user_id: bot.user_id,
      email: bot.email,
      api_key: bot.api_key,
      avatar_url: bot.avatar_url,
      ...botDefaultsOf(bot),
    }
  },
})
