import { checkValue } from '../../chat/actions/profile-fields/values'
import type { CheckedValue } from '../../chat/actions/profile-fields/values'
import { BadRequestError } from '../../chat/rules/errors'
import { choicesOf } from '../../chat/rules/profile-fields/field-data'
import { fieldTypes } from '../../chat/rules/profile-fields/types'
import type { Tx } from '../../data/engine/database'
import { listProfileFieldRows } from '../../data/realms/profile-fields'
import type { ProfileFieldRow } from '../../data/schema'
import type { Claimant, Comparison } from './claimant'

/** A value that a profile field gets, and the name of the field. */
export interface PlannedField extends CheckedValue {
  name: string
}

/** The values of profile fields that rules change, and the fields that they fill from now on. */
export async function planFields(
  tx: Tx,
  { realmId, user }: Pick<Claimant, 'realmId' | 'user'>,
  { before, wanted, ignored }: Comparison,
): Promise<{ fields: PlannedField[]; fieldIds: number[] }> {
  const given = new Set(before?.fieldIds)
  if (wanted.fields.size + given.size === 0) return { fields: [], fieldIds: [] }
  const rows = await listProfileFieldRows(tx, realmId)
  const fields: PlannedField[] = []
  const fieldIds: number[] = []
  for (const row of rows) {
    const text = wanted.fields.get(row.id) ?? null
    const value = text === null ? null : await valueFor(tx, row, text, ignored)
    if (value !== null) fieldIds.push(row.id)
    // A value that no rule gave belongs to its person.
    else if (!given.has(row.id)) continue
    const present = user?.profile_data[String(row.id)]?.value ?? null
    if (value !== present) fields.push({ id: row.id, type: row.field_type, name: row.name, value })
  }
  return { fields, fieldIds }
}

async function valueFor(
  tx: Tx,
  row: ProfileFieldRow,
  text: string,
  ignored: string[],
): Promise<string | null> {
  try {
    return await checkValue(
      tx,
      row,
      row.field_type === fieldTypes.choice ? choice(row, text) : text,
    )
  } catch (error) {
    if (!(error instanceof BadRequestError)) throw error
    ignored.push(`${row.name}: ${error.message}`)
    return null
  }
}

/** The key of a choice that is named by its key or its text. */
function choice(row: ProfileFieldRow, text: string): string {
  const found = Object.entries(choicesOf(row)).find(([, shown]) => shown.text === text)
  return found?.[0] ?? text
}
