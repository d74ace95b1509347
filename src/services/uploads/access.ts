import { fixedError } from '../../wire/api-error'
import type { Queryable } from '../../db/engine/database'
import type { UploadRow } from '../../db/schema'
import { listReadableUploads } from '../../db/uploads/uploads'
import type { Requester } from '../authentication'

/** Alike for files that do not exist and for those of others. Source: client notes 9.5. */
export class FileNotFoundError extends fixedError({
  status: 404,
  code: 'BAD_REQUEST',
  description: 'There is no such file, or none that the requester may read.',
  example: 'File not found',
}) {}

export class InvalidAttachmentError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The requester has uploaded no such file.',
  example: 'Invalid attachment',
}) {}

/** Source: protocol notes 1.3. */
export class BadImageError extends fixedError({
  code: 'BAD_IMAGE',
  description: 'The file is no picture that the server can read.',
  example: 'Could not decode image; did you upload an image file?',
}) {}

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
