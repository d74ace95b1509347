import { Type } from '@sinclair/typebox'
import { PreparedJson } from '../../../wire/prepared-json'
import { avatarSource, avatarUrlFor, mediumAvatarUrlFor } from '../../../wire/avatars'
import { presentRole, userSchema } from '../../../wire/users'
import { canCreateStreams, canSubscribeOthers } from '../../permissions'
import { userSettingsOf } from '../../settings/user-settings'
import { stateFamily } from './family'

const flag = Type.Boolean()

/** The accounts of the realm, which read the same for everybody. */
export const rosterState = stateFamily({
  fetchTypes: ['realm_user'],
  keys: {
    realm_users: Type.Array(userSchema, { description: 'Active accounts' }),
    realm_non_active_users: Type.Array(userSchema, { description: 'Deactivated accounts' }),
    cross_realm_bots: Type.Array(
      Type.Composite([userSchema, Type.Object({ is_system_bot: Type.Literal(true) })]),
      { description: 'The accounts through which the server speaks' },
    ),
  },

  async read({ roster, clientGravatar }) {
    return new PreparedJson((await roster()).members(clientGravatar))
  },
})

/** The requester's own account, and what they may do with it. */
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

  async read({ now, account, clientGravatar }) {
    const mayCreatePublic = canCreateStreams(account, now, 'public')
    const mayCreatePrivate = canCreateStreams(account, now, 'private')
    return {
      user_id: account.id,
      email: account.email,
      delivery_email: account.email,
      full_name: account.full_name,
      avatar_source: avatarSource(account),
      avatar_url: avatarUrlFor(account, clientGravatar),
      avatar_url_medium: mediumAvatarUrlFor(account, clientGravatar),
      ...presentRole(account.role),
      is_moderator: false,
      can_create_streams: mayCreatePublic || mayCreatePrivate,
      can_create_public_streams: mayCreatePublic,
      can_create_private_streams: mayCreatePrivate,
      can_create_web_public_streams: false,
      can_subscribe_other_users: canSubscribeOthers(account, now),
      can_invite_others_to_realm: false,
      enter_sends: userSettingsOf(account).enter_sends,
    }
  },
})
