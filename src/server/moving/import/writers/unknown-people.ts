import { roles } from '../../../../shared/rules/roles'
import { idsOf, keyOf } from '../job/job'
import type { ImportJob } from '../job/job'
import type { UserRecord } from '../records'
import { isKey } from './remark-unknown'
import { writeUsers } from './users'

/** Placeholders of one batch. */
const perBatch = 500

/**
 * Ids of people whom records cannot do without: senders, owners, members. A person whom no record describes becomes a
 * placeholder, which the report names.
 */
export async function idsOfPeople(
  job: ImportJob,
  keys: readonly (string | undefined)[],
): Promise<Map<string, number>> {
  const ids = await idsOf(job, 'user', keys)
  const missing = new Set(keys.filter((key) => isKey(key) && !ids.has(keyOf(key)))) as Set<string>
  if (missing.size === 0) return ids
  const records = [...missing].map((key): UserRecord => ({
    ...{ kind: 'user', key, fullName: `Unknown user ${key}`, email: null, isUnknown: true },
    ...{ role: roles.member, isActive: false },
  }))
  const reason = 'Person whom no list of the archive has: a placeholder'
  for (const { key } of records) job.report.remark({ reason, file: key })
  for (let start = 0; start < records.length; start += perBatch) {
    const some = records.slice(start, start + perBatch)
    job.report.count('user', { read: some.length, written: await writeUsers(job, some) })
  }
  return idsOf(job, 'user', keys)
}
