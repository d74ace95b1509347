import { acceptsSystemGroup } from '../../../../shared/rules/group-choices'
import type { SystemGroupLimits } from '../../../../shared/rules/group-choices'
import type { Queryable } from '../../../data/engine/database'
import { listActiveGroupIdsAmong } from '../../../data/groups/groups'
import { listActiveAmong } from '../../../data/users/list-users'
import { isSameGroupValue, normalizeGroupValue } from '../../../../shared/rules/group-values'
import type { GroupValueUpdate } from '../../../../shared/group-value-schemas'
import type { GroupValue } from '../../../../shared/rules/group-values'
import { groupsNamedBy, membersNamedBy } from '../../../../shared/rules/group-values'
import { systemGroups } from '../../../../shared/rules/system-groups'
import { BadRequestError } from '../errors'
import type { Permission, SystemGroupKey } from '../../../../shared/rules/system-groups'
import {
  GroupNotAllowedError,
  InvalidUserGroupError,
  OldValueMismatchError,
  SystemGroupRequiredError,
} from './errors'

type Table<Name extends string> = Readonly<Record<Name, Permission>>

/** Values that a call chooses for some permissions of a table. */
export type ChosenValues<Name extends string> = { readonly [N in Name]?: GroupValue | undefined }

/** Changes that a call requests, each with the value that the client believes is the present one. */
export type ChosenUpdates<Name extends string> = {
  readonly [N in Name]?: GroupValueUpdate | undefined
}

/**
 * Checks the permission values of a new object, and answers them in normalized form. Takes at most two
 * statements. Callers hold the lock of `lockAccounts`, so that the named users and groups stay active.
 *
 * @throws InvalidUserGroupError, GroupNotAllowedError, SystemGroupRequiredError
 * @throws BadRequestError for an unknown or deactivated user
 * Source: docs/protocol/permissions.md#group-value-errors.
 */
export async function checkChosen<Name extends string>(
  db: Queryable,
  realmId: number,
  table: Table<Name>,
  chosen: ChosenValues<Name>,
): Promise<Partial<Record<Name, GroupValue>>> {
  const checked = namesOf(table, chosen).map((name): [Name, GroupValue] => {
    const value = normalizeGroupValue(chosen[name]!)
    checkAgainst(name, table[name], value)
    return [name, value]
  })
  await requireActive(
    db,
    realmId,
    checked.map(([, value]) => value),
  )
  return Object.fromEntries(checked) as Partial<Record<Name, GroupValue>>
}

interface PresentAndUpdates<Name extends string> {
  present: Readonly<Record<Name, GroupValue>>
  updates: ChosenUpdates<Name>
}

/**
 * Checks changes of permissions, and answers the values that differ from the present ones. Callers have read
 * the present values under the lock of `lockAccounts`.
 *
 * @throws OldValueMismatchError if the client's present value is outdated
 * @throws as {@link checkChosen}
 * Source: docs/protocol/permissions.md#update-form.
 */
export async function checkUpdates<Name extends string>(
  db: Queryable,
  realmId: number,
  table: Table<Name>,
  { present, updates }: PresentAndUpdates<Name>,
): Promise<Partial<Record<Name, GroupValue>>> {
  const names = namesOf(table, updates)
  for (const name of names) {
    const { old } = updates[name]!
    if (old !== undefined && !isSameGroupValue(old, present[name]))
      throw new OldValueMismatchError()
  }
  const changing = names.filter((name) => !isSameGroupValue(updates[name]!.new, present[name]))
  const chosen = Object.fromEntries(changing.map((name) => [name, updates[name]!.new]))
  return checkChosen(db, realmId, table, chosen as ChosenValues<Name>)
}

function namesOf<Name extends string>(
  table: Table<Name>,
  sent: Readonly<Partial<Record<Name, unknown>>>,
): Name[] {
  return (Object.keys(table) as Name[]).filter((name) => sent[name] !== undefined)
}

/** @throws GroupNotAllowedError, SystemGroupRequiredError */
export function checkAgainst(name: string, permission: Permission, value: GroupValue): void {
  const isOfSystem = typeof value === 'number' && systemKeyOf(value) !== undefined
  if (permission.requireSystemGroup && !isOfSystem) throw new SystemGroupRequiredError(name)
  const named = isNobody(value) ? [systemGroups.nobody.id] : groupsNamedBy(value)
  for (const id of named) {
    const key = systemKeyOf(id)
    if (key && !acceptsSystemGroup(limitsOf(permission), systemGroups[key].name)) {
      throw new GroupNotAllowedError(name, systemGroups[key].name)
    }
  }
}

function limitsOf({
  allowNobody,
  allowEveryone,
  allowedSystemGroups = [],
}: Permission): SystemGroupLimits {
  const allowed = allowedSystemGroups.map((key) => systemGroups[key].name)
  return { allowNobody, allowEveryone, allowed }
}

/** Whether a value names neither users nor groups. */
function isNobody(value: GroupValue): boolean {
  return membersNamedBy(value).length === 0 && groupsNamedBy(value).length === 0
}

function systemKeyOf(id: number): SystemGroupKey | undefined {
  const keys = Object.keys(systemGroups) as SystemGroupKey[]
  return keys.find((key) => systemGroups[key].id === id)
}

/** @throws InvalidUserGroupError, BadRequestError */
async function requireActive(
  db: Queryable,
  realmId: number,
  values: readonly GroupValue[],
): Promise<void> {
  const groupIds = values.flatMap(groupsNamedBy).filter((id) => !systemKeyOf(id))
  if (groupIds.length > 0) {
    const active = new Set(await listActiveGroupIdsAmong(db, realmId, groupIds))
    if (groupIds.some((id) => !active.has(id))) throw new InvalidUserGroupError()
  }
  const userIds = values.flatMap(membersNamedBy)
  if (userIds.length > 0) {
    const active = new Set((await listActiveAmong(db, realmId, userIds)).map(({ id }) => id))
    const unknown = userIds.find((id) => !active.has(id))
    if (unknown !== undefined) throw new BadRequestError(`Invalid user ID: ${unknown}`)
  }
}
