import { Type } from '@sinclair/typebox'
import { endpoint } from '../../http/declare/endpoint'
import { flag, json, jsonInteger, text } from '../../http/declare/params'
import {
  changeBot,
  deactivateBot,
  readBotKey,
  regenerateBotKey,
} from '../../chat/actions/bots/change-bot'
import {
  GuestsNotAllowedError,
  InsufficientPermissionError,
  NoSuchBotError,
} from '../../chat/rules/errors'
import {
  botAvatar,
  botDefaults,
  botId,
  configData,
  botDefaultsOf,
  defaultStream,
  jsonUrl,
} from './bot-params'
import { BadImageError } from '../../chat/access/uploads/files'
import { FileTooLargeError, SeveralFilesError } from '../../http/arguments/upload'
import { apiKeySchema } from '../../../shared/users'

/** Source: docs/protocol/bots.md#update. */
export const updateBotEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/v1/bots/{bot_id}',
  tag: 'bots',
  summary: 'Change a bot',
  description: 'For its owner and for administrators.',
  auth: 'basic',
  upload: botAvatar,
  needsProof: ['role'],
  params: {
    bot_id: botId(),
    full_name: text({ optional: true, jsonQuoted: true, example: 'Dinner Bot' }),
    short_name: text({
      optional: true,
      jsonQuoted: true,
      example: 'dinner',
      description: 'Changes its email to `<short_name>-bot@<host>` (level 447)',
    }),
    bot_owner_id: jsonInteger({ optional: true, description: 'Gives the bot to another person' }),
    role: jsonInteger({
      optional: true,
      description: 'At most the role of its owner, and of the requester',
    }),
    config_data: json(configData, { optional: true, description: 'Ignored: no embedded bots' }),
    service_payload_url: jsonUrl(
      'The address that an outgoing webhook posts messages for the bot to',
    ),
    service_interface: jsonInteger({
      optional: true,
      description: 'Format of an outgoing webhook: 1 generic, 2 Slack-style',
    }),
    default_sending_stream: defaultStream('its messages go to'),
    default_events_register_stream: defaultStream('its event queues are narrowed to'),
    default_all_public_streams: flag({ optional: true }),
  },
  response: {
    full_name: Type.String(),
    avatar_url: Type.String(),
    bot_owner: Type.Optional(Type.String({ description: 'Email' })),
    service_interface: Type.Integer(),
    service_payload_url: Type.Union([Type.String(), Type.Null()]),
    config_data: Type.Union([configData, Type.Null()], { description: 'As sent' }),
    ...botDefaults,
  },
  errors: [
    NoSuchBotError,
    InsufficientPermissionError,
    GuestsNotAllowedError,
    BadImageError,
    SeveralFilesError,
    FileTooLargeError,
    { description: 'The short name cannot be had.', example: 'Username already in use' },
    {
      description: 'The requester is a bot, or the new owner cannot be one.',
      example: 'Failed to change owner, no such user',
    },
  ],

  async handler({ ctx, requester, params, file }) {
    const bot = await changeBot(ctx, requester, params.bot_id, {
      avatar: file,
      shortName: params.short_name,
      fullName: params.full_name,
      ownerId: params.bot_owner_id,
      role: params.role,
      defaultSendingStream: params.default_sending_stream,
      defaultEventsRegisterStream: params.default_events_register_stream,
      defaultAllPublicStreams: params.default_all_public_streams,
      service: {
        payloadUrl: params.service_payload_url,
        interfaceType: params.service_interface,
      },
    })
    const [service] = bot.services
    return {
      full_name: bot.full_name,
      avatar_url: bot.avatar_url,
      bot_owner: bot.owner,
      service_interface: service?.interface ?? params.service_interface ?? 1,
      service_payload_url: service?.base_url ?? params.service_payload_url ?? null,
      config_data: params.config_data ?? null,
      ...botDefaultsOf(bot),
    }
  },
})

export const regenerateBotKeyEndpoint = endpoint({
  method: 'POST',
  path: '/api/v1/bots/{bot_id}/api_key/regenerate',
  tag: 'bots',
  summary: 'Give a bot a new API key',
  description: 'For its owner and for administrators. The old key is dead at once.',
  auth: 'basic',
  scope: 'administration',
  params: { bot_id: botId() },
  response: { api_key: apiKeySchema },
  errors: [NoSuchBotError, InsufficientPermissionError, GuestsNotAllowedError],

  async handler({ ctx, requester, params }) {
    return { api_key: await regenerateBotKey(ctx, requester, params.bot_id) }
  },
})

export const getBotKeyEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/bots/{bot_id}/api_key',
  tag: 'bots',
  summary: 'Get the API key of a bot',
  description: 'For its owner.',
  auth: 'basic',
  scope: 'administration',
  params: { bot_id: botId() },
  response: { api_key: apiKeySchema },
  errors: [NoSuchBotError, InsufficientPermissionError, GuestsNotAllowedError],

  async handler({ ctx, requester, params }) {
    return { api_key: await readBotKey(ctx, requester, params.bot_id) }
  },
})

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
