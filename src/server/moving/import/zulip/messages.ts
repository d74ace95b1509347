import { BadRequestError } from '../../../chat/rules/errors'
import type { FileRecord, MessageRecord, ReactionRecord } from '../records'
import { optional } from './groups'
import { emojiOf } from './people'
import { idIn, jsonIn, keyIn, textIn, timeIn } from './rows'
import type { Row } from './rows'
import { rowsIn, rowsOfFile } from './tables'
import type { Tables } from './tables'
import { fileKey, referTo } from './texts'

/** Bits of `flags_mask`. Source: docs/protocol/import.md#flags-mask. */
const bits = {
  read: 1,
  starred: 2,
  collapsed: 4,
  mentioned: 8,
  everybody: 16,
  topic: 32,
  group: 64,
  alerted: 512,
}

/** The flags of one message. */
interface Flags {
  unreadBy: string[]
  starredBy: string[]
  collapsedBy: string[]
  mentionedKeys: string[]
  topicMentionedKeys: string[]
  alertedKeys: string[]
  mentionsEverybody: boolean
}

/**
 * Names of the files of messages, in their order.
 * @throws BadRequestError for an archive that broke off, or lacks a file
 */
export async function messageFiles({ folder }: Pick<Tables, 'folder'>): Promise<string[]> {
  const names = await folder.names()
  const partial = names.find((name) => name.endsWith('.partial'))
  if (partial !== undefined) {
    throw new BadRequestError(`The export broke off: the archive has ${partial}.`)
  }
  const numbered = names
    .flatMap((name) => {
      const number = /^messages-(\d{6,9})\.json$/.exec(name)?.[1]
      return number === undefined ? [] : [{ name, number: Number(number) }]
    })
    .sort((a, b) => a.number - b.number)
  numbered.forEach(({ number }, index) => {
    if (number === index + 1) return
    const missing = String(index + 1).padStart(6, '0')
    throw new BadRequestError(`The archive is incomplete: messages-${missing}.json is missing.`)
  })
  return numbered.map(({ name }) => name)
}

/** Messages with their flags, by ascending id; one file is in memory at a time. */
export async function* messages(tables: Tables): AsyncGenerator<MessageRecord> {
  const clients = new Map(
    rowsIn(tables, 'zerver_client').map((row) => [idIn(row, 'id'), textIn(row, 'name')]),
  )
  const steps = submessagesByMessage(tables)
  // Before 8 the bits of topics and groups meant something else.
  const hasTopicFlags = tables.names.has('zerver_onboardingstep')
  for (const file of await messageFiles(tables)) {
    const rows: { row: Row; number: number }[] = []
    const flags = new Map<number, Flags>()
    let hasFlags = false
    const wanted = ['zerver_message', 'zerver_usermessage']
    for await (const { table, row, number } of rowsOfFile(
      tables.folder,
      file,
      wanted,
      tables.remark,
    )) {
      if (table === 'zerver_message') rows.push({ row, number })
      else {
        hasFlags = true
        noteFlags(flags, row, hasTopicFlags)
      }
    }
    rows.sort((a, b) => Number(a.row['id']) - Number(b.row['id']))
    for (const { row, number } of rows) {
      const id = idIn(row, 'id')
      const record = id === undefined ? undefined : messageOf(tables, row, id, clients)
      if (!record || id === undefined) {
        tables.remark({
          reason: 'Message without an id, sender, recipient or time',
          file,
          line: number,
        })
        continue
      }
      yield {
        ...record,
        ...(hasFlags ? (flags.get(id) ?? noFlags()) : {}),
        ...optional('submessages', steps.get(id)),
      }
    }
  }
}

function noFlags(): Flags {
  return {
    ...{ unreadBy: [], starredBy: [], collapsedBy: [], mentionedKeys: [], topicMentionedKeys: [] },
    ...{ alertedKeys: [], mentionsEverybody: false },
  }
}

function noteFlags(all: Map<number, Flags>, row: Row, hasTopicFlags: boolean): void {
  const [message, user] = [idIn(row, 'message'), keyIn(row, 'user_profile')]
  const mask = Number(row['flags_mask'] ?? row['flags'])
  if (message === undefined || user === undefined || !Number.isInteger(mask)) return
  const flags = all.get(message) ?? noFlags()
  all.set(message, flags)
  const has = (bit: number) => (mask & bit) !== 0
  if (!has(bits.read)) flags.unreadBy.push(user)
  if (has(bits.starred)) flags.starredBy.push(user)
  if (has(bits.collapsed)) flags.collapsedBy.push(user)
  if (has(bits.mentioned) || (hasTopicFlags && has(bits.group))) flags.mentionedKeys.push(user)
  if (has(bits.everybody)) flags.mentionsEverybody = true
  if (hasTopicFlags && has(bits.topic)) flags.topicMentionedKeys.push(user)
  if (has(bits.alerted)) flags.alertedKeys.push(user)
}

function messageOf(
  { recipients }: Tables,
  row: Row,
  id: number,
  clients: ReadonlyMap<number | undefined, string>,
): MessageRecord | undefined {
  const senderKey = keyIn(row, 'sender')
  const recipient = recipients.get(idIn(row, 'recipient') ?? -1)
  const sentAt = timeIn(row, 'date_sent')
  if (senderKey === undefined || !recipient || !sentAt) return undefined
  const to =
    recipient.kind === 'stream'
      ? { streamKey: recipient.key, topic: textIn(row, 'subject') }
      : { userKeys: recipient.kind === 'group' ? recipient.memberKeys : [recipient.key] }
  return {
    ...{ kind: 'message', key: String(id), senderKey, sentAt, to, position: id },
    content: referTo(textIn(row, 'content')),
    edits: editsOf(row),
    ...optional('lastEditedAt', timeIn(row, 'last_edit_time')),
    ...optional('client', clients.get(idIn(row, 'sending_client'))),
  }
}

function editsOf(row: Row): NonNullable<MessageRecord['edits']> {
  const history = jsonIn(row, 'edit_history')
  if (!Array.isArray(history)) return []
  return history.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return []
    const edit = entry as Row
    const at = timeIn(edit, 'timestamp')
    if (!at) return []
    const content =
      typeof edit['prev_content'] === 'string' ? referTo(edit['prev_content']) : undefined
    const topic = [edit['prev_topic'], edit['prev_subject']].find(
      (each) => typeof each === 'string',
    )
    return [
      {
        at,
        ...optional('userKey', keyIn(edit, 'user')),
        ...optional('content', content),
        ...optional('topic', topic),
        ...optional('streamKey', keyIn(edit, 'prev_stream')),
      },
    ]
  })
}

function submessagesByMessage(
  tables: Tables,
): Map<number, NonNullable<MessageRecord['submessages']>> {
  const steps = new Map<number, NonNullable<MessageRecord['submessages']>>()
  for (const row of rowsIn(tables, 'zerver_submessage')) {
    const [message, senderKey] = [idIn(row, 'message'), keyIn(row, 'sender')]
    const content = textIn(row, 'content')
    if (message === undefined || senderKey === undefined || content === '') continue
    const known = steps.get(message)
    if (known) known.push({ senderKey, content })
    else steps.set(message, [{ senderKey, content }])
  }
  return steps
}

/** Uploaded files; one whose file is missing is reported. */
export async function* files({ folder, remark }: Tables): AsyncGenerator<FileRecord> {
  for await (const { row, number } of rowsOfFile(
    folder,
    'attachment.json',
    ['zerver_attachment'],
    remark,
  )) {
    const [path, ownerKey] = [textIn(row, 'path_id'), keyIn(row, 'owner')]
    const file = path === '' ? undefined : await folder.find(`uploads/${path}`)
    if (!file || ownerKey === undefined) {
      remark({
        reason: 'Attachment without its file',
        file: path || 'attachment.json',
        line: number,
      })
      continue
    }
    yield {
      ...{ kind: 'file', key: fileKey(path), name: textIn(row, 'file_name'), ownerKey, file },
      ...optional('contentType', textIn(row, 'content_type') || undefined),
      ...optional('createdAt', timeIn(row, 'create_time')),
    }
  }
}

export async function* reactions({ folder, remark }: Tables): AsyncGenerator<ReactionRecord> {
  for await (const { row, number } of rowsOfFile(
    folder,
    'realm.json',
    ['zerver_reaction'],
    remark,
  )) {
    const [messageKey, userKey] = [keyIn(row, 'message'), keyIn(row, 'user_profile')]
    const { emojiName, ...emoji } = emojiOf(row)
    if (messageKey === undefined || userKey === undefined || emojiName === undefined) {
      remark({
        reason: 'Reaction without a message, user or emoji',
        file: 'realm.json',
        line: number,
      })
      continue
    }
    yield { kind: 'reaction', messageKey, userKey, emojiName, ...emoji }
  }
}
