import { isModerator } from '../../../../shared/rules/roles'
import {
  findRecord,
  getRecord,
  withChanges,
  withoutRecord,
  withRecord,
} from '../../records/records'
import type { EventOf, Presence, State, User, UserGroup, UserStatus } from '../../records/state'
import type { Handlers } from './handlers'
import { updateRights } from './rights'

/*
 * Events of users, bots, user groups and presence.
 * Sources: docs/protocol/events.md#realm-user, docs/protocol/events.md#realm-bot,
 * docs/protocol/events.md#user-group, docs/protocol/events.md#presence.
 */

export const userEvents: Handlers = {
  'realm_user/add': (state, event) => putUser(state, event.person),
  'realm_user/update': (state, event) => updateUser(state, event.person),

  'realm_bot/add': (state, event) => {
    state.realm_bots = withRecord(state.realm_bots, 'user_id', event.bot)
  },
  'realm_bot/update': (state, { bot }) => {
    state.realm_bots = withChanges(state.realm_bots, 'user_id', bot.user_id, bot)
  },
  'realm_bot/delete': (state, event) => {
    const { user_id: id } = event.bot
    getRecord(state.realm_bots, 'user_id', id)
    state.realm_bots = withoutRecord(state.realm_bots, 'user_id', id)
  },

  'user_group/add': (state, event) => {
    state.realm_user_groups = withRecord(state.realm_user_groups, 'id', event.group)
    updateRights(state)
  },
  'user_group/update': (state, event) => changeGroup(state, event.group_id, event.data),
  'user_group/remove': (state, { group_id: id }) => {
    getRecord(state.realm_user_groups, 'id', id)
    state.realm_user_groups = withoutRecord(state.realm_user_groups, 'id', id)
  },
  'user_group/add_members': changeMembers,
  'user_group/remove_members': changeMembers,
  'user_group/add_subgroups': changeSubgroups,
  'user_group/remove_subgroups': changeSubgroups,

  'user_status/': changeStatus,
  'presence/': changePresence,
}

const userLists = ['realm_users', 'realm_non_active_users'] as const

/** Puts a user into the list of active or of deactivated users, and out of the other one. */
function putUser(state: State, person: User): void {
  for (const list of userLists) {
    state[list] =
      (list === 'realm_users') === person.is_active
        ? withRecord(state[list], 'user_id', person)
        : withoutRecord(state[list], 'user_id', person.user_id)
  }
}

/** Updates a user; for the reader's own account also the top-level keys and permissions. */
function updateUser(state: State, person: UserUpdate['person']): void {
  // Only the user gets these fields, and user records do not contain them.
  const {
    avatar_source: _source,
    avatar_url_medium: _medium,
    new_email: email,
    custom_profile_field: field,
    ...others
  } = person
  const changes = email ? { ...others, email } : others
  const known =
    findRecord(state.realm_users, 'user_id', person.user_id) ??
    getRecord(state.realm_non_active_users, 'user_id', person.user_id)
  putUser(
    state,
    merged(known, field ? { ...changes, profile_data: withField(known, field) } : changes),
  )
  if (person.user_id !== state.user_id) return

  for (const key of ownFields) if (key in changes) Object.assign(state, { [key]: changes[key] })
  for (const key of ownPictures) if (key in person) Object.assign(state, { [key]: person[key] })
  if (person.role !== undefined) state.is_moderator = isModerator({ role: person.role })
  updateRights(state)
}

type UserUpdate = EventOf<'realm_user'> & { op: 'update' }

const ownFields = [
  'full_name',
  'is_owner',
  'is_admin',
  'is_guest',
  'avatar_url',
  'email',
  'delivery_email',
] as const
const ownPictures = ['avatar_source', 'avatar_url_medium'] as const

type ProfileField = NonNullable<UserUpdate['person']['custom_profile_field']>

/** Profile data of a user after a change of one field. */
function withField(user: User, { id, ...said }: ProfileField): object {
  const { [id]: _old, ...others } = user.profile_data ?? {}
  return said.value === null ? others : { ...others, [id]: said }
}

type BotOwner = Pick<UserUpdate['person'], 'bot_owner'>

/** Merges changes into a user; a bot without an owner has no `bot_owner` field. */
function merged(user: User, changes: object): User {
  const { bot_owner: owner, ...record }: Omit<User, 'bot_owner'> & BotOwner = {
    ...user,
    ...changes,
  }
  return owner == null ? record : Object.assign(record, { bot_owner: owner })
}

function changeGroup(state: State, id: number, changes: Partial<UserGroup>): void {
  state.realm_user_groups = withChanges(state.realm_user_groups, 'id', id, changes)
  updateRights(state)
}

function changeMembers(state: State, { op, group_id: id, user_ids: ids }: MembersEvent): void {
  const { members } = getRecord(state.realm_user_groups, 'id', id)
  changeGroup(state, id, { members: changedIds(members, op, ids) })
}

type MembersEvent = EventOf<'user_group'> & { op: 'add_members' | 'remove_members' }

function changeSubgroups(state: State, event: SubgroupsEvent): void {
  const { op, group_id: id, direct_subgroup_ids: ids } = event
  const { direct_subgroup_ids: before } = getRecord(state.realm_user_groups, 'id', id)
  changeGroup(state, id, { direct_subgroup_ids: changedIds(before, op, ids) })
}

type SubgroupsEvent = EventOf<'user_group'> & { op: 'add_subgroups' | 'remove_subgroups' }

function changedIds(before: readonly number[], op: string, changed: readonly number[]): number[] {
  const named = new Set(changed)
  const others = before.filter((id) => !named.has(id))
  const isAddition = op.startsWith('add')
  return (isAddition ? [...others, ...named] : others).sort((a, b) => a - b)
}

/** Merges a change of status; an empty string or null clears a field. */
function changeStatus(state: State, event: EventOf<'user_status'>): void {
  const { type: _type, id: _id, user_id: userId, ...changes } = event
  const { [String(userId)]: known, ...others } = state.user_status
  const said = Object.entries({ ...known, ...changes }).filter(
    ([, value]) => value !== '' && value !== null,
  )
  const status: UserStatus = Object.fromEntries(said)
  state.user_status = said.length > 0 ? { ...others, [String(userId)]: status } : others
}

/** Converts the event's older form of presence, which has only one timestamp. */
function changePresence(state: State, event: EventOf<'presence'>): void {
  const { website } = event.presence
  const id = event.user_id
  const presence: Presence = {
    active_timestamp:
      website.status === 'active'
        ? website.timestamp
        : (state.presences[id]?.active_timestamp ?? 0),
    idle_timestamp: website.timestamp,
  }
  state.presences = { ...state.presences, [id]: presence }
  state.server_timestamp = event.server_timestamp
}
