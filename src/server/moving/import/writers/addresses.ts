import { ensureDmGroups, memberKey } from '../../../data/messages/dm-groups'
import { claim, freshAmong, idsOf, inBatch, keyOf, recordKeyOf } from '../job/job'
import type { ImportJob } from '../job/job'
import { addressedKindOf } from '../records/addresses'
import type { AddressRecord } from '../records'

/**
 * Remembers addresses of the old server for the rows that they lead to. An address of a conversation makes the
 * conversation, which may have no messages.
 */
export async function writeAddresses(
  job: ImportJob,
  records: readonly AddressRecord[],
): Promise<number> {
  const fresh = await freshAmong(job, records)
  if (fresh.length === 0) return 0
  const idOf = await idFinder(job, fresh)
  const conversations = new Map<string, string>()
  const known = new Map<string, number>()
  for (const record of fresh) {
    const found =
      'userKeys' in record.to ? membersOf(record.to.userKeys, idOf) : idOf(...targetOf(record))
    const key = recordKeyOf(record)
    if (found === undefined) {
      job.report.remark({ reason: 'Old address of something that was left out', file: record.key })
    } else if (typeof found === 'string') conversations.set(key, found)
    else known.set(key, found)
  }
  if (conversations.size === 0 && known.size === 0) return 0
  if (job.trial) {
    const keys = [...known.keys(), ...conversations.keys()].map((key) => ({ key }))
    return job.trial.claim('address', keys).size
  }
  return inBatch(job, async (tx) => {
    const groups = await ensureDmGroups(tx, job.realm.id, [...new Set(conversations.values())])
    for (const [key, members] of conversations) {
      const group = groups.get(members)
      if (group) known.set(key, group.id)
    }
    const keys = [...known].map(([key, id]) => ({ key, id }))
    return (await claim(job, tx, 'address', keys)).size
  })
}

type FindId = (kind: string, key: string) => number | undefined

/** The ids of all records that the addresses name, by at most four queries. */
async function idFinder(job: ImportJob, records: readonly AddressRecord[]): Promise<FindId> {
  const keys = new Map<string, string[]>()
  for (const record of records) {
    const { to } = record
    const [kind, named] = 'userKeys' in to ? ['user', to.userKeys] : pairOf(targetOf(record))
    keys.set(kind, [...(keys.get(kind) ?? []), ...named])
  }
  const ids = new Map<string, ReadonlyMap<string, number>>()
  for (const [kind, named] of keys) ids.set(kind, await idsOf(job, kind, named))
  return (kind, key) => ids.get(kind)?.get(keyOf(key))
}

function pairOf([kind, key]: [string, string]): [string, string[]] {
  return [kind, [key]]
}

/** Kind and key of the record. */
function targetOf({ to }: AddressRecord): [string, string] {
  const kind = addressedKindOf(to)
  if ('streamKey' in to) return [kind, to.streamKey]
  if ('userKey' in to) return [kind, to.userKey]
  if ('messageKey' in to) return [kind, to.messageKey]
  return [kind, 'fileKey' in to ? to.fileKey : '']
}

/** The members of a conversation as ids; undefined if one is unknown. */
function membersOf(userKeys: readonly string[], idOf: FindId): string | undefined {
  const ids = userKeys.map((key) => idOf('user', key))
  return ids.includes(undefined) ? undefined : memberKey(ids as number[])
}
