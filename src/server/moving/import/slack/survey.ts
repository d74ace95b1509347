import { archiveFile, readStart } from '../archive/archive'
import { dateOf, firstText, numberOf, rowOf, rowsOf, textOf, textsOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import type { FileRecord } from '../records'
import { decodeEntities } from './angled'
import { isCanvas } from './canvases'
import { mergedMessages } from './merged-messages'
import type { FoundMessage, MessageSource } from './merged-messages'
import type { People } from './people'
import type { Pins } from './pins'
import type { Remark } from './read-rows'
import { filesOf, kindOf, senderOf, sharedFilesOf } from './subtypes'
import { dateOfTimestamp, readTimestamp } from './timestamp'

/** A person who joined or left a channel. */
interface Move {
  at: Date
  isJoin: boolean
}

/** Facts of all messages that records before the messages need. */
export interface Survey {
  /** Replies by the key of the root. */
  replies: Map<string, number>
  /** By channel and user. */
  moves: Map<string, Map<string, Move[]>>
  firstSeen: Map<string, Date>
  lastSeen: Date
  /** Files that are in the archive. */
  files: Map<string, FileRecord>
}

/**
 * Reads all messages once, with remarks about damaged files and rows. Memory grows with the number of people, threads,
 * joins and files, and not with that of messages.
 */
export async function surveyMessages(
  source: MessageSource,
  people: People,
  pins: Pins,
  remark: Remark,
): Promise<Survey> {
  const survey: Survey = {
    ...{ replies: new Map(), moves: new Map(), firstSeen: new Map(), files: new Map() },
    lastSeen: new Date(0),
  }
  for await (const found of mergedMessages(source, remark)) {
    noteMessage(survey, found, people, remark)
    pins.note(found)
    for (const file of [...filesOf(found.row), ...sharedFilesOf(found.row)]) {
      const owner = people.find(textOf(file, 'user')) ?? people.find(textOf(found.row, 'user'))
      if (owner) await noteFile(survey, file, { source, ownerKey: owner.key, remark })
    }
  }
  people.nameByLabels()
  return survey
}

function noteMessage(survey: Survey, found: FoundMessage, people: People, remark: Remark): void {
  const { row, time, conversation, file } = found
  const at = dateOfTimestamp(time)
  if (at > survey.lastSeen) survey.lastSeen = at
  const { kind } = kindOf(row)
  if (kind === 'other') return
  if (kind === 'join' || kind === 'leave') {
    const key = people.find(textOf(row, 'user'))?.key
    if (key === undefined) return
    noteFirst(survey, key, at)
    const ofChannel = survey.moves.get(conversation.id) ?? new Map<string, Move[]>()
    survey.moves.set(conversation.id, ofChannel)
    ofChannel.set(key, [...(ofChannel.get(key) ?? []), { at, isJoin: kind === 'join' }])
    return
  }
  const sender = senderOf(row, people)
  if (!sender) return
  if (sender.isNew) remark({ reason: 'No list of the archive has the sender.', file })
  else people.addUnknown(sender.key, rowOf(row, 'user_profile'))
  noteFirst(survey, sender.key, at)
  noteLabels(row, people)
  noteReactions(survey, found, people, remark)
  const root = rootKeyOf(found)
  if (root !== undefined) survey.replies.set(root, (survey.replies.get(root) ?? 0) + 1)
}

const labeledMention = /<@([UW][A-Z0-9]{1,30})\|([^<>|\n]{1,100})>/g

function noteLabels(row: Row, people: People): void {
  for (const [, id = '', label = ''] of textOf(row, 'text').matchAll(labeledMention)) {
    people.noteLabel(id, decodeEntities(label).replace(/^@/, ''))
  }
}

/** People who reacted and whom no list has become placeholders, as senders do. */
function noteReactions(
  survey: Survey,
  { row, time, file }: FoundMessage,
  people: People,
  remark: Remark,
): void {
  for (const id of rowsOf(row, 'reactions').flatMap((reaction) => textsOf(reaction, 'users'))) {
    if (id === '' || people.find(id)) continue
    people.addUnknown(id, {})
    noteFirst(survey, id, dateOfTimestamp(time))
    remark({ reason: 'No list of the archive has a person who reacted.', file })
  }
}

function noteFirst({ firstSeen }: Survey, key: string, at: Date): void {
  if (!firstSeen.has(key)) firstSeen.set(key, at)
}

/** The key of the message that this one replies to. */
export function rootKeyOf({ row, time, conversation }: FoundMessage): string | undefined {
  const root = readTimestamp(row.thread_ts)
  return root && root.text !== time.text ? `${conversation.id}/${root.text}` : undefined
}

async function noteFile(
  { files }: Survey,
  file: Row,
  { source, ownerKey, remark }: { source: MessageSource; ownerKey: string; remark: Remark },
): Promise<void> {
  const id = textOf(file, 'id')
  const path = source.layout.uploads.get(id)
  if (path === undefined || files.has(id)) return
  if (await isLoginPage(source, path, file)) {
    remark({ reason: 'The file of the archive is a login page.', file: path })
    return
  }
  const createdAt = dateOf(numberOf(file, 'created'), 's')
  const contentType = isCanvas(file) ? 'text/html' : textOf(file, 'mimetype')
  files.set(id, {
    ...{ kind: 'file', key: id, name: fileNameOf(file) },
    ownerKey,
    ...(contentType && { contentType }),
    ...(createdAt && { createdAt }),
    file: archiveFile(source.archive, path),
  })
}

export function fileNameOf(file: Row): string {
  const name = firstText(file, 'name', 'title') || textOf(file, 'id') || 'file'
  return isCanvas(file) && !/\.html?$/i.test(name) ? `${name}.html` : name
}

/** Without a token Slack answers with its login page, which some programs stored as the file. */
async function isLoginPage(source: MessageSource, path: string, file: Row): Promise<boolean> {
  const size = numberOf(file, 'size')
  const isAsTold = size === source.archive.files.get(path)
  if (isAsTold || isCanvas(file) || /html/.test(textOf(file, 'mimetype'))) return false
  const start = await readStart(source.archive, path, 200).catch(() => Buffer.alloc(0))
  return /^\s*<(!doctype html|html)/i.test(start.toString('latin1'))
}
