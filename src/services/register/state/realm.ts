import { Type } from '@sinclair/typebox'
import { realmIconUrl } from '../../../wire/avatars'
import { presentThumbnailFormats, thumbnailFormatSchema } from '../../../wire/thumbnails'
import { botEmailDomain } from '../../bots/email'
import { describeConstants, stateFamily } from './family'
import { groupPermissionsOf } from '../../realms/group-permissions'
import { isForAdministrators, realmSettings, realmSettingsOf } from '../../realms/settings'
import { schemasOf } from '../../settings/declare'
import { realmDefaults } from './realm-defaults'
import { serverFacts } from './server-facts'

/** A stream id, or what clients take for "no stream". */
const streamIdOrNone = Type.Integer({ description: '-1 = none' })

const groupId = Type.Integer({ description: 'Id of the user group that may' })

/** The organisation and its settings. Source: protocol notes 4.3; client notes 6.4. */
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

  async read({ now, account, origin, externalHost, maxFileUploadMib }) {
    const settings = realmSettingsOf(account)
    return {
      realm_name: account.realm_name,
      realm_description: account.realm_description,
      realm_icon_url: realmIconUrl(account.realm_string_id),
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

/** As clients know the settings of their realm. */
function prefixed<T extends Readonly<Record<string, unknown>>>(settings: T): Prefixed<T> {
  const entries = Object.entries(settings).map(([name, value]) => [`realm_${name}`, value])
  return Object.fromEntries(entries) as Prefixed<T>
}
