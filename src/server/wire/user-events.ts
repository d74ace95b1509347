import type { BotEvent, UserChanges, UserEvent } from '../../shared/user-events'
import type { BotRecord } from '../../shared/users'
import type { ProfileValue, UserRow } from '../data/schema'
import { avatarSource, avatarUrl, mediumAvatarUrl } from './avatars'
import type { PresentUserOptions } from './users'
import { presentRole, presentUser } from './users'

/** The event of a new account. */
export function userAdded(user: UserRow, options: PresentUserOptions = {}): UserEvent {
  return { type: 'realm_user', op: 'add', person: presentUser(user, options) }
}

/** The event of a changed address; null if the receiver may not see it. */
export function userAddressChanged({ id }: UserRow, address: string | null): UserEvent {
  return { type: 'realm_user', op: 'update', person: { user_id: id, delivery_email: address } }
}

/** The event of a changed email in all records. */
export function userEmailChanged({ id, email }: UserRow): UserEvent {
  return { type: 'realm_user', op: 'update', person: { user_id: id, new_email: email } }
}

/** The event of a changed profile value; null: removed. */
export function profileValueChanged(
  { id }: Pick<UserRow, 'id'>,
  fieldId: number,
  value: ProfileValue | null,
): UserEvent {
  const custom_profile_field = { id: fieldId, ...(value ?? { value: null, rendered_value: null }) }
  return { type: 'realm_user', op: 'update', person: { user_id: id, custom_profile_field } }
}

/** The event of a deactivated or reactivated account (level 222). */
export function userActivityChanged(user: UserRow, is_active: boolean): UserEvent {
  return userUpdated(user, { is_active })
}

/** The event of the first log-in of an imported account. */
export function userCame(user: UserRow): UserEvent {
  return userUpdated(user, { is_imported_stub: false })
}

export function userRenamed(user: UserRow): UserEvent {
  return userUpdated(user, { full_name: user.full_name })
}

/** The event of a deleted profile, whose short name would tell who it was. */
export function userNamesReplaced({ full_name, short_name, ...user }: UserRow): UserEvent {
  return userUpdated(user, { full_name, short_name })
}

export function userTimezoneChanged(user: UserRow): UserEvent {
  return userUpdated(user, { timezone: user.timezone })
}

export function userRoleChanged(user: UserRow): UserEvent {
  return userUpdated(user, { role: user.role, ...presentRole(user.role), is_billing_admin: false })
}

/** The event of a new avatar. Source: docs/protocol/events.md#realm-user-avatar. */
export function userAvatarChanged(user: UserRow): UserEvent {
  return userUpdated(user, {
    avatar_source: avatarSource(user),
    avatar_url: avatarUrl(user),
    avatar_url_medium: mediumAvatarUrl(user),
    avatar_version: user.avatar_version,
  })
}

/** The event of another owner of a bot, or of an owner whom the receiver comes to know. */
export function botOwnerChanged(bot: OwnedBot, ownerEmail: string | null): UserEvent {
  return userUpdated(bot, { bot_owner: ownerEmail, bot_owner_id: bot.bot_owner_id })
}

/** The fields of a bot that tell its owner. */
export type OwnedBot = Pick<UserRow, 'id' | 'email' | 'bot_owner_id'>

function userUpdated(
  user: Pick<UserRow, 'id' | 'email'>,
  changes: Omit<UserChanges, 'user_id' | 'email'>,
): UserEvent {
  const person = { email: user.email, user_id: user.id, ...changes }
  return { type: 'realm_user', op: 'update', person }
}

/** The event of a new bot, or of one that becomes visible to the receiver. */
export function botAdded(bot: BotRecord): BotEvent {
  return { type: 'realm_bot', op: 'add', bot }
}

/** The event of a bot that is no longer visible to the receiver. */
export function botDeleted(bot: UserRow): BotEvent {
  return { type: 'realm_bot', op: 'delete', bot: { email: bot.email, user_id: bot.id } }
}

export function botUpdated(bot: UserRow, changes: Partial<BotRecord>): BotEvent {
  return {
    type: 'realm_bot',
    op: 'update',
    bot: { email: bot.email, user_id: bot.id, ...changes },
  }
}
