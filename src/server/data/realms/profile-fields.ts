import { sql } from 'kysely'
import type { Insertable, Updateable } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { rememberAccountChange } from '../engine/transaction-effects'
import type { ProfileFieldRow, ProfileFieldsTable, UserRow } from '../schema'

/* Profile fields, and deletion of the values of removed fields. */

/** The fields of a realm, in their order. */
export async function listProfileFieldRows(
  db: Queryable,
  realmId: number,
): Promise<ProfileFieldRow[]> {
  return db
    .selectFrom('profile_fields')
    .select(['realm_id', 'id', 'name', 'hint', 'field_type', 'field_data', 'position'])
    .select(['display_in_profile_summary', 'required', 'editable_by_user', 'use_for_user_matching'])
    .where('realm_id', '=', realmId)
    .orderBy('position')
    .orderBy('id')
    .execute()
}

/** Adds a field and returns its id; undefined if one with the name and type exists. */
export async function insertProfileFieldRow(
  tx: Tx,
  field: Insertable<ProfileFieldsTable>,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('profile_fields')
    .values(field)
    .onConflict((conflict) => conflict.columns(['realm_id', 'name', 'field_type']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function updateProfileFieldRow(
  tx: Tx,
  realmId: number,
  id: number,
  changes: Updateable<ProfileFieldsTable>,
): Promise<void> {
  await tx
    .updateTable('profile_fields')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}

export async function deleteProfileFieldRow(tx: Tx, realmId: number, id: number): Promise<void> {
  await tx
    .deleteFrom('profile_fields')
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}

/**
 * Deletes the values of a profile field.
 * @param values only these values; absent: all
 * @returns the users whose values were deleted
 */
export async function deleteProfileValues(
  tx: Tx,
  realmId: number,
  fieldId: number,
  values?: readonly string[],
): Promise<Pick<UserRow, 'id'>[]> {
  const key = String(fieldId)
  const { rows } = await sql<Pick<UserRow, 'id'>>`
    update users set profile_data = profile_data - ${key}::text
    where realm_id = ${realmId} and profile_data ? ${key}::text
      and (${values === undefined} or
        profile_data -> ${key}::text ->> 'value' = any(${[...(values ?? [])]}::text[]))
    returning id`.execute(tx)
  if (rows.length > 0) {
    rememberAccountChange(tx, { realmId, userIds: rows.map(({ id }) => id) })
  }
  return rows
}
