import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { Role } from './rules/roles'
import { profileDataSchema } from './profile-fields'

/**
 * An account for other users: the fields of the contract, plus those of newer clients. Sources:
 * docs/protocol/contract.md#user, docs/protocol/users.md#user-record.
 */
export const userSchema = Type.Object({
  user_id: Type.Integer(),
  email: Type.String({ description: 'The address, or another that stands for it' }),
  delivery_email: Type.Union([Type.String(), Type.Null()], {
    description: 'The address, for users who may see it',
  }),
  full_name: Type.String(),
  short_name: Type.String(),
  is_bot: Type.Boolean(),
  bot_type: Type.Union([Type.Integer({ minimum: 1, maximum: 4 }), Type.Null()]),
  bot_owner: Type.Optional(Type.String({ description: 'Email of the owner of the bot' })),
  bot_owner_id: Type.Union([Type.Integer(), Type.Null()]),
  role: Type.Unsafe<Role>(
    Type.Integer({ description: '100 owner, 200 administrator, 400 member, 600 guest' }),
  ),
  is_owner: Type.Boolean(),
  is_admin: Type.Boolean(),
  is_guest: Type.Boolean(),
  is_billing_admin: Type.Boolean(),
  is_active: Type.Boolean(),
  is_imported_stub: Type.Boolean({ description: 'Imported, and has not logged in yet' }),
  avatar_url: Type.Union([Type.String(), Type.Null()]),
  avatar_version: Type.Integer(),
  timezone: Type.String(),
  date_joined: Type.String({ description: 'ISO 8601' }),
  profile_data: Type.Optional(profileDataSchema),
})

export type UserRecord = Static<typeof userSchema>

/** An account through which the server speaks. */
export const systemBotSchema = Type.Composite([
  userSchema,
  Type.Object({ is_system_bot: Type.Literal(true) }),
])

/** The service behind an outgoing-webhook bot. Source: docs/protocol/events.md#bot-services. */
export const botServiceSchema = Type.Object({
  base_url: Type.String({ description: 'URL that receives the messages for the bot' }),
  interface: Type.Integer({ description: '1 generic, 2 Slack-style' }),
  token: Type.String({ description: 'Tells the service that this server calls it' }),
})

/** The same for users other than the bot's owner. */
const knownServiceSchema = Type.Object({
  ...botServiceSchema.properties,
  token: Type.Optional(
    Type.String({
      description: "As for the bot's owner; absent where it is somebody else's bot",
    }),
  ),
})

export const botSchema = Type.Object({
  email: Type.String(),
  user_id: Type.Integer(),
  full_name: Type.String(),
  bot_type: Type.Integer(),
  is_active: Type.Boolean(),
  api_key: Type.Optional(Type.String({ description: "Absent where it is somebody else's bot" })),
  default_sending_stream: Type.Union([Type.String(), Type.Null()]),
  default_events_register_stream: Type.Union([Type.String(), Type.Null()]),
  default_all_public_streams: Type.Boolean(),
  avatar_url: Type.String(),
  services: Type.Array(knownServiceSchema, { description: 'For outgoing webhooks only' }),
  owner: Type.Optional(Type.String({ description: 'Email of the owner' })),
  owner_id: Type.Union([Type.Integer(), Type.Null()]),
})

/** A bot, for administrators who do not own it. */
export type BotRecord = Static<typeof botSchema>

/** A bot, for its owner. */
export type OwnBotRecord = BotRecord & {
  api_key: string
  services: Static<typeof botServiceSchema>[]
}

/** Format of all API keys. */
export const apiKeyPattern = /^[A-Za-z0-9]{32}$/

/** Format of all API keys, for the OpenAPI document. */
export const apiKeySchema = Type.String({ pattern: apiKeyPattern.source })
