import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '../../../context'
import type { Queryable } from '../../../data/engine/database'
import type { UploadRow } from '../../../data/schema'
import { findUploadById, listReadableUploads } from '../../../data/uploads/uploads'
import { realmSecret } from '../../../data/realms/secrets'
import { fixedError } from '../../../lib/api-error'
import { temporaryUploadUrl } from '../../../wire/uploads'
import type { Requester } from '../../rules/authentication'

/**
 * Refusal of a file, the same for missing files and for files that the requester may not read.
 * Source: docs/protocol/uploads.md#readable.
 */
export class FileNotFoundError extends fixedError({
  status: 404,
  code: 'BAD_REQUEST',
  description: 'There is no such file, or none that the requester may read.',
  example: 'File not found',
}) {}

/** The part of an upload's URL that identifies it; the rest of the URL is only for people to read. */
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

type Context = Pick<AppContext, 'clock' | 'db'>

const lifespanMs = 60_000
const tokenPattern = /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/

/**
 * A URL of an upload that works without credentials, on every worker, for one minute.
 * @throws FileNotFoundError
 * Source: docs/protocol/uploads.md#temporary-url.
 */
export async function createTemporaryLink(
  ctx: Context,
  requester: Requester,
  reference: UploadReference,
): Promise<string> {
  const upload = await accessUpload(ctx.db.query, requester, reference)
  const expiresAt = ctx.clock.now().getTime() + lifespanMs
  const said = `${upload.realm_id}.${upload.id}.${expiresAt}`
  const secret = await realmSecret(ctx.db.query, upload.realm_id, 'upload_links')
  return temporaryUploadUrl(`${said}.${signatureOf(said, secret)}`, upload)
}

/** @throws FileNotFoundError for an expired token, or one without a valid signature */
export async function redeemTemporaryLink(ctx: Context, token: string): Promise<UploadRow> {
  const [, realmId, uploadId, expiresAt, signature = ''] = tokenPattern.exec(token) ?? []
  if (Number(expiresAt) <= ctx.clock.now().getTime() || realmId === undefined) {
    throw new FileNotFoundError()
  }
  // Look the upload up before checking the signature: reading the secret of an unknown realm would create one.
  const upload = await findUploadById(ctx.db.query, Number(realmId), Number(uploadId))
  if (!upload) throw new FileNotFoundError()
  const secret = await realmSecret(ctx.db.query, upload.realm_id, 'upload_links')
  const expected = signatureOf(`${realmId}.${uploadId}.${expiresAt}`, secret)
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) {
    throw new FileNotFoundError()
  }
  return upload
}

function signatureOf(said: string, secret: string): string {
  return createHmac('sha256', secret).update(said).digest('base64url')
}
