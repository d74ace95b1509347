import { Type } from '@sinclair/typebox'
import { listRealmEmoji } from '../../../../data/realms/emoji'
import { filterSchema, linkifierSchema } from '../../../../../shared/linkifiers'
import { PreparedJson } from '../../../../wire/prepared-json'
import { realmEmojiMapSchema } from '../../../../../shared/realm-emoji'
import { presentRealmEmojiMap } from '../../../../wire/realm-emoji'
import { presentRealmPictures } from '../../../../wire/realm-pictures'
import { emptyTopicName } from '../../../../../shared/rules/empty-topics'
import { unixSeconds } from '../../../../wire/time'
import { thumbnailFormatSchema } from '../../../../../shared/uploads'
import { presentThumbnailFormats } from '../../../../wire/uploads'
import { listFilters, listLinkifiers } from '../../../actions/realms/list-linkifiers'
import { botEmailDomain } from '../../../rules/names'
import {
  authenticationMethodSchema,
  presentAuthenticationMethods,
} from '../../../rules/realms/authentication-methods'
import { videoChatProviders } from '../../../rules/realms/setting-kinds'
import { learnedOf, reachesMobileApps } from '../../../rules/pushes/can-push'
import { realmSettings, realmSettingsOf } from '../../../rules/realms/settings'
import { schemasOf } from '../../../rules/settings/declare'
import { realmPermissions, realmPermissionsOf } from '../../../rules/permissions/realm'
import {
  groupSchemasOf,
  supportedPermissions,
  supportedPermissionsSchema,
} from '../../../rules/permissions/supported'
import { olderSettings, olderSettingsOf } from '../../../rules/realms/older-settings'
import { externalAccounts } from '../../../rules/profile-fields/types'
import { describeConstants, stateFamily } from './family'
import { serverFacts } from './server-facts'

/**
 * Settings that no realm can change, with the values that describe this server, so that clients do not
 * offer unsupported features. Source: docs/protocol/register.md#realm-defaults.
 */
const realmDefaults = {
  realm_available_video_chat_providers: videoChatProviders,
  realm_default_avatar_source: 'G',
  realm_default_external_accounts: externalAccounts,
  realm_email_address_visibility: 1,
  realm_email_auth_enabled: true,
  realm_empty_topic_display_name: emptyTopicName,
  realm_enable_spectator_access: false,
  realm_google_hangouts_domain: '',
  realm_is_zephyr_mirror_realm: false,
  // No owner exports private data without consent.
  realm_owner_full_content_access: false,
  realm_password_auth_enabled: true,
  realm_plan_type: 1,
  // Further mails on later days, which the server does not send; the mail with the login does not depend on it.
  // Source: docs/protocol/sign-up.md#newcomer-mails.
  realm_send_welcome_emails: false,
  realm_want_advertise_in_communities_directory: false,
  realm_zulip_update_announcements_stream_id: -1,
} as const

/** A stream id; -1 for "no stream". */
const streamIdOrNone = Type.Integer({ description: '-1 = none' })

/** The organization and its settings. Source: docs/protocol/register.md#realm. */
export const realmState = stateFamily({
  fetchTypes: ['realm'],
  keys: {
    realm_name: Type.String(),
    realm_description: Type.String(),
    realm_icon_url: Type.String(),
    realm_icon_source: Type.String({ description: 'G: made by the server, U: uploaded' }),
    realm_logo_url: Type.String(),
    realm_logo_source: Type.String({ description: 'D: made by the server, U: uploaded' }),
    realm_night_logo_url: Type.String(),
    realm_night_logo_source: Type.String(),
    realm_date_created: Type.Integer({ description: 'Unix time in seconds' }),
    realm_authentication_methods: authenticationMethodSchema,
    realm_uri: Type.String(),
    realm_url: Type.String(),
    realm_uuid: Type.String({ description: 'No other organization has it, on any server' }),
    realm_bot_domain: Type.String(),
    realm_notifications_stream_id: streamIdOrNone,
    realm_new_stream_announcements_stream_id: streamIdOrNone,
    realm_signup_notifications_stream_id: streamIdOrNone,
    realm_waiting_period_threshold: Type.Integer({ description: 'In days' }),
    realm_gif_rating_policy: Type.Integer({ description: 'The newer name of realm_giphy_rating' }),
    realm_push_notifications_enabled: Type.Boolean({
      description: 'Whether pushes reach mobile apps',
    }),
    realm_push_notifications_enabled_end_timestamp: Type.Union([Type.Integer(), Type.Null()], {
      description: 'When they end, as the bouncer said; null: no end is known',
    }),
    jitsi_server_url: Type.Union([Type.String(), Type.Null()], {
      description: 'Server for calls; the older name',
    }),
    server_jitsi_server_url: Type.Union([Type.String(), Type.Null()]),
    server_emoji_data_url: Type.String(),
    server_thumbnail_formats: Type.Array(thumbnailFormatSchema),
    max_file_upload_size_mib: Type.Integer(),
    realm_upload_quota_mib: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Space of all uploads; null: unlimited',
    }),
    password_min_length: Type.Integer({ description: 'Fewest characters of a new password' }),
    password_min_guesses: Type.Integer({
      description: 'Guesses, as zxcvbn counts them, that a new password must withstand',
    }),
    server_timestamp: Type.Number({ description: 'Unix time in seconds, with a fraction' }),
    ...prefixed(schemasOf(realmSettings)),
    ...prefixed(schemasOf(olderSettings)),
    ...prefixed(groupSchemasOf(realmPermissions)),
    server_inline_url_embed_preview: Type.Boolean(),
    settings_send_digest_emails: Type.Boolean(),
    server_supported_permission_settings: supportedPermissionsSchema,
    ...describeConstants(realmDefaults),
    ...describeConstants(serverFacts),
  },

  async read({ db, account, origin, externalHost, jitsiServerUrl, linkPreviews, ...facts }) {
    const { maxFileUploadMib, uploadQuotaMib, passwordMinLength, passwordMinGuesses, pushConfig } =
      facts
    const settings = realmSettingsOf(account)
    const permissions = realmPermissionsOf(account.realm_settings)
    const { realm_id: id, realm_pictures } = account
    const learned = learnedOf(account.realm_settings)
    const reachesApps = await reachesMobileApps(pushConfig, db)
    const pictures = presentRealmPictures({ id, pictures: realm_pictures })
    return {
      realm_name: account.realm_name,
      realm_description: account.realm_description,
      ...prefixed(pictures.icon),
      ...prefixed(pictures.logo),
      ...prefixed(pictures.night_logo),
      realm_date_created: unixSeconds(account.realm_created_at),
      realm_authentication_methods: presentAuthenticationMethods(account.realm_settings),
      realm_uri: origin,
      realm_url: origin,
      realm_uuid: account.realm_uuid,
      realm_bot_domain: botEmailDomain(origin, externalHost),
      realm_notifications_stream_id: account.realm_notifications_stream_id ?? -1,
      realm_new_stream_announcements_stream_id: account.realm_notifications_stream_id ?? -1,
      realm_signup_notifications_stream_id: settings.signup_announcements_stream_id,
      realm_gif_rating_policy: settings.giphy_rating,
      realm_waiting_period_threshold: account.realm_waiting_period_days,
      ...prefixed(settings),
      realm_push_notifications_enabled: reachesApps && learned.push_notifications_enabled,
      realm_push_notifications_enabled_end_timestamp:
        learned.push_notifications_enabled_end_timestamp,
      jitsi_server_url: settings.jitsi_server_url ?? jitsiServerUrl,
      server_jitsi_server_url: jitsiServerUrl,
      server_inline_url_embed_preview: linkPreviews,
      settings_send_digest_emails: facts.sendsMail,
      server_emoji_data_url: `${origin}/static/emoji-data.json`,
      server_thumbnail_formats: presentThumbnailFormats(),
      max_file_upload_size_mib: maxFileUploadMib,
      realm_upload_quota_mib: uploadQuotaMib === 0 ? null : uploadQuotaMib,
      password_min_length: passwordMinLength,
      password_min_guesses: passwordMinGuesses,
      server_timestamp: db.now.getTime() / 1000,
      ...prefixed(olderSettingsOf({ settings, permissions })),
      ...prefixed(permissions),
      server_supported_permission_settings: supportedPermissions,
      ...realmDefaults,
      ...serverFacts,
    }
  },
})

type Prefixed<T> = { [K in keyof T & string as `realm_${K}`]: T[K] }

/** Adds the prefix `realm_` to names, as on the wire. */
function prefixed<T extends Readonly<Record<string, unknown>>>(settings: T): Prefixed<T> {
  const entries = Object.entries(settings).map(([name, value]) => [`realm_${name}`, value])
  return Object.fromEntries(entries) as Prefixed<T>
}

/**
 * Linkifiers, for clients with the capability `linkifier_url_template`; empty for others.
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

/** Linkifiers in the form of older clients. */
export const filtersState = stateFamily({
  fetchTypes: ['realm_filters'],
  keys: { realm_filters: Type.Array(filterSchema) },

  async read({ db, account }) {
    const isEmpty = !account.realm_linkifiers_version
    return { realm_filters: isEmpty ? [] : await listFilters(db, account.realm_id) }
  },
})

/** Custom emoji of the organization, deactivated ones included, because messages still show them. */
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
