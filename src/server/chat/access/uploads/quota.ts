import type { Config } from '../../../config/config'
import type { Queryable } from '../../../data/engine/database'
import { readSpaceUsed } from '../../../data/uploads/uploads'
import { fixedError } from '../../../lib/api-error'
import type { Requester } from '../../rules/authentication'

const code = 'REALM_UPLOAD_QUOTA'

/** Source: docs/protocol/uploads.md#quota. */
export class RealmQuotaError extends fixedError({
  code,
  description: 'With the file, those of the organization would take more space than it may have.',
  example: "Upload would exceed your organization's upload quota.",
}) {}

/** Source: docs/protocol/uploads.md#quota. */
export class PersonalQuotaError extends fixedError({
  code,
  description: 'With the file, those of the requester would take more space than they may have.',
  example: 'Upload would exceed your maximum quota.',
}) {}

const bytesPerMib = 1024 * 1024

/** Input of a quota check. */
export interface QuotaCheck {
  config: Pick<Config, 'uploadQuotaMib' | 'uploadQuotaPerPersonMib'>
  requester: Requester
  /** Size of the new file. */
  bytes: number
}

/**
 * Refuses a file that exceeds a quota. Answers the organization's used bytes including the file.
 * @throws RealmQuotaError, PersonalQuotaError
 */
export async function checkQuota(
  db: Queryable,
  { config, requester, bytes }: QuotaCheck,
): Promise<number> {
  // Bots share the quota of their owner; otherwise every bot would add a quota.
  const personId = requester.bot_owner_id ?? requester.id
  const used = await readSpaceUsed(db, requester.realm_id, personId)
  const isOver = (mib: number, before: number) => mib > 0 && before + bytes > mib * bytesPerMib
  if (isOver(config.uploadQuotaMib, used.realm)) throw new RealmQuotaError()
  if (isOver(config.uploadQuotaPerPersonMib, used.person)) throw new PersonalQuotaError()
  return used.realm + bytes
}
