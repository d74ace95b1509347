import { Type } from '@sinclair/typebox'
import { choice, setting, toggle } from '../settings/declare'

/*
 * Plain settings of an organisation, beside those of settings.ts. Who adds one says what it decides.
 * Source: docs/protocol/realm-settings.md#properties.
 */

/** How frank the pictures may be that clients find on GIPHY; 0: none. */
export const giphyRatings = {
  disabled: { name: 'GIPHY integration disabled', id: 0 },
  y: { name: 'Include GIFs rated Y (Very young audience)', id: 1 },
  g: { name: 'Include GIFs rated G (General audience)', id: 2 },
  pg: { name: 'Include GIFs rated PG (Parental guidance)', id: 3 },
  'pg-13': { name: 'Include GIFs rated PG-13 (Parental guidance - under 13)', id: 4 },
  r: { name: 'Include GIFs rated R (Restricted)', id: 5 },
} as const

/** Who provides the rooms of video calls. */
export const videoChatProviders = {
  disabled: { name: 'None', id: 0 },
  jitsi_meet: { name: 'Jitsi Meet', id: 1 },
} as const

/** A stream where something is written; -1: nowhere. */
const streamOrNone = () => setting(Type.Integer({ minimum: -1 }), -1)

const jitsiUrlCharacters = 200

/** The Jitsi server of the organisation; null: the one of the server. */
const jitsiServerUrl = {
  ...setting(Type.Union([Type.String({ maxLength: jitsiUrlCharacters }), Type.Null()]), null),
  decode(raw: string): string | null | undefined {
    if (raw.length > 2 * jitsiUrlCharacters) return undefined
    const url = raw.trim().replace(/^"(.*)"$/s, '$1')
    if (url === 'default' || url === '') return null
    const isUrl = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
    return isUrl && url.length <= jitsiUrlCharacters ? url : undefined
  },
}

export const realmProperties = {
  /** Told to clients and to those who look for organisations of a kind. */
  org_type: choice(0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000),
  /** Language of a fence that names none. */
  default_code_block_language: setting(
    Type.String({ maxLength: 40, pattern: '^[\\w#+./-]*$' }),
    '',
  ),
  giphy_rating: choice(2, 0, 1, 3, 4, 5),
  video_chat_provider: choice(0, 1),
  jitsi_server_url: jitsiServerUrl,
  /** Whether it is said in a stream what is changed about it. */
  send_channel_events_messages: toggle(true),
  /** How clients show guests. */
  enable_guest_user_indicator: toggle(true),
  enable_guest_user_dm_warning: toggle(true),

  /** Where it is written that somebody has joined. */
  signup_announcements_stream_id: streamOrNone(),
  /** Where people's reports of messages go. */
  moderation_request_channel_id: streamOrNone(),

  /** Whether no two active accounts have the same name. */
  require_unique_names: toggle(false),
  /** What nobody but administrators changes of their own account. */
  avatar_changes_disabled: toggle(false),
  email_changes_disabled: toggle(false),

  /** Whether people join by invitation alone; else whoever has an address that is allowed. */
  invite_required: toggle(true),
  /** Which addresses new accounts may have. */
  emails_restricted_to_domains: toggle(false),
  disallow_disposable_email_addresses: toggle(false),

  /** What Welcome Bot says besides to who has joined. */
  welcome_message_custom_text: setting(Type.String({ maxLength: 8_000 }), ''),
} as const

/** Of these only owners decide. Source: docs/protocol/realm-settings.md#patch-realm-owner-only. */
export const settingsOfOwners: readonly string[] = [
  'authentication_methods',
  'disallow_disposable_email_addresses',
  'emails_restricted_to_domains',
  'invite_required',
  'message_retention_days',
  'waiting_period_threshold',
]

/** Settings that name a stream. */
export const streamSettings = [
  'signup_announcements_stream_id',
  'moderation_request_channel_id',
] as const satisfies readonly (keyof typeof realmProperties)[]

/** Names under which older clients know a setting that is a stream. */
export const olderNames: Readonly<Record<string, string>> = {
  signup_announcements_stream_id: 'signup_notifications_stream_id',
}
