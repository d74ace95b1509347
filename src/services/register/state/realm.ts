import { Type } from '@sinclair/typebox'
import { getRealm } from '../../../db/realms'
import { realmIconUrl } from '../../../wire/avatars'
import { botEmailDomain } from '../../bots/email'
import { describeConstants, stateFamily } from './family'
import { realmDefaults } from './realm-defaults'
import { serverFacts } from './server-facts'

/** A stream id, or what clients take for "no stream". */
const streamIdOrNone = Type.Integer({ description: '-1 = none' })

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
    server_timestamp: Type.Number({ description: 'Unix time in seconds, with a fraction' }),
    ...describeConstants(realmDefaults),
    ...describeConstants(serverFacts),
  },

  async read({ db, now, account, origin, externalHost }) {
    const realm = await getRealm(db, account.realm_id)
    return {
      realm_name: realm.name,
      realm_description: realm.description,
      realm_icon_url: realmIconUrl(realm.string_id),
      realm_icon_source: 'G',
      realm_uri: origin,
      realm_url: origin,
      realm_bot_domain: botEmailDomain(origin, externalHost),
      realm_notifications_stream_id: realm.notifications_stream_id ?? -1,
      realm_signup_notifications_stream_id: -1,
      realm_waiting_period_threshold: realm.waiting_period_days,
      server_emoji_data_url: `${origin}/static/emoji-data.json`,
      server_timestamp: now.getTime() / 1000,
      ...realmDefaults,
      ...serverFacts,
    }
  },
})
