import { Type } from '@sinclair/typebox'
import { listRealmEmoji } from '../../../db/realms/emoji'
import { offlineThresholdSeconds } from '../../../presence/presence'
import { realmIconUrl } from '../../../wire/avatars'
import { filterSchema, linkifierSchema } from '../../../wire/linkifiers'
import { PreparedJson } from '../../../wire/prepared-json'
import { pingIntervalSeconds } from '../../../wire/presence'
import { presentRealmEmojiMap, realmEmojiMapSchema } from '../../../wire/realm-emoji'
import { presentThumbnailFormats, thumbnailFormatSchema } from '../../../wire/uploads'
import { sizeLimits } from '../../limits'
import { listFilters, listLinkifiers } from '../../linkifiers/list'
import { botEmailDomain } from '../../names'
import {
  groupPermissionsOf,
  isForAdministrators,
  realmSettings,
  realmSettingsOf,
} from '../../realms/settings'
import { schemasOf } from '../../settings/declare'
import { describeConstants, stateFamily } from './family'

/**
 * Settings that no realm can change, with the values that the server acts on: a client does not
 * offer what is not there. Source: docs/protocol/register.md#realm-defaults.
 */
const realmDefaults = {
  realm_authentication_methods: {
    Email: true,
    Dev: false,
    GitHub: false,
    Google: false,
    LDAP: false,
    RemoteUser: false,
  },
  realm_available_video_chat_providers: { disabled: { name: 'None', id: 0 } },
  realm_bot_creation_policy: 1,
  realm_default_external_accounts: {},
  realm_disallow_disposable_email_addresses: false,
  realm_email_address_visibility: 1,
  realm_email_auth_enabled: true,
  realm_email_changes_disabled: true,
  realm_emails_restricted_to_domains: false,
  realm_empty_topic_display_name: 'general chat',
  realm_google_hangouts_domain: '',
  realm_invite_by_admins_only: true,
  realm_invite_required: true,
  realm_is_zephyr_mirror_realm: false,
  // Every stream message names its topic.
  realm_mandatory_topics: true,
  realm_message_retention_days: -1,
  realm_moderation_request_channel_id: -1,
  realm_password_auth_enabled: true,
  realm_plan_type: 1,
  realm_push_notifications_enabled: false,
  realm_topics_policy: 'disable_empty_topic',
  realm_video_chat_provider: 0,
} as const

/**
 * Facts that clients need to know of the server itself.
 * Source: docs/protocol/register.md#server-facts.
 */
const serverFacts = {
  /**
   * Time after which a poll looks dead: longer than the longest heartbeat, so no silent one does.
   */
  event_queue_longpoll_timeout_seconds: 90,
  jitsi_server_url: null,
  max_avatar_file_size_mib: sizeLimits.pictureMib,
  max_icon_file_size: 5,
  max_message_length: sizeLimits.contentBytes,
  max_stream_description_length: sizeLimits.streamDescriptionCharacters,
  max_stream_name_length: sizeLimits.streamNameCharacters,
  max_topic_length: sizeLimits.topicCharacters,
  server_presence_offline_threshold_seconds: offlineThresholdSeconds,
  server_presence_ping_interval_seconds: pingIntervalSeconds,
  server_typing_started_expiry_period_milliseconds: 15_000,
  server_typing_started_wait_period_milliseconds: 10_000,
  server_typing_stopped_wait_period_milliseconds: 5_000,
} as const

/** A stream id, or what clients take for "no stream". */
const streamIdOrNone = Type.Integer({ description: '-1 = none' })
const groupId = Type.Integer({ description: 'Id of the user group that may' })

/** The organisation and its settings. Source: docs/protocol/register.md#realm. */
export const realmState = stateFamily({
  fetchTypes: ['realm'],
  keys: {
    realm_name: Type.String(),
    realm_description: Type.String(),
    realm_icon_url: Type.String(),
    realm_icon_source: Type.String(),
    realm_uri: Type.String(),
    realm_url: Type.String(),
    realm_bot_domain: Type.String(),
    realm_notifications_stream_id: streamIdOrNone,
    realm_signup_notifications_stream_id: streamIdOrNone,
    realm_waiting_period_threshold: Type.Integer({ description: 'In days' }),
    server_emoji_data_url: Type.String(),
    server_thumbnail_formats: Type.Array(thumbnailFormatSchema),
    max_file_upload_size_mib: Type.Integer(),
    realm_upload_quota_mib: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Space of all uploads; null: unlimited',
    }),
    server_timestamp: Type.Number({ description: 'Unix time in seconds, with a fraction' }),
    ...prefixed(schemasOf(realmSettings)),
    realm_create_stream_by_admins_only: Type.Boolean({
      description: 'What older clients know of realm_create_public_stream_policy',
    }),
    realm_can_delete_any_message_group: groupId,
    realm_can_delete_own_message_group: groupId,
    ...describeConstants(realmDefaults),
    ...describeConstants(serverFacts),
  },

  async read({ now, account, origin, externalHost, maxFileUploadMib, uploadQuotaMib }) {
    const settings = realmSettingsOf(account)
    return {
      realm_name: account.realm_name,
      realm_description: account.realm_description,
      realm_icon_url: realmIconUrl(account.realm_id),
      realm_icon_source: 'G',
      realm_uri: origin,
      realm_url: origin,
      realm_bot_domain: botEmailDomain(origin, externalHost),
      realm_notifications_stream_id: account.realm_notifications_stream_id ?? -1,
      realm_signup_notifications_stream_id: -1,
      realm_waiting_period_threshold: account.realm_waiting_period_days,
      server_emoji_data_url: `${origin}/static/emoji-data.json`,
      server_thumbnail_formats: presentThumbnailFormats(),
      max_file_upload_size_mib: maxFileUploadMib,
      realm_upload_quota_mib: uploadQuotaMib === 0 ? null : uploadQuotaMib,
      server_timestamp: now.getTime() / 1000,
      ...prefixed(settings),
      realm_create_stream_by_admins_only: isForAdministrators(settings),
      ...prefixed(groupPermissionsOf(settings)),
      ...realmDefaults,
      ...serverFacts,
    }
  },
})

type Prefixed<T> = { [K in keyof T & string as `realm_${K}`]: T[K] }

/** Settings of a realm under the names that clients know. */
function prefixed<T extends Readonly<Record<string, unknown>>>(settings: T): Prefixed<T> {
  const entries = Object.entries(settings).map(([name, value]) => [`realm_${name}`, value])
  return Object.fromEntries(entries) as Prefixed<T>
}

/**
 * Linkifiers, for clients that say that they can read their templates.
 * Source: docs/protocol/decided-conflicts.md#linkifier-templates.
 */
export const linkifiersState = stateFamily({
  fetchTypes: ['realm_linkifiers'],
  keys: { realm_linkifiers: Type.Array(linkifierSchema) },

  async read({ db, account, can }) {
    const isEmpty = !account.realm_linkifiers_version || !can('linkifier_url_template')
    return { realm_linkifiers: isEmpty ? [] : await listLinkifiers(db, account.realm_id) }
  },
})

/** Linkifiers for older clients, in the form that those read. */
export const filtersState = stateFamily({
  fetchTypes: ['realm_filters'],
  keys: { realm_filters: Type.Array(filterSchema) },

  async read({ db, account }) {
    const isEmpty = !account.realm_linkifiers_version
    return { realm_filters: isEmpty ? [] : await listFilters(db, account.realm_id) }
  },
})

/** Emoji of the organisation, deactivated ones included: messages go on to show them. */
export const realmEmojiState = stateFamily({
  fetchTypes: ['realm_emoji'],
  own: ['realmVersions'],
  keys: { realm_emoji: realmEmojiMapSchema },

  async read({ db, account, remembered }) {
    return remembered('realm_emoji', async () => {
      const emoji = await listRealmEmoji(db, account.realm_id)
      return PreparedJson.of({ realm_emoji: presentRealmEmojiMap(emoji) })
    })
  },
})
