import {
  insertGroupMembers,
  insertSubgroups,
  insertUserGroup,
  updateUserGroup,
} from '../../../../data/groups/groups'
import { insertProfileFieldRow, listProfileFieldRows } from '../../../../data/realms/profile-fields'
import { addProfileValues, findGroupNamed } from '../../../../data/import/people'
import { firstCharacters } from '../../../../../shared/rules/characters'
import { sizeLimits } from '../../../rules/limits'
import { groupPermissions } from '../../../rules/permissions/groups'
import { fieldTypes, isRendered } from '../../../rules/profile-fields/types'
import { claim, freshAmong, idsOf, inBatch, keyOf } from '../job'
import type { ImportJob } from '../job'
import type { GroupRecord, ProfileFieldRecord, ProfileValueRecord } from '../records'
import { renderTexts } from '../texts'
import { permissionReader } from './groups-of'

/** Writes user groups with their members. One whose name is taken here stands for the one that is here. */
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

/** Writes what names other groups: groups inside groups, and permissions. */
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

/** Writes profile fields. One with the same name and type stands for the one that is here. */
export async function writeProfileFields(
  job: ImportJob,
  records: readonly ProfileFieldRecord[],
): Promise<number> {
  const fresh = (await freshAmong(job, records)).filter((record) => {
    const isType = (Object.values(fieldTypes) as number[]).includes(record.fieldType)
    const isPossible = isType && record.name.trim() !== ''
    if (!isPossible)
      job.report.remark({ reason: 'Profile field of an unknown type', file: record.name })
    return isPossible
  })
  return inBatchIfAny(job, fresh, async (tx) => {
    const present = await listProfileFieldRows(tx, job.realm.id)
    let position = present.length
    let written = 0
    for (const record of fresh) {
      const name = firstCharacters(record.name.trim(), 40)
      const same = present.find(
        (field) => field.name === name && field.field_type === record.fieldType,
      )
      const id =
        same?.id ??
        (await insertProfileFieldRow(tx, {
          realm_id: job.realm.id,
          name,
          hint: firstCharacters(record.hint ?? '', 80),
          field_type: record.fieldType,
          field_data: record.fieldData ?? '',
          position: (position += 1),
          display_in_profile_summary: record.isInSummary ?? false,
          required: record.isRequired ?? false,
          editable_by_user: record.isEditable ?? true,
        }))
      if (id === undefined) continue
      if (!same) written += 1
      await claim(job, tx, 'profile-field', [{ key: keyOf(record.key), id }])
    }
    return written
  })
}

/** Writes values of profile fields, rendered where they are Markdown. */
export async function writeProfileValues(
  job: ImportJob,
  records: readonly ProfileValueRecord[],
): Promise<number> {
  const keyed = records.map((record) => ({
    ...record,
    key: keyOf(record.fieldKey, record.userKey),
  }))
  const fresh = await freshAmong(job, keyed)
  const users = await idsOf(
    job,
    'user',
    fresh.flatMap(({ userKey, userKeys = [] }) => [userKey, ...userKeys]),
  )
  const fields = await idsOf(
    job,
    'profile-field',
    fresh.map(({ fieldKey }) => fieldKey),
  )
  const types = new Map(
    (await listProfileFieldRows(job.ctx.db.query, job.realm.id)).map((field) => [
      field.id,
      field.field_type,
    ]),
  )
  const rendered = await renderTexts(
    job,
    fresh.map(({ value }) => value),
  )
  const values = fresh.flatMap((record, index) => {
    const user_id = users.get(keyOf(record.userKey))
    const field = fields.get(keyOf(record.fieldKey))
    const type = field === undefined ? undefined : types.get(field)
    if (user_id === undefined || field === undefined || type === undefined) {
      job.report.remark({ reason: 'Profile value of an unknown user or field', file: record.key })
      return []
    }
    const named = record.userKeys?.flatMap((key) => users.get(keyOf(key)) ?? [])
    const value = named ? JSON.stringify(named) : record.value
    const html = isRendered(type) ? { rendered_value: rendered[index]?.rendered.html ?? '' } : {}
    return [{ key: record.key, user_id, data: JSON.stringify({ [field]: { value, ...html } }) }]
  })
  return inBatchIfAny(job, values, async (tx) => {
    const isNew = await claim(
      job,
      tx,
      'profile-value',
      values.map(({ key, user_id }) => ({ key, id: user_id })),
    )
    // One statement changes a user once, so values of one user are joined.
    const byUser = new Map<number, Record<string, unknown>>()
    for (const { key, user_id, data } of values) {
      if (!isNew.has(key)) continue
      byUser.set(user_id, { ...byUser.get(user_id), ...(JSON.parse(data) as object) })
    }
    const rows = [...byUser].map(([user_id, data]) => ({ user_id, data: JSON.stringify(data) }))
    await addProfileValues(tx, job.realm.id, rows)
    return isNew.size
  })
}

type Work = Parameters<typeof inBatch<number>>[1]

async function inBatchIfAny(job: ImportJob, rows: readonly unknown[], work: Work): Promise<number> {
  return rows.length === 0 ? 0 : inBatch(job, work)
}
