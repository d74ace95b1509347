import type { GroupRecord, GroupReference } from '../records'
import { idIn, isTrue, keyIn, textIn, timeIn } from './rows'
import type { Row } from './rows'
import { rowsIn } from './tables'
import type { Tables } from './tables'

/** The groups of an archive: named ones, those that follow from roles, and nameless values of permissions. */
export interface Groups {
  records: GroupRecord[]
  /** The group with an id as a permission names it. */
  reference(id: unknown): GroupReference | undefined
}

/** Groups that follow from roles, by the numbers of policies of older archives. */
const byPolicy: Readonly<Record<number, string>> = {
  1: 'role:members',
  2: 'role:administrators',
  3: 'role:fullmembers',
  4: 'role:moderators',
  5: 'role:everyone',
  6: 'role:nobody',
  7: 'role:owners',
}

export function groupOfPolicy(policy: unknown): string | undefined {
  return typeof policy === 'number' ? byPolicy[policy] : undefined
}

export function readGroups(tables: Tables, permissionNames: readonly string[]): Groups {
  const named = rowsIn(tables, 'zerver_namedusergroup')
  // Before 9 there is one table for all.
  const rows =
    named.length > 0 ? named : rowsIn(tables, 'zerver_usergroup').filter(({ name }) => name)
  const idOf = (row: Row) => (named.length > 0 ? idIn(row, 'usergroup_ptr') : idIn(row, 'id'))
  const members = gather(rowsIn(tables, 'zerver_usergroupmembership'), 'user_group', 'user_profile')
  const nested = gather(rowsIn(tables, 'zerver_groupgroupmembership'), 'supergroup', 'subgroup')
  const system = new Map<string, string>()
  const own = new Set<string>()
  for (const row of rows) {
    const key = String(idOf(row))
    const name = textIn(row, 'name').replace(/^@/, '')
    if (isTrue(row, 'is_system_group') || name.startsWith('role:')) system.set(key, name)
    else own.add(key)
  }
  const keyOf = (key: string) => system.get(key) ?? key
  const reference = (id: unknown): GroupReference | undefined => {
    if (typeof id !== 'number') return undefined
    const key = String(id)
    if (system.has(key) || own.has(key)) return keyOf(key)
    const isNameless = members.has(key) || nested.has(key)
    if (!isNameless && !rowsIn(tables, 'zerver_usergroup').some((row) => row['id'] === id))
      return undefined
    return { memberKeys: members.get(key) ?? [], subgroupKeys: (nested.get(key) ?? []).map(keyOf) }
  }
  const records = rows.flatMap((row): GroupRecord[] => {
    const key = String(idOf(row))
    if (!own.has(key)) return []
    return [
      {
        kind: 'group',
        key,
        name: textIn(row, 'name'),
        description: textIn(row, 'description'),
        memberKeys: members.get(key) ?? [],
        subgroupKeys: (nested.get(key) ?? []).map(keyOf).filter((each) => own.has(each)),
        ...optional('creatorKey', keyIn(row, 'creator')),
        ...optional('createdAt', timeIn(row, 'date_created')),
        isDeactivated: isTrue(row, 'deactivated'),
        permissions: permissionsIn(row, permissionNames, reference),
      },
    ]
  })
  return { records, reference }
}

/** The permissions of a row that name groups. */
export function permissionsIn(
  row: Row,
  names: readonly string[],
  reference: Groups['reference'],
): Record<string, GroupReference> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = reference(idIn(row, name))
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** A member of an object that is absent without a value. */
export function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): Partial<Record<Name, Value>> {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, Value>)
}

function gather(rows: readonly Row[], of: string, what: string): Map<string, string[]> {
  const gathered = new Map<string, string[]>()
  for (const row of rows) {
    const [key, value] = [keyIn(row, of), keyIn(row, what)]
    if (key === undefined || value === undefined) continue
    const known = gathered.get(key)
    if (known) known.push(value)
    else gathered.set(key, [value])
  }
  return gathered
}
