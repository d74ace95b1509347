import {
  insertGroupMembers,
  insertSubgroups,
  insertUserGroup,
  updateUserGroup,
} from '../../../../data/groups/groups'
import { findGroupNamed } from '../../../../data/import/people'
import { firstCharacters } from '../../../../../shared/rules/characters'
import { sizeLimits } from '../../../rules/limits'
import { groupPermissions } from '../../../rules/permissions/groups'
import { claim, freshAmong, idsOf, inBatch, keyOf } from '../job/job'
import type { ImportJob } from '../job/job'
import type { GroupRecord } from '../records'
import { permissionReader } from './groups-of'

/** Writes user groups with their members. A group whose name is taken here is mapped to the existing one. */
export async function writeGroups(
  job: ImportJob,
  records: readonly GroupRecord[],
): Promise<number> {
  const fresh = await freshAmong(job, records)
  const members = await idsOf(
    job,
    'user',
    fresh.flatMap(({ memberKeys, creatorKey }) => [...memberKeys, creatorKey]),
  )
  return inBatchIfAny(job, fresh, async (tx) => {
    let written = 0
    for (const record of fresh) {
      const creator =
        record.creatorKey === undefined ? undefined : members.get(keyOf(record.creatorKey))
      const name =
        firstCharacters(record.name.trim(), sizeLimits.userGroupNameCharacters) || 'group'
      const group = await insertUserGroup(tx, {
        realm_id: job.realm.id,
        name,
        description: firstCharacters(
          record.description ?? '',
          sizeLimits.userGroupDescriptionCharacters,
        ),
        creator_id: creator ?? null,
        created_at: record.createdAt ?? tx.now,
        permissions: {},
      })
      if (!group) {
        const present = await findGroupNamed(tx, job.realm.id, name)
        job.report.remark({ reason: 'Group whose name is taken here', file: record.name })
        if (present === undefined) continue
        await claim(job, tx, 'group', [{ key: keyOf(record.key), id: present }])
        await claim(job, tx, 'nesting', [{ key: keyOf(record.key), id: present }])
        continue
      }
      const userIds = record.memberKeys.flatMap((key) => members.get(keyOf(key)) ?? [])
      await insertGroupMembers(tx, job.realm.id, group.id, userIds)
      if (record.isDeactivated)
        await updateUserGroup(tx, job.realm.id, group.id, { deactivated_at: tx.now })
      await claim(job, tx, 'group', [{ key: keyOf(record.key), id: group.id }])
      written += 1
    }
    return written
  })
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
  await inBatchIfAny(job, fresh, async (tx) => {
    for (const { key, subgroupKeys = [], permissions } of fresh) {
      const id = groups.get(keyOf(key))
      if (id === undefined) continue
      const nested = subgroupKeys.flatMap((each) => groups.get(keyOf(each)) ?? [])
      await insertSubgroups(
        tx,
        job.realm.id,
        id,
        nested.filter((each) => each !== id),
      )
      const values = read(permissions, groupPermissions)
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
