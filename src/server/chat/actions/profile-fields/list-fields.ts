import type { Queryable } from '../../../data/engine/database'
import { listProfileFieldRows } from '../../../data/realms/profile-fields'
import { presentProfileField } from '../../../wire/profile-fields'
import type { ProfileFieldRecord } from '../../../../shared/profile-fields'

/** The profile fields of a realm, in their order. */
export async function listProfileFields(
  db: Queryable,
  realmId: number,
): Promise<ProfileFieldRecord[]> {
  return (await listProfileFieldRows(db, realmId)).map(presentProfileField)
}
