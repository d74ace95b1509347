import { Type } from '@sinclair/typebox'
import { listUserStatuses } from '../../../../data/users/statuses'
import type { NewerPresences, PresenceStore } from '../../../../stores/presence/presence'
import { RedisAwayError } from '../../../../lib/store-away'
import { avatarSource, avatarUrlFor, mediumAvatarUrlFor } from '../../../../wire/avatars'
import { addressOf } from '../../../../wire/addresses'
import { PreparedJson } from '../../../../wire/prepared-json'
import { presencesSchema } from '../../../../../shared/presence'
import { presentPresences } from '../../../../wire/presence'
import { userGroupSchema } from '../../../../../shared/user-groups'
import { userStatusSchema } from '../../../../../shared/user-status'
import { presentUserStatus } from '../../../../wire/user-status'
import { botSchema, systemBotSchema, userSchema } from '../../../../../shared/users'
import { presentRole, presentUnknownUser } from '../../../../wire/users'
import { profileFieldSchema } from '../../../../../shared/profile-fields'
import { listKnownBots } from '../../../notify/bots/visibility'
import { asRealmUser } from '../../../rules/permissions/roles'
import { isAdministrator, isModerator } from '../../../../../shared/rules/roles'
import {
  mayCreateStreams,
  mayInvite,
  maySubscribeOthers,
} from '../../../../../shared/rules/realm-rights'
import { withinHistory, onlyVisibleUsers } from '../../../actions/users/presence'
import { listProfileFields } from '../../../actions/profile-fields/list-fields'
import { fieldTypeChoices } from '../../../rules/profile-fields/types'
import { userSettingsOf } from '../../../rules/settings/user-settings'
import { listUserGroupRecords } from '../../../access/user-groups/read-groups'
import { domainOf, isLimited, sightOf } from '../../../access/users/user-visibility'
import { describeConstants, stateFamily } from './family'

const flag = Type.Boolean()

/** The accounts of the realm that the requester may know. */
export const rosterState = stateFamily({
  fetchTypes: ['realm_user'],
  keys: {
    realm_users: Type.Array(userSchema, { description: 'Active accounts' }),
    realm_non_active_users: Type.Array(userSchema, { description: 'Deactivated accounts' }),
    cross_realm_bots: Type.Array(systemBotSchema, {
      description: 'The accounts through which the server speaks',
    }),
  },

  async read({ db, account, roster, clientGravatar, can, externalHost }) {
    const reader = { viewer: account, clientGravatar }
    const accounts = await roster()
    if (!isLimited(account)) return new PreparedJson(await accounts.members(reader))
    const knows = await sightOf(db, account)
    const presentUnknown = can('user_list_incomplete')
      ? undefined
      : (id: number) =>
          presentUnknownUser(account.realm_id, id, domainOf({ externalHost }, account))
    return new PreparedJson(await accounts.members({ ...reader, knows, presentUnknown }))
  },
})

/** The profile fields of the realm. Source: docs/protocol/accounts.md#profile-fields. */
export const profileFieldsState = stateFamily({
  fetchTypes: ['custom_profile_fields'],
  own: ['realmVersions'],
  keys: {
    custom_profile_fields: Type.Array(profileFieldSchema),
    ...describeConstants({ custom_profile_field_types: fieldTypeChoices }),
  },

  async read({ db, account, remembered }) {
    return remembered('profile_fields', async () =>
      PreparedJson.of({
        custom_profile_fields: await listProfileFields(db, account.realm_id),
        custom_profile_field_types: fieldTypeChoices,
      }),
    )
  },
})

/** The requester's own account and permissions. */
export const ownAccountState = stateFamily({
  fetchTypes: ['realm_user'],
  keys: {
    user_id: Type.Integer(),
    email: Type.String(),
    delivery_email: Type.String(),
    full_name: Type.String(),
    avatar_source: Type.String(),
    avatar_url: Type.Union([Type.String(), Type.Null()]),
    avatar_url_medium: Type.Union([Type.String(), Type.Null()]),
    is_admin: flag,
    is_owner: flag,
    is_moderator: flag,
    is_guest: flag,
    can_create_streams: flag,
    can_create_public_streams: flag,
    can_create_private_streams: flag,
    can_create_web_public_streams: flag,
    can_subscribe_other_users: flag,
    can_invite_others_to_realm: flag,
    enter_sends: flag,
  },

  async read({ db, account, clientGravatar }) {
    const realmUser = asRealmUser(db, account)
    const mayCreatePublic = mayCreateStreams(realmUser, 'public')
    const mayCreatePrivate = mayCreateStreams(realmUser, 'private')
    return {
      user_id: account.id,
      email: account.email,
      delivery_email: addressOf(account),
      full_name: account.full_name,
      avatar_source: avatarSource(account),
      avatar_url: avatarUrlFor(account, clientGravatar),
      avatar_url_medium: mediumAvatarUrlFor(account, clientGravatar),
      is_moderator: isModerator(account),
      can_create_streams: mayCreatePublic || mayCreatePrivate,
      can_create_public_streams: mayCreatePublic,
      can_create_private_streams: mayCreatePrivate,
      can_create_web_public_streams: mayCreateStreams(realmUser, 'web-public'),
      can_subscribe_other_users: maySubscribeOthers(realmUser),
      can_invite_others_to_realm: mayInvite(realmUser, 'address'),
      enter_sends: userSettingsOf(account).enter_sends,
      ...presentRole(account.role),
    }
  },
})

/**
 * Bots that the requester may know: administrators all except other users' bots with a private default
 * stream, others their own. Only own bots with their keys.
 */
export const botsState = stateFamily({
  fetchTypes: ['realm_bot'],
  keys: { realm_bots: Type.Array(botSchema) },

  async read({ db, account, roster }) {
    const accounts = await roster()
    const hasAny = isAdministrator(account) ? accounts.hasBots() : accounts.hasBotsOf(account.id)
    return { realm_bots: hasAny ? await listKnownBots(db, account) : [] }
  },
})

/**
 * User groups; deactivated ones only for clients that keep them.
 * Sources: docs/protocol/decided-conflicts.md#deactivated-groups, docs/protocol/register.md#groups.
 */
export const userGroupsState = stateFamily({
  fetchTypes: ['realm_user_groups'],
  own: ['realmVersions'],
  keys: { realm_user_groups: Type.Array(userGroupSchema) },

  async read({ db, account, can, remembered }) {
    const includeDeactivated = can('include_deactivated_groups')
    const load = async () => {
      const groups = await listUserGroupRecords(db, account.realm_id, { includeDeactivated })
      return PreparedJson.of({ realm_user_groups: groups })
    }
    // With a waiting period, the full members change with time, without a new version: do not cache.
    if (account.realm_waiting_period_days > 0) return load()
    return remembered('user_groups', load, includeDeactivated ? 'all' : 'active')
  },
})

/** User statuses by user id; users without a status are omitted. */
export const userStatusState = stateFamily({
  fetchTypes: ['user_status'],
  own: ['realmVersions'],
  keys: { user_status: Type.Record(Type.String(), userStatusSchema) },

  async read({ db, account, remembered }) {
    const load = async (knows: (user: { id: number; is_bot: boolean }) => boolean) => {
      const statuses = await listUserStatuses(db, account.realm_id)
      const known = statuses.filter(({ user_id: id }) => knows({ id, is_bot: false }))
      return PreparedJson.of({
        user_status: Object.fromEntries(
          known.map((status) => [status.user_id, presentUserStatus(status)]),
        ),
      })
    }
    if (isLimited(account)) return load(await sightOf(db, account))
    return remembered('user_statuses', () => load(() => true))
  },
})

/** Presences of users. Source: docs/protocol/register.md#presences. */
export const presenceState = stateFamily({
  fetchTypes: ['presence'],
  keys: {
    presences: presencesSchema,
    presence_last_update_id: Type.Integer(),
    server_timestamp: Type.Number({ description: 'Unix time in seconds, with a fraction' }),
  },

  async read({ db, presence, presenceHistoryDays, account, slimPresence }) {
    const all = await listKnown(presence, account.realm_id)
    const newer = await onlyVisibleUsers({ db: { query: db } }, account, all)
    const { presences, lastUpdateId } = withinHistory(newer, db.now, {
      historyLimitDays: presenceHistoryDays,
    })
    return {
      presences: presentPresences(presences, slimPresence),
      presence_last_update_id: lastUpdateId,
      server_timestamp: db.now.getTime() / 1000,
    }
  },
})

/**
 * Presences of all users; empty if the presence store is unavailable. It can be down while the queues work
 * (another node of a cluster). The client then gets presences with the answer to its next presence report.
 */
async function listKnown(store: PresenceStore, realmId: number): Promise<NewerPresences> {
  try {
    return await store.list(realmId, -1)
  } catch (error) {
    if (!(error instanceof RedisAwayError)) throw error
    return { presences: [], lastUpdateId: -1 }
  }
}
