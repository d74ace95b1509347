import type { Static } from '@sinclair/typebox'
import type { BotType, Role } from '../../shared/rules/roles'
import type { OwnBotRecord, UserRecord, botServiceSchema } from '../../shared/users'
import type { UserRow } from '../data/schema'
import type { AddressView } from './addresses'
import { hiddenAddress } from '../data/users/placeholder-addresses'
import { addressSeen, unknownName } from './addresses'
import { avatarUrl, avatarUrlFor } from './avatars'
import { realmPictureUrl } from './realm-pictures'
import { isoTime } from './time'

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
