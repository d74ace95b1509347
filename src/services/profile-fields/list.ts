import type { Queryable } from '../../db/engine/database'
import { listProfileFieldRows } from '../../db/realms/profile-fields'
import { presentProfileField } from '../../wire/profile-fields'
import type { ProfileFieldRecord } from '../../wire/profile-fields'

/** The profile fields of a realm, in their order. */
export async function listProfileFields(
  db: Queryable,
  realmId: number,
): Promise<ProfileFieldRecord[]> {
  return (await listProfileFieldRows(db, realmId)).map(presentProfileField)
}
