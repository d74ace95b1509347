import { BadRequestError } from '../../../chat/rules/errors'
import type { ImportRemark } from '../records'
import { checkingUtf8, invalidTextReason } from '../archive/utf8'
import type { ArchiveFolder } from './folder'
import { idIn } from './rows'
import type { Row } from './rows'
import { scanTables } from '../archive/scan-json'

/** Tables of people, streams and settings, which are small and held in memory. */
const heldTables = [
  'zerver_alertword',
  'zerver_channelfolder',
  'zerver_client',
  'zerver_customprofilefield',
  'zerver_customprofilefieldvalue',
  'zerver_defaultstream',
  'zerver_groupgroupmembership',
  'zerver_muteduser',
  'zerver_namedusergroup',
  'zerver_realm',
  'zerver_realmdomain',
  'zerver_realmemoji',
  'zerver_realmfilter',
  'zerver_realmplayground',
  'zerver_recipient',
  'zerver_stream',
  'zerver_submessage',
  'zerver_usergroup',
  'zerver_usergroupmembership',
  'zerver_userprofile',
  'zerver_userprofile_crossrealm',
  'zerver_userprofile_mirrordummy',
  'zerver_userstatus',
] as const

type HeldTable = (typeof heldTables)[number]

/** Conversations and streams by the ids of their recipients. */
type Recipient =
  | { kind: 'person'; key: string }
  | { kind: 'stream'; key: string }
  | { kind: 'group'; memberKeys: string[] }

/** A period of membership in message ids. */
interface Period {
  after: number
  upTo?: number
}

/** The tables that the reader holds in memory: all but messages, files, reactions and subscriptions. */
export interface Tables {
  folder: ArchiveFolder
  realm: Row
  held: ReadonlyMap<HeldTable, readonly Row[]>
  /** Names of all tables. */
  names: ReadonlySet<string>
  recipients: ReadonlyMap<number, Recipient>
  /** Periods by `stream/user`; absent where the archive does not say. */
  periods: ReadonlyMap<string, Period[]>
  remark: (remark: ImportRemark) => void
}

export function rowsIn({ held }: Pick<Tables, 'held'>, table: HeldTable): readonly Row[] {
  return held.get(table) ?? []
}

/** Rows of a file, one at a time; those that are no objects are reported. */
export async function* rowsOfFile(
  folder: ArchiveFolder,
  name: string,
  tables: readonly string[],
  remark: Tables['remark'],
): AsyncGenerator<{ table: string; row: Row; number: number }> {
  const file = await folder.find(name)
  if (!file) return
  const wanted = new Set(tables)
  const opened = (await file.open()) as AsyncIterable<Uint8Array>
  const tellInvalid = () => remark({ reason: invalidTextReason, file: name })
  // The tables that are held have told it of this file.
  const bytes = name === 'realm.json' ? opened : checkingUtf8(opened, tellInvalid)
  for await (const { table, number, value } of scanTables(bytes, name, (each) =>
    wanted.has(each),
  )) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      yield { table, row: value as Row, number }
    } else if (number > 0) {
      remark({ reason: 'Row that is not a JSON object', file: `${name} ${table}`, line: number })
    }
  }
}

/** Reads the tables of an archive that are held in memory. @throws BadRequestError for one without an organization */
export async function readTables(folder: ArchiveFolder, remark: Tables['remark']): Promise<Tables> {
  const held = new Map<HeldTable, Row[]>()
  const names = new Set<string>()
  const isHeld = new Set<string>(heldTables)
  const file = await folder.find('realm.json')
  if (!file) throw new BadRequestError('There is no realm.json in the archive.')
  const bytes = checkingUtf8((await file.open()) as AsyncIterable<Uint8Array>, () =>
    remark({ reason: invalidTextReason, file: 'realm.json' }),
  )
  for await (const { table, number, value } of scanTables(bytes, 'realm.json', (each) => {
    names.add(each)
    return isHeld.has(each)
  })) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const rows = held.get(table as HeldTable)
      if (rows) rows.push(value as Row)
      else held.set(table as HeldTable, [value as Row])
    } else if (number > 0) {
      remark({ reason: 'Row that is not a JSON object', file: `realm.json ${table}`, line: number })
    }
  }
  const [realm] = held.get('zerver_realm') ?? []
  if (!realm) throw new BadRequestError('realm.json has no organization.')
  const recipients = readRecipients(held.get('zerver_recipient') ?? [])
  const periods = await readTies(folder, recipients)
  return { folder, realm, held, names, recipients, periods, remark }
}

function readRecipients(rows: readonly Row[]): Map<number, Recipient> {
  const recipients = new Map<number, Recipient>()
  for (const row of rows) {
    const [id, target] = [idIn(row, 'id'), idIn(row, 'type_id')]
    if (id === undefined || target === undefined) continue
    const key = String(target)
    if (row['type'] === 1) recipients.set(id, { kind: 'person', key })
    if (row['type'] === 2) recipients.set(id, { kind: 'stream', key })
    if (row['type'] === 3) recipients.set(id, { kind: 'group', memberKeys: [] })
  }
  return recipients
}

/** Types of the audit log: subscribed, again, unsubscribed, unsubscribed by deactivation. */
const begins = new Set([301, 302])
const ends = new Set([303, 304])

/** Fills in the members of conversations, and answers the periods of subscriptions. */
async function readTies(
  folder: ArchiveFolder,
  recipients: Map<number, Recipient>,
): Promise<Map<string, Period[]>> {
  const acts = new Map<string, { id: number; begins: boolean; at: number | undefined }[]>()
  const wanted = ['zerver_subscription', 'zerver_realmauditlog']
  // Malformed rows are reported by the readers of these tables, not here.
  for await (const { table, row } of rowsOfFile(folder, 'realm.json', wanted, () => undefined)) {
    if (table === 'zerver_subscription') {
      const recipient = recipients.get(idIn(row, 'recipient') ?? -1)
      const user = idIn(row, 'user_profile')
      if (recipient?.kind === 'group' && user !== undefined) recipient.memberKeys.push(String(user))
      continue
    }
    const type = Number(row['event_type'])
    const [user, stream] = [idIn(row, 'modified_user'), idIn(row, 'modified_stream')]
    const isTie = begins.has(type) || ends.has(type)
    if (!isTie || user === undefined || stream === undefined) continue
    const key = `${stream}/${user}`
    const act = {
      id: idIn(row, 'id') ?? 0,
      begins: begins.has(type),
      at:
        typeof row['event_last_message_id'] === 'number' ? row['event_last_message_id'] : undefined,
    }
    const known = acts.get(key)
    if (known) known.push(act)
    else acts.set(key, [act])
  }
  return new Map([...acts].map(([key, each]) => [key, periodsOf(each)]))
}

function periodsOf(acts: { id: number; begins: boolean; at: number | undefined }[]): Period[] {
  // Without the newest message at the time of each act, the periods are unknown.
  if (acts.some(({ at }) => at === undefined)) return []
  const periods: Period[] = []
  for (const act of acts.sort((a, b) => a.id - b.id)) {
    const last = periods.at(-1)
    const isOpen = last !== undefined && last.upTo === undefined
    if (act.begins && !isOpen) periods.push({ after: act.at as number })
    else if (!act.begins && last && isOpen) last.upTo = act.at as number
    else if (!act.begins && !last) periods.push({ after: 0, upTo: act.at as number })
  }
  return periods
}
