import type { insertUsers } from '../../../data/users/import-users'
import { firstCharacters } from '../../../../shared/rules/characters'
import { roles } from '../../../../shared/rules/roles'
import type { Role } from '../../../../shared/rules/roles'
import { composed, withoutHidden } from '../../../lib/characters'
import { isTimezone } from '../../../chat/rules/settings/timezones'
import { createApiKey } from '../../../chat/rules/credentials'
import { localPartOf } from '../../../chat/rules/names'
import { columnsOfSettings, userSettings } from '../../../chat/rules/settings/user-settings'
import type { ImportJob } from '../job/job'
import type { UserRecord } from '../records'
import { checkedSettings } from './settings'

type NewUser = Parameters<typeof insertUsers>[2][number]

const allRoles: readonly number[] = Object.values(roles)

/** The values that an account gets from a record, checked, with remarks about the rest. */
export interface CheckedPerson {
  full_name: string
  role: Role
  timezone: string
  settings: Readonly<Record<string, unknown>>
}

/** @param isPlaceholder whether the person is to get an account that a placeholder has kept */
export function checkPerson(
  job: ImportJob,
  record: UserRecord,
  { isPlaceholder = false } = {},
): CheckedPerson {
  const timezone = timezoneOf(job, record)
  return {
    full_name: nameOf(job, record),
    role: roleOf(job, record, job.makesRealm || (isPlaceholder && job.madeRealm)),
    timezone,
    settings: checkedSettings(job, userSettings, { ...record.settings, timezone }),
  }
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
 * roles. A placeholder of an organization that the same source made gets the role that its person would have got there.
 */
function roleOf(job: ImportJob, { role, key }: UserRecord, isTrusted: boolean): Role {
  if (!allRoles.includes(role)) return roles.member
  if (isTrusted || role >= roles.member) return role as Role
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

/** The row of a new account. @param settings those of every new account */
export function userRowOf(
  job: ImportJob,
  { record, email, isActive, person }: NewPerson,
  { settings, now }: { settings: Readonly<Record<string, unknown>>; now: Date },
): NewUser {
  const isBot = record.isBot ?? false
  return {
    realm_id: job.realm.id,
    email,
    full_name: person.full_name,
    short_name: localPartOf(email),
    role: person.role,
    is_bot: isBot,
    bot_type: isBot ? (record.botType ?? 1) : null,
    api_key: createApiKey(),
    date_joined: record.joinedAt ?? now,
    deactivated_at: isActive ? null : now,
    is_imported_stub: !isBot,
    ...columnsOfSettings({}, { ...(isBot ? {} : settings), ...person.settings }),
  }
}

/** A person who gets a new account. */
export interface NewPerson {
  record: UserRecord
  email: string
  isActive: boolean
  person: CheckedPerson
}
