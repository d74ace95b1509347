import type { ProfileFieldRow } from '../../../data/schema'
import { insertProfileFieldRow, listProfileFieldRows } from '../../../data/realms/profile-fields'
import { addProfileValues } from '../../../data/import/people'
import { firstCharacters } from '../../../../shared/rules/characters'
import { checkText } from '../../../chat/actions/profile-fields/values'
import { sizeLimits } from '../../../chat/rules/limits'
import { BadRequestError } from '../../../chat/rules/errors'
import { checkFieldData } from '../../../chat/rules/profile-fields/field-data'
import { fieldTypes, isRendered } from '../../../chat/rules/profile-fields/types'
import { accepted } from '../job/accepted'
import { claim, freshAmong, idsOf, inBatch, keyOf, recordKeyOf } from '../job/job'
import type { ImportJob } from '../job/job'
import type { ProfileFieldRecord, ProfileValueRecord } from '../records'
import { renderTexts } from '../job/texts'
import { remarkUnknown } from './remark-unknown'

/** Writes profile fields. A field with the name and type of an existing one is mapped to it. */
export async function writeProfileFields(
  job: ImportJob,
  records: readonly ProfileFieldRecord[],
): Promise<number> {
  const fresh = await freshAmong(job, records)
  const checked: { record: ProfileFieldRecord; field_data: string }[] = []
  for (const record of fresh) {
    const field_data = await accepted(job, ['Profile field', record.name], () => dataOf(record))
    if (field_data !== undefined) checked.push({ record, field_data })
  }
  if (checked.length === 0) return 0
  const present = await listFields(job)
  const rows = planFields(job, checked, present)
  const added = rows.filter(({ sameId }) => sameId === undefined)
  const { trial } = job
  if (trial) {
    for (const { key, sameId, field } of rows) {
      const id = sameId ?? trial.newId()
      trial.claim('profile-field', [{ key, id }])
      if (sameId === undefined) trial.fields.push({ ...field, id })
    }
    return added.length
  }
  return inBatch(job, async (tx) => {
    for (const { key, sameId, field } of rows) {
      const id = sameId ?? (await insertProfileFieldRow(tx, field))
      if (id !== undefined) await claim(job, tx, 'profile-field', [{ key, id }])
    }
    return added.length
  })
}

/** The fields of the organization, with those that a dry run would have added. */
async function listFields(job: ImportJob): Promise<ProfileFieldRow[]> {
  const rows = await listProfileFieldRows(job.ctx.db.query, job.realm.id)
  return [...rows, ...(job.trial?.fields ?? [])]
}

interface PlannedField {
  key: string
  /** Id of the existing field that it is mapped to. */
  sameId: number | undefined
  field: Omit<ProfileFieldRow, 'id'>
}

function planFields(
  job: ImportJob,
  checked: readonly { record: ProfileFieldRecord; field_data: string }[],
  present: readonly ProfileFieldRow[],
): PlannedField[] {
  let position = present.length
  return checked.flatMap(({ record, field_data }): PlannedField[] => {
    const { fieldType: field_type } = record
    const name = firstCharacters(record.name.trim(), 40)
    const same = present.find((field) => field.name === name && field.field_type === field_type)
    if (!same && position >= sizeLimits.profileFields) {
      job.report.remark({ reason: 'Profile field beyond the limit', file: record.name })
      return []
    }
    if (!same) position += 1
    const field = {
      ...{ realm_id: job.realm.id, name, field_type, field_data, position },
      hint: firstCharacters(record.hint ?? '', 80),
      display_in_profile_summary: record.isInSummary ?? false,
      required: record.isRequired ?? false,
      editable_by_user: record.isEditable ?? true,
      use_for_user_matching: record.isForMatching ?? false,
    }
    return [{ key: keyOf(record.key), sameId: same?.id, field }]
  })
}

/** @throws BadRequestError for a field that cannot be here */
function dataOf({ name, fieldType, fieldData = '' }: ProfileFieldRecord): string {
  if (!(Object.values(fieldTypes) as number[]).includes(fieldType)) {
    throw new BadRequestError('Its type is unknown.')
  }
  if (name.trim() === '') throw new BadRequestError('It has no name.')
  const needsData = fieldType === fieldTypes.choice || fieldType === fieldTypes.externalAccount
  return needsData ? checkFieldData(fieldType, parse(fieldData)) : ''
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type CheckedValue = { key: string; user_id: number; field: ProfileFieldRow; value: string }

/** Writes values of profile fields, rendered where they are Markdown. */
export async function writeProfileValues(
  job: ImportJob,
  records: readonly ProfileValueRecord[],
): Promise<number> {
  const values = await checkedValues(job, records)
  if (values.length === 0) return 0
  const rendered = await renderTexts(
    job,
    values.map(({ field, value }) => (isRendered(field.field_type) ? value : '')),
  )
  if (job.trial) return job.trial.claim('profile-value', values).size
  return inBatch(job, async (tx) => {
    const keys = values.map(({ key, user_id }) => ({ key, id: user_id }))
    const isNew = await claim(job, tx, 'profile-value', keys)
    // One statement changes a user once, so values of one user are joined.
    const byUser = new Map<number, Record<string, unknown>>()
    values.forEach(({ key, user_id, field, value }, index) => {
      if (!isNew.has(key)) return
      const html = { rendered_value: rendered[index]?.rendered.html ?? '' }
      const stored = { value, ...(isRendered(field.field_type) ? html : {}) }
      byUser.set(user_id, { ...byUser.get(user_id), [String(field.id)]: stored })
    })
    const rows = [...byUser].map(([user_id, data]) => ({ user_id, data: JSON.stringify(data) }))
    await addProfileValues(tx, job.realm.id, rows)
    return isNew.size
  })
}

/** The values of known users and fields that pass the checks of the API. */
async function checkedValues(
  job: ImportJob,
  records: readonly ProfileValueRecord[],
): Promise<CheckedValue[]> {
  const fresh = await freshAmong(job, records)
  const users = await idsOf(
    job,
    'user',
    fresh.flatMap(({ userKey, userKeys = [] }) => [userKey, ...userKeys]),
  )
  const namedKeys = fresh.flatMap(({ userKeys = [] }) => userKeys)
  remarkUnknown(job, 'Profile value', namedKeys, users)
  const fieldKeys = fresh.map(({ fieldKey }) => fieldKey)
  const fieldIds = await idsOf(job, 'profile-field', fieldKeys)
  const rows = await listFields(job)
  const fields = new Map(rows.map((field) => [field.id, field]))
  const checked: CheckedValue[] = []
  for (const record of fresh) {
    const { fieldKey, userKey, userKeys, value } = record
    const key = recordKeyOf(record)
    const user_id = users.get(keyOf(userKey))
    const field = fields.get(fieldIds.get(keyOf(fieldKey)) ?? 0)
    if (user_id === undefined || !field) {
      job.report.remark({ reason: 'Profile value of an unknown user or field', file: key })
      continue
    }
    const named = userKeys?.flatMap((each) => users.get(keyOf(each)) ?? [])
    const isOfPeople = field.field_type === fieldTypes.people
    const passed = await accepted(job, ['Profile value', key], () =>
      isOfPeople ? JSON.stringify(named ?? []) : checkText(field, value),
    )
    const isEmpty = passed === '' || passed === '[]'
    if (passed !== undefined && !isEmpty) checked.push({ key, user_id, field, value: passed })
  }
  return checked
}
