import {
  insertGroupMembers,
  insertSubgroups,
  insertUserGroup,
  updateUserGroup,
} from '../../../data/groups/groups'
import { mapGroupsNamed } from '../../../data/import/people'
import type { Tx } from '../../../data/engine/database'
import { firstCharacters } from '../../../../shared/rules/characters'
import { sizeLimits } from '../../../chat/rules/limits'
import { groupPermissions } from '../../../chat/rules/permissions/groups'
import { claim, freshAmong, idsOf, inBatch, keyOf } from '../job/job'
import type { ImportJob } from '../job/job'
import { KeySet } from '../job/key-set'
import type { GroupRecord } from '../records'
import { foldCase } from '../../../../shared/rules/letter-case'
import { permissionReader } from './groups-of'
import { idsOfPeople } from './unknown-people'

/** A group, and the existing one with its name that it is mapped to. */
interface PlannedGroup {
  record: GroupRecord
  name: string
  presentId: number | undefined
}

/** Writes user groups with their members. A group whose name is taken here is mapped to the existing one. */
export async function writeGroups(
  job: ImportJob,
  records: readonly GroupRecord[],
): Promise<number> {
  const fresh = await freshAmong(job, records)
  const members = await idsOfPeople(
    job,
    fresh.flatMap(({ memberKeys, creatorKey }) => [...memberKeys, creatorKey]),
  )
  const planned = await planGroups(job, fresh)
  const added = planned.filter(({ presentId }) => presentId === undefined).length
  const { trial } = job
  if (trial) {
    for (const { record, presentId } of planned) {
      const keys = [{ key: keyOf(record.key), id: presentId ?? trial.newId() }]
      trial.claim('group', keys)
      if (presentId !== undefined) trial.claim('nesting', keys)
    }
    return added
  }
  return inBatchIfAny(job, planned, async (tx) => {
    // Two groups of one name become one.
    const made = new Map<string, number>()
    for (const { record, name, presentId } of planned) {
      const sameId = presentId === undefined || presentId > 0 ? presentId : made.get(foldCase(name))
      const key = keyOf(record.key)
      if (sameId !== undefined) {
        await claim(job, tx, 'group', [{ key, id: sameId }])
        await claim(job, tx, 'nesting', [{ key, id: sameId }])
        continue
      }
      const id = await insertGroup(job, tx, { record, name, members })
      if (id === undefined) continue
      made.set(foldCase(name), id)
      await claim(job, tx, 'group', [{ key, id }])
    }
    return added
  })
}

/** Id in the plan of a group that comes earlier in it. */
const earlier = -1

async function planGroups(
  job: ImportJob,
  records: readonly GroupRecord[],
): Promise<PlannedGroup[]> {
  const named = records.map((record) => ({
    record,
    name: firstCharacters(record.name.trim(), sizeLimits.userGroupNameCharacters) || 'group',
  }))
  const present = await mapGroupsNamed(
    job.ctx.db.query,
    job.realm.id,
    named.map(({ name }) => name),
  )
  const seen = job.trial?.setOf('name of a group') ?? new KeySet()
  return named.map(({ record, name }) => {
    const folded = foldCase(name)
    const isFirst = seen.add(folded)
    const presentId = present.get(folded) ?? (isFirst ? undefined : earlier)
    if (presentId !== undefined)
      job.report.remark({ reason: 'Group whose name is taken here', file: record.name })
    return { record, name, presentId }
  })
}

async function insertGroup(
  job: ImportJob,
  tx: Tx,
  {
    record,
    name,
    members,
  }: {
    record: GroupRecord
    name: string
    members: ReadonlyMap<string, number>
  },
): Promise<number | undefined> {
  const description = record.description ?? ''
  const group = await insertUserGroup(tx, {
    realm_id: job.realm.id,
    name,
    description: firstCharacters(description, sizeLimits.userGroupDescriptionCharacters),
    creator_id: members.get(keyOf(record.creatorKey ?? '')) ?? null,
    created_at: record.createdAt ?? tx.now,
    permissions: {},
  })
  if (!group) return undefined
  const userIds = record.memberKeys.flatMap((key) => members.get(keyOf(key)) ?? [])
  await insertGroupMembers(tx, job.realm.id, group.id, userIds)
  if (record.isDeactivated)
    await updateUserGroup(tx, job.realm.id, group.id, { deactivated_at: tx.now })
  return group.id
}

/** Writes references to other groups: subgroups and permissions. */
export async function nestGroups(job: ImportJob, records: readonly GroupRecord[]): Promise<void> {
  const known = await idsOf(
    job,
    'nesting',
    records.map(({ key }) => key),
  )
  const fresh = records.filter(({ key }) => !known.has(keyOf(key)))
  const groups = await idsOf(
    job,
    'group',
    fresh.flatMap(({ key, subgroupKeys = [] }) => [key, ...subgroupKeys]),
  )
  const read = await permissionReader(
    job,
    fresh.map(({ permissions }) => permissions),
  )
  const allowed = fresh.map(({ permissions }) => read(permissions, groupPermissions))
  if (job.trial) {
    job.trial.claim(
      'nesting',
      fresh.map(({ key }) => ({ key: keyOf(key) })),
    )
    return
  }
  await inBatchIfAny(job, fresh, async (tx) => {
    for (const [index, { key, subgroupKeys = [] }] of fresh.entries()) {
      const id = groups.get(keyOf(key))
      if (id === undefined) continue
      const nested = subgroupKeys.flatMap((each) => groups.get(keyOf(each)) ?? [])
      await insertSubgroups(
        tx,
        job.realm.id,
        id,
        nested.filter((each) => each !== id),
      )
      const values = allowed[index] ?? {}
      if (Object.keys(values).length > 0) {
        await updateUserGroup(tx, job.realm.id, id, { permissions: values })
      }
      await claim(job, tx, 'nesting', [{ key: keyOf(key), id }])
    }
    return 0
  })
}

type Work = Parameters<typeof inBatch<number>>[1]

async function inBatchIfAny(job: ImportJob, rows: readonly unknown[], work: Work): Promise<number> {
  return rows.length === 0 ? 0 : inBatch(job, work)
}
