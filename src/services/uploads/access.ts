import type { Queryable } from '../../db/database'
import type { UploadRow } from '../../db/schema'
import { listReadableUploads } from '../../db/uploads'
import type { Requester } from '../authentication'
import { FileNotFoundError } from './errors'

/** How an address names an upload; what follows in it is only for people to read. */
export interface UploadReference {
  realmId: number
  key: string
}

/**
 * An upload that the requester may read.
 * @throws FileNotFoundError
 */
export async function accessUpload(
  db: Queryable,
  requester: Requester,
  { realmId, key }: UploadReference,
): Promise<UploadRow> {
  if (realmId !== requester.realm_id) throw new FileNotFoundError()
  const [upload] = await listReadableUploads(db, requester, [key])
  if (!upload) throw new FileNotFoundError()
  return upload
}
