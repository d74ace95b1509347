import { isOfOwner } from '../../../../shared/rules/own-settings'
import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { listActiveGroupIdsAmong } from '../../../data/groups/groups'
import { listUserIdsIn } from '../../../data/groups/membership'
import type { StoredSettings, UserRow } from '../../../data/schema'
import { lockAccounts } from '../../../data/users/update-users'
import { listUsersNamed } from '../../../data/users/users'
import { publish } from '../../../events/publish'
import { differences, recordActs } from '../../notify/audit-log'
import type { Act } from '../../notify/audit-log'
import { isActivePrincipal, requireOwnerFor } from '../../access/users/access-user'
import { domainOf } from '../../access/users/user-visibility'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { InvalidUserGroupError } from '../../rules/permissions/errors'
import { requireAdministrator } from '../../rules/permissions/roles'
import { defaultsOf } from '../../rules/settings/declare'
import {
  settingsDefaultsOf,
  userSettings,
  userSettingsOf,
} from '../../rules/settings/user-settings'
import type { UserSettings } from '../../rules/settings/user-settings'
import { changeSettingsOfPeople } from './change-settings'

/** The accounts whose settings change. */
export interface SettingTargets {
  userIds: readonly number[]
  groupIds: readonly number[]
  /** Whether people keep the values that they seem to have chosen themselves. */
  skipsEdited: boolean
}

/**
 * Changes settings of other people, all or nothing; administrators only, settings of owners by owners only.
 *
 * @throws AdministratorRequiredError, OwnerRequiredError, InvalidUserGroupError
 * @throws BadRequestError for unknown people, for too many, and for settings that only their owner changes
 * Source: docs/protocol/accounts.md#settings-of-others.
 */
export async function changeSettingsOfOthers(
  ctx: Pick<AppContext, 'config' | 'db'>,
  requester: Requester,
  targets: SettingTargets,
  chosen: Partial<UserSettings>,
): Promise<void> {
  requireAdministrator(requester)
  if (Object.keys(chosen).some(isOfOwner)) {
    throw new BadRequestError('Cannot change this setting for other users.')
  }
  const { realm_id: realmId, realm_user_defaults: stored } = requester
  const domain = domainOf(ctx.config, requester)
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const found = await accessTargets(tx, requester, targets)
    const changes = found.map((person) => ({
      userId: person.id,
      chosen: targets.skipsEdited ? withoutEdited(person, stored, chosen) : chosen,
    }))
    const events = await changeSettingsOfPeople(tx, realmId, changes, domain)
    const acts = found.flatMap((person, index): Act[] => {
      const before = userSettingsOf(person)
      const changed = differences(before, { ...before, ...changes[index]?.chosen })
      const affected = { type: 'user', id: person.id } as const
      return changed ? [{ act: 'user_settings_changed', affected, ...changed }] : []
    })
    await publish(tx, realmId, events)
    await recordActs(tx, realmId, acts)
  })
}

/** @throws OwnerRequiredError, InvalidUserGroupError, BadRequestError */
async function accessTargets(
  tx: Tx,
  requester: Requester,
  { userIds, groupIds }: SettingTargets,
): Promise<UserRow[]> {
  const { realm_id: realmId } = requester
  const groups = new Set(groupIds)
  const active = await listActiveGroupIdsAmong(tx, realmId, [...groups])
  if (active.length < groups.size) throw new InvalidUserGroupError()
  const value = { direct_members: [], direct_subgroups: [...groups] }
  const members = groups.size > 0 ? await listUserIdsIn(tx, realmId, [value]) : []
  const ids = new Set([...userIds, ...members])
  const { settingTargets: limit } = sizeLimits
  if (ids.size > limit) throw new BadRequestError(`Too many people at once (limit: ${limit})`)
  const rows = await listUsersNamed(tx, realmId, { ids: [...ids] })
  const people = rows.filter((user) => isActivePrincipal(user) && !user.is_bot)
  const known = new Set(people.map(({ id }) => id))
  const unknown = userIds.find((id) => !known.has(id))
  if (unknown !== undefined) throw new BadRequestError(`Invalid user ID: ${unknown}`)
  for (const { role } of people) requireOwnerFor(requester, role)
  return people
}

const ofServer: Readonly<Record<string, unknown>> = defaultsOf(userSettings)

/**
 * The settings that a person seems not to have chosen: they are as the server or the organization sets them for new
 * accounts.
 */
function withoutEdited(
  person: UserRow,
  stored: StoredSettings,
  chosen: Partial<UserSettings>,
): Partial<UserSettings> {
  const present: Readonly<Record<string, unknown>> = userSettingsOf(person)
  const ofRealm: Readonly<Record<string, unknown>> = settingsDefaultsOf(stored)
  const isUnedited = (name: string) =>
    present[name] === ofServer[name] || present[name] === ofRealm[name]
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => isUnedited(name)))
}
