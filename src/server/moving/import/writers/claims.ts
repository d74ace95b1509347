import { liftTimeLimit } from '../../../data/import/finish'
import { mergeAccounts } from '../../../data/import/merged-accounts'
import type { AccountMerge } from '../../../data/import/merged-accounts'
import { mergeConversations } from '../../../data/import/merged-conversations'
import { findByAddress } from '../../../data/import/people'
import { claimAccounts, mapPlaceholders, noteClaims } from '../../../data/import/placeholders'
import type { ClaimedAccount, Placeholder } from '../../../data/import/placeholders'
import { lockAccounts } from '../../../data/users/update-users'
import { recordActs } from '../../../chat/notify/audit-log'
import type { Act } from '../../../chat/notify/audit-log'
import { localPartOf } from '../../../chat/rules/names'
import { claim, idsOf, inBatch, keyOf, scopeOf } from '../job/job'
import type { ImportJob } from '../job/job'
import type { UserRecord } from '../records'
import { addressOf, mayGet } from './person-addresses'
import type { FoundAddress } from './person-addresses'
import { storeAvatars } from './avatars'
import { checkPerson } from './user-rows'

/** A person of whom an earlier archive knew less, and the account that stood for them. */
interface Claim {
  record: UserRecord
  placeholder: Placeholder
  /** Address that the account gets. */
  address: FoundAddress | undefined
  /** Account here that gets what the placeholder has. */
  accountId: number | undefined
}

/** Merges of one transaction. */
const mergesPerBatch = 50

/**
 * Gives people the placeholders that earlier archives made for them: the name, address, role and activity of the list of
 * people, or the account that has the address by now. A name that was changed here stays.
 */
export async function claimPlaceholders(
  job: ImportJob,
  records: readonly UserRecord[],
): Promise<void> {
  const claims = await findClaims(job, records)
  if (claims.length === 0) return
  const kept = claims.filter(({ accountId }) => accountId === undefined)
  const avatars = await storeAvatars(job, kept.filter(isOfList))
  const accounts = kept.map((each) => accountOf(job, each, avatars))
  const reason = 'Placeholder that has its person now'
  for (const { record } of claims) job.report.remark({ reason, file: record.key })
  if (job.trial) {
    const taken = kept.flatMap(({ address, placeholder: { id } }) =>
      address ? [{ key: address.email.toLowerCase(), id }] : [],
    )
    job.trial.claim('email', taken)
    return
  }
  await inBatch(job, async (tx) => {
    await lockAccounts(tx, job.realm.id)
    await claimAccounts(tx, job.realm.id, accounts)
    const known = kept.filter(isOfList).map(({ record, placeholder: { id } }) => ({
      ...{ key: keyOf(record.key), user_id: id },
    }))
    await noteClaims(tx, scopeOf(job), known)
    const acts = kept.flatMap(({ placeholder }, index) =>
      actsOf(placeholder, accounts[index] as ClaimedAccount),
    )
    await recordActs(tx, job.realm.id, acts)
  })
  await mergeAll(
    job,
    claims.flatMap(({ record, placeholder, accountId }) =>
      accountId === undefined
        ? []
        : [{ key: keyOf(record.key), from_id: placeholder.id, to_id: accountId }],
    ),
  )
}

/** The entry of the audit log about a placeholder that got its person. */
function actsOf(before: Placeholder, { id, address, role, is_active }: ClaimedAccount): Act[] {
  const affected = { type: 'user', id } as const
  const acts: (Act | false)[] = [
    address !== null && {
      ...{ act: 'user_email_changed', affected },
      ...{ before: { email: before.address }, after: { email: address } },
    },
    role !== null &&
      role !== before.role && {
        ...{ act: 'user_role_changed', affected, before: { role: before.role }, after: { role } },
      },
    is_active === true && { act: 'user_reactivated', affected },
  ]
  return acts.filter((act) => act !== false)
}

/** Whether a list of people describes a person who was unknown until now. */
function isOfList({ record, placeholder }: Claim): boolean {
  return placeholder.given_name !== null && record.isUnknown !== true
}

async function findClaims(job: ImportJob, records: readonly UserRecord[]): Promise<Claim[]> {
  const possible = records
    .filter(({ systemBot }) => !systemBot)
    .map((record) => ({ record, address: addressOf(job, record) }))
    .filter(({ record, address }) => record.isUnknown !== true || address)
  const placeholders = await mapPlaceholders(
    job.ctx.db.query,
    scopeOf(job),
    possible.map(({ record }) => keyOf(record.key)),
  )
  if (placeholders.size === 0) return []
  const accounts = await findByAddress(
    job.ctx.db.query,
    job.realm.id,
    possible.flatMap(({ address }) => address?.email ?? []),
  )
  const takers = new Map<string, number>()
  return possible.flatMap(({ record, address }): Claim[] => {
    const placeholder = placeholders.get(keyOf(record.key))
    if (!placeholder) return []
    const claimed = { record, placeholder, address: undefined, accountId: undefined }
    const isKnownNow = isOfList(claimed)
    if (!placeholder.lacks_address || !address) return isKnownNow ? [claimed] : []
    const email = address.email.toLowerCase()
    const account = accounts.get(email)
    if (account && !mayGet(account, record, address)) {
      const reason = 'Person whose address has an account here that is not known to be theirs'
      job.report.remark({ reason, file: record.key })
      return isKnownNow ? [claimed] : []
    }
    const accountId = account?.id ?? takers.get(email)
    if (accountId === undefined) takers.set(email, placeholder.id)
    return [accountId === undefined ? { ...claimed, address } : { ...claimed, accountId }]
  })
}

/** The changes of a placeholder that keeps its id. */
function accountOf(
  job: ImportJob,
  each: Claim,
  avatars: ReadonlyMap<string, string>,
): ClaimedAccount {
  const { record, placeholder, address } = each
  const { id, full_name, given_name, is_stub } = placeholder
  const email = address?.email ?? null
  const change = {
    ...{ id, address: email, short_name: email === null ? null : localPartOf(email) },
    ...{ full_name: null, role: null, timezone: null, avatar_key: null, joined_at: null },
  }
  // An operator who names the address of an unknown person lets them in.
  if (!isOfList(each))
    return { ...change, is_active: given_name !== null && address?.isNamed ? true : null }
  const person = checkPerson(job, record, { isPlaceholder: true })
  return {
    ...change,
    full_name: full_name === given_name ? person.full_name : null,
    ...(is_stub && {
      role: placeholder.is_bot ? null : person.role,
      timezone: person.timezone,
    }),
    // Somebody who has logged in, or whom the operator has let in, is active.
    is_active: is_stub && placeholder.deactivated_at !== null ? record.isActive : null,
    avatar_key: avatars.get(record.key) ?? null,
    joined_at: record.joinedAt ?? null,
  }
}

/** Merges the placeholders of further keys of people into the accounts of these people. */
export async function settleOtherKeys(
  job: ImportJob,
  records: readonly UserRecord[],
): Promise<void> {
  const tied = records.filter(({ otherKeys = [] }) => otherKeys.length > 0)
  if (tied.length === 0) return
  const ids = await idsOf(
    job,
    'user',
    tied.flatMap(({ key, otherKeys = [] }) => [key, ...otherKeys]),
  )
  const pairs = tied.flatMap(({ key, otherKeys = [] }) => {
    const to_id = ids.get(keyOf(key))
    if (to_id === undefined) return []
    return otherKeys.map((other) => ({ key: keyOf(other), from_id: ids.get(keyOf(other)), to_id }))
  })
  const unclaimed = pairs.filter(({ from_id }) => from_id === undefined)
  if (unclaimed.length > 0) {
    const keys = unclaimed.map(({ key, to_id }) => ({ key, id: to_id }))
    if (job.trial) job.trial.claim('user', keys)
    else await inBatch(job, (tx) => claim(job, tx, 'user', keys))
  }
  const placeholders = await mapPlaceholders(
    job.ctx.db.query,
    scopeOf(job),
    pairs.map(({ key }) => key),
  )
  const merges = pairs.flatMap(({ key, to_id }) => {
    const from_id = placeholders.get(key)?.id
    return from_id === undefined || from_id === to_id ? [] : [{ key, from_id, to_id }]
  })
  const reason = 'Placeholder that has its person now'
  for (const { key } of merges) job.report.remark({ reason, file: key })
  if (!job.trial) await mergeAll(job, merges)
}

async function mergeAll(
  job: ImportJob,
  merges: readonly (AccountMerge & { key: string })[],
): Promise<void> {
  for (let start = 0; start < merges.length; start += mergesPerBatch) {
    const some = merges.slice(start, start + mergesPerBatch)
    await inBatch(job, async (tx) => {
      await liftTimeLimit(tx)
      await lockAccounts(tx, job.realm.id)
      await mergeConversations(tx, job.realm.id, some)
      await mergeAccounts(tx, job.realm.id, some)
      await noteClaims(
        tx,
        scopeOf(job),
        some.map(({ key, from_id }) => ({ key, user_id: from_id })),
      )
    })
  }
}
