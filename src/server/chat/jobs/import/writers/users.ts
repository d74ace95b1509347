import { findByAddress, getSystemBotId } from '../../../../data/import/people'
import { hideAddresses, insertUsers } from '../../../../data/users/import-users'
import { addressVisibilities } from '../../../../../shared/addresses'
import { firstCharacters } from '../../../../../shared/rules/characters'
import { roles } from '../../../../../shared/rules/roles'
import type { Role } from '../../../../../shared/rules/roles'
import { composed, withoutHidden } from '../../../../lib/characters'
import { domainOf } from '../../../access/users/user-visibility'
import { BadImageError } from '../../../access/uploads/files'
import { storeAvatar } from '../../../actions/users/avatars'
import { isTimezone } from '../../../rules/settings/timezones'
import { startingSettings } from '../../../actions/users/create-user'
import { createApiKey } from '../../../rules/credentials'
import { systemBots } from '../../../rules/system-bots'
import { isEmailAddress, localPartOf } from '../../../rules/names'
import {
  columnsOfSettings,
  userSettings,
  userSettingsOf,
} from '../../../rules/settings/user-settings'
import { withArchiveFile } from '../job/archive-files'
import { claim, freshAmong, inBatch, keyOf } from '../job/job'
import type { ImportJob } from '../job/job'
import type { UserRecord } from '../records'
import { checkedSettings } from './realm'

type NewUser = Parameters<typeof insertUsers>[2][number]

const allRoles: readonly number[] = Object.values(roles)
/** Domain of the addresses of people whose own address is unknown; no mail reaches it. */
const placeholderDomain = 'import.invalid'

/**
 * Writes accounts without passwords. A person whose address has an account here is mapped to that account, which stays
 * unchanged.
 */
export async function writeUsers(job: ImportJob, records: readonly UserRecord[]): Promise<number> {
  const fresh = await freshAmong(job, records)
  const ofServer = fresh.filter(({ systemBot }) => systemBot)
  const others = fresh.filter(({ systemBot }) => !systemBot)
  await inBatchOfBots(job, ofServer)
  if (others.length === 0) return 0
  const addressed = others.map((record) => ({ record, email: addressFor(job, record) }))
  const avatars = await storeAvatars(
    job,
    addressed.map(({ record }) => record),
  )
  return inBatch(job, async (tx) => {
    const addresses = addressed.map(({ email }) => email)
    const present = await findByAddress(tx, job.realm.id, addresses)
    const unseen = new Set<string>()
    const made = addressed.filter(({ email, record }) => {
      const address = email.toLowerCase()
      const isNew = !present.has(address) && !unseen.has(address)
      unseen.add(address)
      if (!isNew)
        job.report.remark({ reason: 'Person whose address has an account here', file: record.key })
      return isNew
    })
    const settings = await startingSettings(tx, job.realm.id)
    const rows = made.map(({ record, email }) =>
      rowOf(job, record, { email, settings, now: tx.now, avatars }),
    )
    const created = await insertUsers(tx, job.realm.id, rows)
    const hidden = created.filter(
      (user) =>
        !user.is_bot &&
        userSettingsOf(user).email_address_visibility !== addressVisibilities.everybody,
    )
    const ids = await findByAddress(tx, job.realm.id, addresses)
    await hideAddresses(
      tx,
      job.realm.id,
      hidden,
      domainOf(job.ctx.config, { realm_string_id: job.realm.string_id }),
    )
    await claim(
      job,
      tx,
      'user',
      addressed.flatMap(({ record, email }) => {
        const id = ids.get(email.toLowerCase())
        return id === undefined ? [] : [{ key: keyOf(record.key), id }]
      }),
    )
    return created.length
  })
}

async function inBatchOfBots(job: ImportJob, records: readonly UserRecord[]): Promise<void> {
  if (records.length === 0) return
  await inBatch(job, async (tx) => {
    for (const { key, systemBot = 'notification' } of records) {
      const id = await getSystemBotId(tx, job.realm.id, systemBots[systemBot].email)
      await claim(job, tx, 'user', [{ key: keyOf(key), id }])
    }
  })
}

function addressFor(job: ImportJob, record: UserRecord): string {
  const address = job.people.addressOf(record)?.trim()
  if (address !== undefined && isEmailAddress(address)) return address
  if (!record.isBot) job.report.remark({ reason: 'Person without an address', file: record.key })
  const name = `${job.source}-${record.key}`.toLowerCase().replace(/[^a-z0-9-]+/g, '-')
  return `${name.slice(-60).replace(/^-+/, '')}@${placeholderDomain}`
}

/** A full name that mentions can spell. */
function nameOf(job: ImportJob, { fullName, key }: UserRecord): string {
  const clean = withoutHidden(composed(fullName.toWellFormed()))
    .replace(/[*`>"@]/g, '')
    .replace(/\|\d+$/, '')
    .trim()
  const name = firstCharacters(clean, 100) || 'Unknown'
  if (name !== fullName) job.report.remark({ reason: 'Name that was changed', file: key })
  return name
}

/**
 * People become members of an existing organization, never owners, administrators or moderators: the operator changes
 * roles.
 */
function roleOf(job: ImportJob, { role, key }: UserRecord): Role {
  if (!allRoles.includes(role)) return roles.member
  if (job.makesRealm || role >= roles.member) return role as Role
  job.report.remark({ reason: 'Owner, administrator or moderator who is a member here', file: key })
  return roles.member
}

/** The time zone, if this server knows it. */
function timezoneOf(job: ImportJob, { timezone, settings }: UserRecord): string {
  const given = timezone ?? settings?.['timezone'] ?? ''
  if (typeof given === 'string' && isTimezone(given)) return given
  job.report.remark({ reason: 'Setting without a valid value: timezone', file: 'settings' })
  return ''
}

function rowOf(
  job: ImportJob,
  record: UserRecord,
  {
    email,
    settings,
    now,
    avatars,
  }: {
    email: string
    settings: Readonly<Record<string, unknown>>
    now: Date
    avatars: ReadonlyMap<string, string>
  },
): NewUser {
  const own = checkedSettings(job, userSettings, {
    ...record.settings,
    timezone: timezoneOf(job, record),
  })
  const isBot = record.isBot ?? false
  const chosen = {
    ...(isBot ? {} : settings),
    ...own,
  }
  return {
    realm_id: job.realm.id,
    email,
    full_name: nameOf(job, record),
    short_name: localPartOf(email),
    role: roleOf(job, record),
    is_bot: isBot,
    bot_type: isBot ? (record.botType ?? 1) : null,
    api_key: createApiKey(),
    date_joined: record.joinedAt ?? now,
    deactivated_at: record.isActive ? null : now,
    is_imported_stub: !isBot,
    avatar_key: avatars.get(record.key) ?? null,
    ...columnsOfSettings({}, chosen),
  }
}

async function storeAvatars(
  job: ImportJob,
  records: readonly UserRecord[],
): Promise<Map<string, string>> {
  const stored = new Map<string, string>()
  for (const { avatar, key } of records) {
    if (!avatar) continue
    const account = { realm_id: job.realm.id, id: 0 }
    const avatarKey = await withArchiveFile(job, avatar, { name: 'avatar' }, (file) =>
      storeAvatar(job.ctx, account, file).catch((error: unknown) => {
        if (!(error instanceof BadImageError)) throw error
        job.report.remark({ reason: 'Avatar that cannot be read', file: avatar.path })
        return undefined
      }),
    )
    if (avatarKey !== undefined) stored.set(key, avatarKey)
  }
  return stored
}
