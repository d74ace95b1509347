import { createHash } from 'node:crypto'
import { placeholderDomain } from '../../../data/import/placeholders'
import type { AddressedAccount } from '../../../data/import/people'
import { isEmailAddress } from '../../../chat/rules/names'
import type { ImportJob } from '../job/job'
import type { UserRecord } from '../records'

/** The address of a person. */
export interface FoundAddress {
  email: string
  /** Whether the operator named it, and so answers for the account that has it. */
  isNamed: boolean
}

/** The address that the operator or the archive has for a person; undefined without a valid one. */
export function addressOf(job: ImportJob, record: UserRecord): FoundAddress | undefined {
  const named = job.people.named(record)
  const email = (named ?? record.email)?.trim()
  return email !== undefined && isEmailAddress(email)
    ? { email, isNamed: named !== undefined }
    : undefined
}

/** The address of a person who has none. */
export function placeholderAddress({ source }: ImportJob, { key }: UserRecord): string {
  const name = `${source}-${key}`.toLowerCase().replace(/[^a-z0-9-]+/g, '-')
  if (/^[\w-]{1,40}$/.test(key) && !key.includes('_'))
    return `${name.slice(-60).replace(/^-+/, '')}@${placeholderDomain}`
  // Other keys may differ only in what is left out.
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 12)
  return `${name.slice(-47).replace(/^-+/, '')}-${digest}@${placeholderDomain}`
}

/**
 * Whether a person may get an account with the history of the archive. An address that nobody has confirmed may be another
 * person's, so an account with such an address gets nothing unless the operator names the address.
 */
export function mayGet(
  account: AddressedAccount,
  { isBot = false }: UserRecord,
  { isNamed }: FoundAddress,
): boolean {
  return account.is_bot === isBot && (isNamed || !account.is_address_unconfirmed)
}
