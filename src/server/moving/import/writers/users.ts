import { findByAddress, getSystemBotId } from '../../../data/import/people'
import { insertStrangers } from '../../../data/import/placeholders'
import { hideAddresses, insertUsers } from '../../../data/users/import-users'
import { addressVisibilities } from '../../../wire/addresses'
import { domainOf } from '../../../chat/access/users/user-visibility'
import { startingSettings } from '../../../chat/actions/users/create-user'
import { systemBots } from '../../../chat/rules/system-bots'
import { userSettingsOf } from '../../../chat/rules/settings/user-settings'
import { claim, freshAmong, inBatch, keyOf, scopeOf } from '../job/job'
import type { ImportJob } from '../job/job'
import type { Trial } from '../job/trial'
import type { UserRecord } from '../records'
import { addressOf, mayGet, placeholderAddress } from './person-addresses'
import { storeAvatars } from './avatars'
import { claimPlaceholders, settleOtherKeys } from './claims'
import { checkPerson, userRowOf } from './user-rows'
import type { NewPerson } from './user-rows'

/**
 * Writes accounts without passwords. A person whose address has an account here is mapped to that account, which stays
 * unchanged. A person of whom an earlier archive knew less gets the placeholder that stood for them.
 */
export async function writeUsers(job: ImportJob, records: readonly UserRecord[]): Promise<number> {
  await claimPlaceholders(job, records)
  const fresh = await freshAmong(job, records)
  await writeSystemBots(
    job,
    fresh.filter(({ systemBot }) => systemBot),
  )
  const written = await writePeople(
    job,
    fresh.filter(({ systemBot }) => !systemBot),
  )
  await settleOtherKeys(job, records)
  return written
}

async function writeSystemBots(job: ImportJob, records: readonly UserRecord[]): Promise<void> {
  if (records.length === 0) return
  if (job.trial) {
    job.trial.claim(
      'user',
      records.map(({ key }) => ({ key: keyOf(key) })),
    )
    return
  }
  await inBatch(job, async (tx) => {
    for (const { key, systemBot = 'notification' } of records) {
      const id = await getSystemBotId(tx, job.realm.id, systemBots[systemBot].email)
      await claim(job, tx, 'user', [{ key: keyOf(key), id }])
    }
  })
}

async function writePeople(job: ImportJob, records: readonly UserRecord[]): Promise<number> {
  if (records.length === 0) return 0
  const addressed = await findAddresses(job, records)
  const made = addressed.filter(({ isNew }) => isNew).map((each) => newPersonOf(job, each))
  const avatars = await storeAvatars(job, made)
  if (job.trial) return tryOut(job.trial, addressed)
  return inBatch(job, async (tx) => {
    const settings = await startingSettings(tx, job.realm.id)
    const rows = made.map((each) => ({
      ...userRowOf(job, each, { settings, now: tx.now }),
      avatar_key: avatars.get(each.record.key) ?? null,
    }))
    const created = await insertUsers(tx, job.realm.id, rows)
    const addresses = addressed.map(({ email }) => email)
    const accounts = await findByAddress(tx, job.realm.id, addresses)
    const idOf = (email: string) => accounts.get(email.toLowerCase())?.id
    const shown = await hideAddresses(
      tx,
      job.realm.id,
      created.filter(
        (user) =>
          !user.is_bot &&
          userSettingsOf(user).email_address_visibility !== addressVisibilities.everybody,
      ),
      domainOf(job.ctx.config, { realm_string_id: job.realm.string_id }),
    )
    await claim(
      job,
      tx,
      'user',
      addressed.flatMap(({ record, email }) => {
        const id = idOf(email)
        return id === undefined ? [] : [{ key: keyOf(record.key), id }]
      }),
    )
    await insertStrangers(
      tx,
      scopeOf(job),
      made.flatMap(({ record, email, person: { full_name } }) => {
        const user_id = record.isUnknown ? idOf(email) : undefined
        return user_id === undefined ? [] : [{ key: keyOf(record.key), user_id, full_name }]
      }),
    )
    const hiding = new Map(shown.map((user) => [user.id, user]))
    await job.onNewUsers?.(
      tx,
      created.map((user) => hiding.get(user.id) ?? user),
    )
    return created.length
  })
}

/** @returns the number of new accounts */
function tryOut(trial: Trial, people: readonly AddressedPerson[]): number {
  for (const { record, email, accountId } of people) {
    const address = { key: email.toLowerCase(), id: accountId ?? trial.newId() }
    trial.claim('email', [address])
    const id = trial.find('email', [address.key]).get(address.key) ?? address.id
    trial.claim('user', [{ key: keyOf(record.key), id }])
  }
  return people.filter(({ isNew }) => isNew).length
}

/** A person, and the address of the account that they get: a new one, or one that exists here. */
interface AddressedPerson {
  record: UserRecord
  email: string
  isNamed: boolean
  isNew: boolean
  /** The account that exists here. */
  accountId: number | undefined
}

async function findAddresses(
  job: ImportJob,
  records: readonly UserRecord[],
): Promise<AddressedPerson[]> {
  const found = records.map((record) => addressOf(job, record))
  const accounts = await findByAddress(
    job.ctx.db.query,
    job.realm.id,
    found.flatMap((each) => each?.email ?? []),
  )
  const seen = new Set<string>()
  return records.map((record, index) => {
    const remark = (reason: string) => job.report.remark({ reason, file: record.key })
    const address = found[index]
    const account = address && accounts.get(address.email.toLowerCase())
    const isRefused = address && account && !mayGet(account, record, address)
    if (isRefused) remark('Person whose address has an account here that is not known to be theirs')
    else if (!address && !record.isBot && !record.isUnknown) remark('Person without an address')
    const email = !address || isRefused ? placeholderAddress(job, record) : address.email
    const key = email.toLowerCase()
    const accountId = isRefused ? undefined : account?.id
    const isTaken = seen.has(key) || (job.trial?.find('email', [key]).size ?? 0) > 0
    const isNew = accountId === undefined && !isTaken
    seen.add(key)
    if (!isNew) remark('Person whose address has an account here')
    return { record, email, isNamed: address?.isNamed ?? false, isNew, accountId }
  })
}

/** An operator who names the address of an unknown person lets them in. */
function newPersonOf(job: ImportJob, { record, email, isNamed }: AddressedPerson): NewPerson {
  const isActive = record.isActive || (record.isUnknown === true && isNamed)
  return { record, email, isActive, person: checkPerson(job, record) }
}
