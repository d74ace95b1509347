import type { AppContext } from '../../context'
import type { Queryable, Tx } from '../../data/engine/database'
import { isGroupNameTaken, listUserGroups } from '../../data/groups/groups'
import type { UserGroupWithMembers } from '../../data/groups/groups'
import {
  findScimGroup,
  listScimGroups,
  scimGroupColumns,
  setScimGroupId,
} from '../../data/identities/scim-groups'
import type { ScimGroupRow } from '../../data/identities/scim-groups'
import { listScimPeople } from '../../data/identities/scim-users'
import type { RealmRow } from '../../data/schema'
import { lockAccounts } from '../../data/users/update-users'
import { deleteGroup, describeGroup } from '../../chat/actions/user-groups/change-group'
import { checkUserGroupName, storeGroup } from '../../chat/actions/user-groups/create-group'
import { storeMembers } from '../../chat/actions/user-groups/members'
import { ScimError, invalidValue, noSuchResource } from './errors'
import { valuesChosenBy } from './filter'
import { isSafeId } from './ids'
import { pageOf } from './list'
import type { ScimPage, ScimQuery } from './list'
import { attributesAfter, attributesOf, isDict, operationsOf, textIn } from './patch'
import type { Operation } from './patch'
import { externalIdIn } from './wanted-user'

/*
 * The user groups that people or directories made; system groups and deactivated ones do not exist here.
 * Source: docs/protocol/scim.md#groups.
 */

type Context = Pick<AppContext, 'db'>

export async function listGroups(
  { db }: Context,
  realm: RealmRow,
  query: ScimQuery & { withMembers: boolean },
): Promise<ScimPage<ScimGroupRow>> {
  const { withMembers } = query
  return pageOf(query, scimGroupColumns, async (range) => {
    const { total, groups } = await listScimGroups(db.query, realm.id, { ...range, withMembers })
    return { total, rows: groups }
  })
}

/** @throws ScimError 404 */
export async function getGroup(
  { db }: Context,
  realm: RealmRow,
  id: string,
): Promise<ScimGroupRow> {
  return readGroup(db.query, realm.id, id)
}

async function readGroup(db: Queryable, realmId: number, id: string): Promise<ScimGroupRow> {
  const group = isSafeId(id) ? await findScimGroup(db, realmId, Number(id)) : undefined
  if (!group) throw noSuchResource(id)
  return group
}

/**
 * Makes a group without a creator.
 * @throws ScimError; BadRequestError for an invalid name
 */
export async function createGroup(
  { db }: Context,
  realm: RealmRow,
  resource: unknown,
): Promise<ScimGroupRow> {
  const attributes = attributesOf(resource)
  const name = textIn(attributes, 'displayname')
  if (!name) throw invalidValue('Must specify displayName when creating a new group')
  const externalId = externalIdIn(attributes)
  const wanted = memberIdsIn(attributes.get('members'))
  return db.transaction(async (tx) => {
    await lockAccounts(tx, realm.id)
    const checked = checkUserGroupName(name)
    await refuseTakenName(tx, realm.id, checked, 0)
    const people = await loadPeople(tx, realm.id, wanted)
    const active = people.filter(({ isActive }) => isActive).map(({ id }) => id)
    const group = await storeGroup(tx, realm.id, {
      ...{ name: checked, description: '', creatorId: null, permissions: {} },
      ...{ memberIds: active, subgroupIds: [] },
    })
    await changeMembersTo(tx, group, { current: new Set(active), people })
    if (externalId) await setScimGroupId(tx, realm.id, group.id, externalId)
    return readGroup(tx, realm.id, String(group.id))
  })
}

/** Changes of a group that a directory wants; undefined values stay. */
interface WantedGroup {
  name: string | null | undefined
  externalId: string | null | undefined
  memberIds: ReadonlySet<number> | undefined
}

/**
 * Changes a group to the attributes of a resource; those that it leaves out stay.
 * @throws ScimError; BadRequestError for an invalid name
 */
export async function replaceGroup(
  ctx: Context,
  realm: RealmRow,
  id: string,
  resource: unknown,
): Promise<ScimGroupRow> {
  const attributes = attributesOf(resource)
  const members = attributes.has('members') ? memberIdsIn(attributes.get('members')) : undefined
  return change(ctx, realm, id, () => ({
    name: textIn(attributes, 'displayname'),
    externalId: externalIdIn(attributes),
    memberIds: members && new Set(members),
  }))
}

/** {@link replaceGroup} by operations, among them those that add and remove members. */
export async function patchGroup(
  ctx: Context,
  realm: RealmRow,
  id: string,
  body: unknown,
): Promise<ScimGroupRow> {
  const operations = operationsOf(body)
  const ofMembers = operations.filter(({ path }) => path === 'members')
  const attributes = attributesAfter(operations.filter(({ path }) => path !== 'members'))
  return change(ctx, realm, id, (group) => ({
    name: textIn(attributes, 'displayname'),
    externalId: externalIdIn(attributes),
    memberIds: ofMembers.length === 0 ? undefined : membersAfter(ofMembers, idsOf(group.members)),
  }))
}

function membersAfter(operations: readonly Operation[], before: Iterable<number>): Set<number> {
  const ids = new Set(before)
  for (const { op, choice, value } of operations) {
    if (op === 'replace' && choice === undefined) ids.clear()
    const isAll = op === 'remove' && choice === undefined && (value ?? null) === null
    const named = choice === undefined ? value : valuesChosenBy(choice).map((id) => ({ value: id }))
    if (isAll) ids.clear()
    // A member to remove may be gone from the organization.
    else if (op === 'remove') for (const id of textsOf(named)) ids.delete(Number(id))
    else for (const id of memberIdsIn(named)) ids.add(id)
  }
  return ids
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

async function change(
  { db }: Context,
  realm: RealmRow,
  id: string,
  wantedOf: (group: ScimGroupRow) => WantedGroup,
): Promise<ScimGroupRow> {
  return db.transaction(async (tx) => {
    await lockAccounts(tx, realm.id)
    const shown = await readGroup(tx, realm.id, id)
    const { name, externalId, memberIds } = wantedOf(shown)
    const group = await loadGroup(tx, realm.id, shown.id)
    if (name) {
      await refuseTakenName(tx, realm.id, checkUserGroupName(name), group.id)
      await describeGroup(tx, group, { name })
    }
    if (memberIds) {
      const current = new Set(idsOf(shown.members))
      const people = await loadPeople(tx, realm.id, [...memberIds], current)
      await changeMembersTo(tx, group, { current, people })
    }
    if (externalId !== undefined) await setScimGroupId(tx, realm.id, group.id, externalId)
    return readGroup(tx, realm.id, id)
  })
}

async function loadGroup(tx: Tx, realmId: number, id: number): Promise<UserGroupWithMembers> {
  const [group] = await listUserGroups(tx, realmId, [id])
  if (!group) throw noSuchResource(String(id))
  return group
}

/**
 * Deletes a group, unless settings name it.
 * @throws ScimError 404; UserGroupInUseError
 */
export async function removeGroup({ db }: Context, realm: RealmRow, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAccounts(tx, realm.id)
    const shown = await readGroup(tx, realm.id, id)
    await deleteGroup(tx, await loadGroup(tx, realm.id, shown.id))
  })
}

/** @throws ScimError `uniqueness` (409), also for the name of a deactivated group */
async function refuseTakenName(
  tx: Tx,
  realmId: number,
  name: string,
  exceptId: number,
): Promise<void> {
  if (!(await isGroupNameTaken(tx, realmId, name, exceptId))) return
  throw new ScimError(`User group '${name}' already exists.`, {
    ...{ status: 409, scimType: 'uniqueness' },
  })
}

interface Person {
  id: number
  isActive: boolean
}

/** @throws ScimError `invalidValue` for an id that is no person's */
async function loadPeople(
  tx: Tx,
  realmId: number,
  ids: readonly number[],
  alsoLoaded: Iterable<number> = [],
): Promise<(Person & { isWanted: boolean })[]> {
  const wanted = new Set(ids)
  const rows = await listScimPeople(tx, realmId, [...new Set([...ids, ...alsoLoaded])])
  const known = new Set(idsOf(rows))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined) throw invalidValue(`There is no user ${unknown}.`)
  return rows.map(({ id, deactivated_at }) => ({
    ...{ id, isActive: deactivated_at === null, isWanted: wanted.has(id) },
  }))
}

/** @param people those that are members, and those that become members */
async function changeMembersTo(
  tx: Tx,
  group: UserGroupWithMembers,
  {
    current,
    people,
  }: { current: ReadonlySet<number>; people: readonly (Person & { isWanted: boolean })[] },
): Promise<void> {
  const joining = idsOf(people.filter(({ id, isWanted }) => isWanted && !current.has(id)))
  const leaving = idsOf(people.filter(({ id, isWanted }) => !isWanted && current.has(id)))
  if (joining.length + leaving.length === 0) return
  const inactive = new Set(idsOf(people.filter(({ isActive }) => !isActive)))
  await storeMembers(tx, group, {
    ...{ joining, leaving, inactive, subgroups: { add: [], delete: [] } },
  })
}

/** The ids of `[{"value": "7"}]`. @throws ScimError `invalidValue` */
function memberIdsIn(members: unknown): number[] {
  return textsOf(members).map((text) => {
    if (!isSafeId(text)) throw invalidValue(`There is no user ${text.slice(0, 100)}.`)
    return Number(text)
  })
}

function textsOf(members: unknown): string[] {
  if (members === undefined || members === null) return []
  const list: readonly unknown[] = Array.isArray(members) ? members : [members]
  return list.map((member) => {
    const value = isDict(member) ? member['value'] : member
    if (typeof value === 'string' || typeof value === 'number') return String(value)
    throw invalidValue('members must be a list of objects with a value.')
  })
}
