import { Type } from '@sinclair/typebox'
import { listUsers } from '../../../db/users'
import type { UserWithBotOwner } from '../../../db/users'
import { avatarUrl, mediumAvatarUrl } from '../../../wire/avatars'
import { presentRole, presentUser, userSchema } from '../../../wire/users'
import { canCreateStreams, canSubscribeOthers } from '../../permissions'
import { stateFamily } from './family'
import { displayDefaults } from './settings-defaults'

const flag = Type.Boolean()

/** The accounts of the realm, and what the requester may do with their own. */
export const usersState = stateFamily({
  fetchTypes: ['realm_user'],
  keys: {
    realm_users: Type.Array(userSchema, { description: 'Active accounts' }),
    realm_non_active_users: Type.Array(userSchema, { description: 'Deactivated accounts' }),
    cross_realm_bots: Type.Array(
      Type.Composite([userSchema, Type.Object({ is_system_bot: Type.Literal(true) })]),
      { description: 'The accounts through which the server speaks' },
    ),
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

  async read({ db, now, account, clientGravatar }) {
    const users = await listUsers(db, account.realm_id)
    const present = (user: UserWithBotOwner) =>
      presentUser(user, { clientGravatar, botOwnerEmail: user.bot_owner_email })
    const people = users.filter((user) => !user.is_system_bot)
    const mayCreateStreams = canCreateStreams(account, now)
    return {
      realm_users: people.filter((user) => !user.deactivated_at).map(present),
      realm_non_active_users: people.filter((user) => user.deactivated_at).map(present),
      cross_realm_bots: users
        .filter((user) => user.is_system_bot)
        .map((bot) => ({ ...present(bot), is_system_bot: true as const })),
      user_id: account.id,
      email: account.email,
      delivery_email: account.email,
      full_name: account.full_name,
      avatar_source: 'G',
      avatar_url: clientGravatar ? null : avatarUrl(account),
      avatar_url_medium: clientGravatar ? null : mediumAvatarUrl(account),
      ...presentRole(account.role),
      is_moderator: false,
      can_create_streams: mayCreateStreams,
      can_create_public_streams: mayCreateStreams,
      can_create_private_streams: mayCreateStreams,
      can_create_web_public_streams: false,
      can_subscribe_other_users: canSubscribeOthers(account, now),
      can_invite_others_to_realm: false,
      enter_sends: displayDefaults.enter_sends,
    }
  },
})
