import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import type { UserRow } from '../server/data/schema'
import type { BotType, Role } from './rules/roles'
import { addressSeen, hiddenAddress, unknownName } from './addresses'
import type { AddressView } from './addresses'
import { avatarUrl, avatarUrlFor } from './avatars'
import { profileDataSchema } from './profile-fields'
import { realmPictureUrl } from './realm-pictures'
import { isoTime } from './time'

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

export interface PresentUserOptions {
  /** Whether the client computes gravatars itself; their URLs are null then. */
  clientGravatar?: boolean
  /** Email of the bot's owner, if any. */
  botOwnerEmail?: string | null
  /** Whether the viewer may not know the bot's owner: the bot is then shown as one without an owner. */
  hidesOwner?: boolean
  /** The viewer of the account; default: the most restricted one. */
  view?: AddressView
  /** Whether to leave out profile values. */
  withoutProfile?: boolean
}

export function presentUser(user: UserRow, options: PresentUserOptions = {}): UserRecord {
  const { hidesOwner = false, botOwnerEmail } = options
  return {
    user_id: user.id,
    email: user.email,
    delivery_email: addressSeen(user, options.view ?? 'guest'),
    full_name: user.full_name,
    short_name: user.short_name,
    is_bot: user.is_bot,
    bot_type: user.bot_type,
    bot_owner_id: hidesOwner ? null : user.bot_owner_id,
    role: user.role,
    is_billing_admin: false,
    is_active: user.deactivated_at === null,
    is_imported_stub: user.is_imported_stub,
    avatar_url: avatarUrlFor(user, options.clientGravatar ?? false),
    avatar_version: user.avatar_version,
    timezone: user.timezone,
    date_joined: isoTime(user.date_joined),
    ...presentRole(user.role),
    ...(botOwnerEmail && !hidesOwner ? { bot_owner: botOwnerEmail } : {}),
    ...(user.is_bot || options.withoutProfile ? {} : { profile_data: user.profile_data }),
  }
}

/**
 * The record of an account that a limited guest may not see: only its id is real.
 * @param domain of placeholder addresses
 * Source: docs/protocol/accounts.md#unknown-users.
 */
export function presentUnknownUser(realmId: number, userId: number, domain: string): UserRecord {
  return {
    user_id: userId,
    email: hiddenAddress(userId, domain),
    delivery_email: null,
    full_name: unknownName,
    short_name: unknownName,
    is_bot: false,
    bot_type: null,
    bot_owner_id: null,
    role: 400,
    is_billing_admin: false,
    is_active: true,
    is_imported_stub: false,
    avatar_url: realmPictureUrl({ id: realmId, pictures: {} }, 'icon'),
    avatar_version: 1,
    timezone: '',
    date_joined: isoTime(new Date(0)),
    profile_data: {},
    ...presentRole(400),
  }
}

/** A role in the form of older clients. */
export function presentRole(role: Role): {
  is_owner: boolean
  is_admin: boolean
  is_guest: boolean
} {
  return { is_owner: role === 100, is_admin: role <= 200, is_guest: role === 600 }
}

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

/** The inputs of a bot's record other than its account. */
export interface BotDetails {
  ownerEmail: string | null
  defaultSendingStream: string | null
  defaultEventsRegisterStream: string | null
  service: Static<typeof botServiceSchema> | null
}

/**
 * A bot for its owner, including its API key.
 * Source: docs/protocol/events.md#bot-record.
 */
export function presentBot(bot: UserRow, details: BotDetails): OwnBotRecord {
  return {
    email: bot.email,
    user_id: bot.id,
    full_name: bot.full_name,
    bot_type: bot.bot_type as BotType,
    is_active: bot.deactivated_at === null,
    api_key: bot.api_key,
    default_sending_stream: details.defaultSendingStream,
    default_events_register_stream: details.defaultEventsRegisterStream,
    default_all_public_streams: bot.default_all_public_streams,
    avatar_url: avatarUrl(bot),
    services: details.service ? [details.service] : [],
    ...(details.ownerEmail ? { owner: details.ownerEmail } : {}),
    owner_id: bot.bot_owner_id,
  }
}

/** Format of all API keys. */
export const apiKeyPattern = /^[A-Za-z0-9]{32}$/

/** Format of all API keys, for the OpenAPI document. */
export const apiKeySchema = Type.String({ pattern: apiKeyPattern.source })
