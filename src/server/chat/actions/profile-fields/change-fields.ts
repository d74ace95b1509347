import type { AppContext } from '../../../context'
import { orderRows } from '../../../data/engine/order-rows'
import type { Tx } from '../../../data/engine/database'
import {
  deleteProfileFieldRow,
  deleteProfileValues,
  insertProfileFieldRow,
  listProfileFieldRows,
  updateProfileFieldRow,
} from '../../../data/realms/profile-fields'
import type { ProfileFieldRow } from '../../../data/schema'
import { lockAccounts } from '../../../data/users/update-users'
import { publish } from '../../../events/publish'
import type { Publication } from '../../../events/publish'
import { presentProfileField, profileFieldsChanged } from '../../../wire/profile-fields'
import { profileValueChanged } from '../../../wire/user-events'
import { differences, recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { requireAdministrator } from '../../rules/permissions/roles'
import { forEverybody } from '../../notify/publications'
import { forUsersWhoCanSee } from '../../notify/users/user-events'
import { checkFieldData, choicesOf, knownAccountOf } from '../../rules/profile-fields/field-data'
import { FieldNotFoundError } from '../../rules/profile-fields/errors'
import { fieldTypes, fitsMatching, fitsSummary } from '../../rules/profile-fields/types'
import { visibly } from '../../../lib/characters'

/*
 * Administration of a realm's profile fields. Source: docs/protocol/accounts.md#profile-fields.
 */

type Context = Pick<AppContext, 'db'>

/** Values for a field; undefined keeps the current value, or the default of a new field. */
export interface FieldInput {
  name?: string | undefined
  hint?: string | undefined
  /** Only for choice lists and external accounts. */
  fieldData?: unknown
  isInSummary?: boolean | undefined
  isRequired?: boolean | undefined
  isEditableByUser?: boolean | undefined
  isForMatching?: boolean | undefined
}

/**
 * Appends a field and answers its id; administrators only.
 *
 * @throws AdministratorRequiredError
 * @throws BadRequestError for an invalid or duplicate field
 */
export async function addProfileField(
  ctx: Context,
  requester: Requester,
  type: number,
  wanted: FieldInput,
): Promise<number> {
  return changeFields(ctx, requester, async (tx, fields) => {
    if (!isFieldType(type)) throw new BadRequestError('Invalid field type.')
    if (fields.length >= sizeLimits.profileFields) {
      throw new BadRequestError(`Too many profile fields (limit: ${sizeLimits.profileFields})`)
    }
    const field_data = checkFieldData(type, wanted.fieldData ?? {})
    const known = knownAccountOf({ field_type: type, field_data })
    const columns = checkField(fields, {
      field_type: type,
      field_data,
      name: known?.name ?? wanted.name ?? '',
      hint: known?.hint ?? wanted.hint ?? '',
      display_in_profile_summary: wanted.isInSummary ?? false,
      required: wanted.isRequired ?? false,
      editable_by_user: wanted.isEditableByUser ?? true,
      use_for_user_matching: wanted.isForMatching ?? false,
    })
    const position = 1 + Math.max(0, ...fields.map((field) => field.position))
    const row = { realm_id: requester.realm_id, position, ...columns }
    const id = await insertProfileFieldRow(tx, row)
    if (id === undefined) throw fieldExists()
    return { answer: id }
  })
}

/**
 * Changes a field, but not its type; administrators only. Removing a choice from a list clears the
 * values of the users who had selected it.
 *
 * @throws AdministratorRequiredError, FieldNotFoundError
 * @throws BadRequestError for invalid values
 */
export async function changeProfileField(
  ctx: Context,
  requester: Requester,
  id: number,
  wanted: FieldInput,
): Promise<void> {
  await changeFields(ctx, requester, async (tx, fields) => {
    const before = getField(fields, id)
    const { field_type } = before
    refuseChangeOfKnown(before, wanted)
    const field_data =
      wanted.fieldData === undefined
        ? before.field_data
        : checkFieldData(field_type, wanted.fieldData)
    const others = fields.filter((field) => field !== before)
    const columns = checkField(others, {
      field_type,
      field_data,
      name: wanted.name ?? before.name,
      hint: wanted.hint ?? before.hint,
      display_in_profile_summary: wanted.isInSummary ?? before.display_in_profile_summary,
      required: wanted.isRequired ?? before.required,
      editable_by_user: wanted.isEditableByUser ?? before.editable_by_user,
      use_for_user_matching: wanted.isForMatching ?? before.use_for_user_matching,
    })
    await updateProfileFieldRow(tx, requester.realm_id, id, columns)
    return { answer: undefined, further: await dropLostChoices(tx, before, field_data) }
  })
}

/** Removes a field and its values in all profiles. @throws AdministratorRequiredError, FieldNotFoundError */
export async function removeProfileField(
  ctx: Context,
  requester: Requester,
  id: number,
): Promise<void> {
  await changeFields(ctx, requester, async (tx, fields) => {
    getField(fields, id)
    await deleteProfileFieldRow(tx, requester.realm_id, id)
    // No events for the values: clients drop them when the field leaves the list.
    await deleteProfileValues(tx, requester.realm_id, id)
    return { answer: undefined }
  })
}

/**
 * Reorders the fields.
 * @param ids ids of all fields, in the new order
 * @throws AdministratorRequiredError; BadRequestError if an id is missing or unknown
 */
export async function reorderProfileFields(
  ctx: Context,
  requester: Requester,
  ids: readonly number[],
): Promise<void> {
  await changeFields(ctx, requester, async (tx, fields) => {
    const wanted = new Set(ids)
    if (wanted.size !== fields.length || !fields.every(({ id }) => wanted.has(id)))
      throw new BadRequestError('Invalid order mapping.')
    await orderRows(tx, 'profile_fields', requester.realm_id, [...wanted])
    return { answer: undefined }
  })
}

/** Runs `change` in a transaction; if the fields differ afterwards, publishes the whole new list. */
async function changeFields<Answer>(
  ctx: Context,
  requester: Requester,
  change: (
    tx: Tx,
    fields: readonly ProfileFieldRow[],
  ) => Promise<{ answer: Answer; further?: Publication[] }>,
): Promise<Answer> {
  requireAdministrator(requester)
  const { realm_id: realmId } = requester
  return ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const before = await listProfileFieldRows(tx, realmId)
    const { answer, further = [] } = await change(tx, before)
    const after = await listProfileFieldRows(tx, realmId)
    const changed = differences(byId(before), byId(after))
    if (!changed) return answer
    await recordActs(tx, realmId, [{ act: 'profile_fields_changed', ...changed }])
    await publish(tx, realmId, [forEverybody(profileFieldsChanged(after)), ...further])
    return answer
  })
}

function byId(fields: readonly ProfileFieldRow[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.id, presentProfileField(field)]))
}

type FieldColumns = Omit<ProfileFieldRow, 'realm_id' | 'id' | 'position'>

/** Checks a field against the other fields. @throws BadRequestError */
function checkField(others: readonly ProfileFieldRow[], field: FieldColumns): FieldColumns {
  const name = visibly(field.name)
  if (name === '') throw new BadRequestError('Label cannot be blank.')
  if (others.some((other) => other.name === name && other.field_type === field.field_type)) {
    throw fieldExists()
  }
  const known = knownAccountOf(field)
  if (known && others.some((other) => knownAccountOf(other)?.subtype === known.subtype)) {
    throw fieldExists()
  }
  if (field.use_for_user_matching && !fitsMatching(field.field_type)) {
    throw new BadRequestError('Field type not supported for user matching.')
  }
  if (field.display_in_profile_summary) checkSummary(others, field.field_type)
  return { ...field, name, hint: visibly(field.hint) }
}

function checkSummary(others: readonly ProfileFieldRow[], type: number): void {
  if (!fitsSummary(type)) {
    throw new BadRequestError('Field type not supported for display in profile summary.')
  }
  if (others.filter((other) => other.display_in_profile_summary).length >= 2) {
    throw new BadRequestError(
      'Only 2 custom profile fields can be displayed in the profile summary.',
    )
  }
}

/** The predefined external accounts cannot be edited. @throws BadRequestError */
function refuseChangeOfKnown(field: ProfileFieldRow, wanted: FieldInput): void {
  const known = knownAccountOf(field)
  if (!known) return
  const isOther =
    (wanted.name !== undefined && wanted.name.trim() !== field.name) ||
    (wanted.hint !== undefined && wanted.hint.trim() !== field.hint) ||
    (wanted.fieldData !== undefined &&
      checkFieldData(field.field_type, wanted.fieldData) !== field.field_data)
  if (isOther) throw new BadRequestError('Default custom field cannot be updated.')
}

async function dropLostChoices(
  tx: Tx,
  before: ProfileFieldRow,
  fieldData: string,
): Promise<Publication[]> {
  if (before.field_type !== fieldTypes.choice || before.field_data === fieldData) return []
  const kept = choicesOf({ field_data: fieldData })
  const lost = Object.keys(choicesOf(before)).filter((key) => !Object.hasOwn(kept, key))
  if (lost.length === 0) return []
  const users = await deleteProfileValues(tx, before.realm_id, before.id, lost)
  return users.map((user) => forUsersWhoCanSee(user, profileValueChanged(user, before.id, null)))
}

function getField(fields: readonly ProfileFieldRow[], id: number): ProfileFieldRow {
  const field = fields.find((candidate) => candidate.id === id)
  if (!field) throw new FieldNotFoundError(id)
  return field
}

function isFieldType(type: number): boolean {
  return Object.values(fieldTypes).some((known) => known === type)
}

function fieldExists(): BadRequestError {
  return new BadRequestError('A field with that label already exists.')
}
