import { firstText, rowOf, rowsOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import type { People } from './people'

/** Kinds of rows. A row of the kind `other` is left out, with a remark if it has a reason. */
export type MessageKind =
  | { kind: 'message' | 'me' | 'huddle' | 'deleted' | 'join' | 'leave' }
  | { kind: 'other'; reason?: string }

const skipped = new Set([
  ...['topic', 'purpose', 'name', 'archive', 'unarchive'].flatMap((what) => [
    `channel_${what}`,
    `group_${what}`,
  ]),
  ...['channel_convert_to_private', 'channel_posting_permissions', 'pinned_item', 'unpinned_item'],
  ...['reminder_add', 'bot_add', 'bot_remove', 'app_conversation_join', 'channel_canvas_updated'],
  ...['message_replied', 'bot_enable', 'bot_disable'],
])

const kinds: Record<string, MessageKind> = {
  channel_join: { kind: 'join' },
  group_join: { kind: 'join' },
  channel_leave: { kind: 'leave' },
  group_leave: { kind: 'leave' },
  me_message: { kind: 'me' },
  huddle_thread: { kind: 'huddle' },
  sh_room_created: { kind: 'huddle' },
  tombstone: { kind: 'deleted' },
  message_changed: { kind: 'other', reason: 'A change of an audit export is left out.' },
  message_deleted: { kind: 'other', reason: 'A deletion of an audit export is left out.' },
}

/** The kind of a row by its subtype; messages of unknown subtypes are messages. Source: docs/protocol/import.md#slack-skipped. */
export function kindOf(row: Row): MessageKind {
  const type = textOf(row, 'type')
  if (type !== '' && type !== 'message') return { kind: 'other', reason: 'A row is no message.' }
  const subtype = textOf(row, 'subtype')
  if (skipped.has(subtype)) return { kind: 'other' }
  return Object.hasOwn(kinds, subtype)
    ? (kinds[subtype] ?? { kind: 'message' })
    : { kind: 'message' }
}

const nobody = 'U00'

/**
 * The key of the sender, who becomes a placeholder or a bot if no list has them; undefined if the row names nobody.
 * Source: docs/protocol/import.md#slack-subtypes.
 */
export function senderOf(row: Row, people: People): { key: string; isNew: boolean } | undefined {
  const id = userIdOf(row)
  const botId = textOf(row, 'bot_id')
  const known = people.find(id) ?? people.find(botId)
  if (known) return { key: known.key, isNew: false }
  if (id !== '' && id !== nobody) {
    people.addUnknown(id, rowOf(row, 'user_profile'))
    return { key: id, isNew: true }
  }
  const name = firstText(rowOf(row, 'bot_profile'), 'name') || firstText(row, 'username')
  if (botId === '' && name === '') return undefined
  const key = botId || `bot:${name.slice(0, 100)}`
  const isNew = !people.find(key)
  people.addBot(key, name || `Deleted Slack Bot ${botId}`)
  return { key, isNew }
}

function userIdOf(row: Row): string {
  const subtype = textOf(row, 'subtype')
  if (subtype === 'file_comment') return textOf(rowOf(row, 'comment'), 'user')
  const user = textOf(row, 'user')
  if (user !== '') return user
  return firstText(rowOf(row, 'room'), 'created_by') || textOf(filesOf(row)[0] ?? {}, 'user')
}

/** The files of a message; old exports have one `file`. */
export function filesOf(row: Row): Row[] {
  const files = rowsOf(row, 'files')
  const file = rowOf(row, 'file')
  return files.length > 0 || textOf(file, 'id') === '' ? files : [file]
}

/** The files of messages that a message shares, by their ids once. */
export function sharedFilesOf(row: Row): Row[] {
  const own = new Set(filesOf(row).map((file) => textOf(file, 'id')))
  return rowsOf(row, 'attachments')
    .flatMap((attachment) => rowsOf(attachment, 'files'))
    .filter((file) => {
      const id = textOf(file, 'id')
      if (own.has(id)) return false
      own.add(id)
      return true
    })
}
