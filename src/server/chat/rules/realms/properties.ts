import { Type } from '@sinclair/typebox'
import { realmTopicsPolicies } from '../../../../shared/rules/empty-topics'
import type { RealmProperties } from '../../../../shared/realm-events'
import { choice, setting, toggle } from '../settings/declare'

/*
 * Further plain settings of an organization, merged into those of settings.ts.
 * Source: docs/protocol/realm-settings.md#properties.
 */

/** Content ratings that clients may search on GIPHY; 0 disables the search. */
export const giphyRatings = {
  disabled: { name: 'GIPHY integration disabled', id: 0 },
  y: { name: 'Include GIFs rated Y (Very young audience)', id: 1 },
  g: { name: 'Include GIFs rated G (General audience)', id: 2 },
  pg: { name: 'Include GIFs rated PG (Parental guidance)', id: 3 },
  'pg-13': { name: 'Include GIFs rated PG-13 (Parental guidance - under 13)', id: 4 },
  r: { name: 'Include GIFs rated R (Restricted)', id: 5 },
} as const

/** Providers of video calls. */
export const videoChatProviders = {
  disabled: { name: 'None', id: 0 },
  jitsi_meet: { name: 'Jitsi Meet', id: 1 },
} as const

/** Id of a stream; -1: none. */
const streamOrNone = () => setting(Type.Integer({ minimum: -1 }), -1)

const jitsiUrlCharacters = 200

/** URL of the organization's Jitsi server; null: the one in the server's configuration. */
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
  /** Whether streams take the empty topic, unless they have a policy of their own. */
  topics_policy: choice(...realmTopicsPolicies),
  /** Type of the organization in the protocol's numbers; the server only passes it on. */
  org_type: choice(0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000),
  /** Language of a code block that names none. */
  default_code_block_language: setting(
    Type.String({ maxLength: 40, pattern: '^[\\w#+./-]*$' }),
    '',
  ),
  giphy_rating: choice(2, 0, 1, 3, 4, 5),
  video_chat_provider: choice(0, 1),
  jitsi_server_url: jitsiServerUrl,
  /** Whether Notification Bot posts changes of a stream's settings in the stream. */
  send_channel_events_messages: toggle(true),
  /** Whether clients mark guests. */
  enable_guest_user_indicator: toggle(true),
  enable_guest_user_dm_warning: toggle(true),

  /** Stream for announcements of new accounts. */
  signup_announcements_stream_id: streamOrNone(),
  /** Stream for reports of messages. */
  moderation_request_channel_id: streamOrNone(),

  /** Whether names of active accounts must be unique. */
  require_unique_names: toggle(false),
  /** Restrict changes of one's own avatar and email address to administrators. */
  avatar_changes_disabled: toggle(false),
  email_changes_disabled: toggle(false),

  /** Whether joining requires an invitation; otherwise an allowed address is enough. */
  invite_required: toggle(true),
  /** Restrictions of the addresses of new accounts. */
  emails_restricted_to_domains: toggle(false),
  disallow_disposable_email_addresses: toggle(false),

  /** Whether mails about missed messages may show them. */
  message_content_allowed_in_email_notifications: toggle(true),
  /** Whether people who were away get a digest, and its day of the week (UTC): 0 is Monday. */
  digest_emails_enabled: toggle(false),
  digest_weekday: choice(1, 0, 2, 3, 4, 5, 6),

  /** Whether pushes to devices must be encrypted end to end: the server sends no others. */
  require_e2ee_push_notifications: toggle(false),

  /** Second message of Welcome Bot to new accounts; '' sends none. */
  welcome_message_custom_text: setting(Type.String({ maxLength: 8_000 }), ''),
} as const

/** Settings that only owners may change. Source: docs/protocol/realm-settings.md#patch-realm-owner-only. */
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

/** Second names of settings, for older or newer clients. */
export const secondNames: { readonly [Name in keyof RealmProperties]?: keyof RealmProperties } = {
  giphy_rating: 'gif_rating_policy',
  signup_announcements_stream_id: 'signup_notifications_stream_id',
}
