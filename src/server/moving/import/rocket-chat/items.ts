import {
  cutTextReason,
  firstText,
  isTextCut,
  isRow,
  isTrue,
  rowOf,
  rowsOf,
  textOf,
  textsOf,
} from '../archive/fields'
import type { Row } from '../archive/fields'
import { pinKeyOf } from '../markup/pins'
import { idOf, timeOf, userIdOf } from './documents'
import type { People } from './people'

/** A message of a room, as it is sorted. */
export interface MessageItem {
  /** Milliseconds. */
  at: number
  key: string
  roomId: string
  sender: string
  text: string
  isEncrypted: boolean
  /** The discussion that the message announces. */
  discussionId?: string
  /** The root of the thread of a reply. */
  rootKey?: string
  /** Whether the reply was sent to the room, too. */
  isBroadcast: boolean
  editedAt?: number
  reactions: { emoji: string; usernames: string[] }[]
  files: { id: string; name: string }[]
  attachments: Row[]
  starredBy: string[]
  pin?: Pin
  /** The pinned message that the notice is about. */
  pinOf?: string
}

/** A pin, with the person's id and the time if the message has them. */
interface Pin {
  by: string
  at: number | undefined
}

/** Types of the system's messages that become messages. */
const kept = new Set(['', 'e2e', 'discussion-created'])

/**
 * The item of a document; undefined for one that becomes no message. Source:
 * docs/protocol/import.md#rocket-chat-collections.
 * @param tell receives the reason why a message is left out
 */
export function itemOf(
  row: Row,
  people: People,
  tell: (reason: string) => void,
): MessageItem | undefined {
  const type = textOf(row, 't')
  if (!kept.has(type) || isTrue(row, '_hidden')) return undefined
  const [key, roomId, at] = [idOf(row), idOf(row, 'rid'), timeOf(row, 'ts')]
  if (key === '' || at === undefined) {
    tell('A message has no id or no time.')
    return undefined
  }
  const sender = senderOf(row, people, tell)
  if (sender === undefined) return undefined
  if (isTextCut(row, 'msg')) tell(cutTextReason)
  const [discussionId, rootKey, editedAt] = [
    idOf(row, 'drid'),
    idOf(row, 'tmid'),
    timeOf(row, 'editedAt'),
  ]
  return {
    ...{ at, key, roomId, sender, text: textOf(row, 'msg'), isEncrypted: type === 'e2e' },
    ...(discussionId && { discussionId }),
    ...(rootKey && rootKey !== key && { rootKey }),
    isBroadcast: isTrue(row, 'tshow'),
    ...(editedAt !== undefined && { editedAt }),
    reactions: reactionsOf(row, people),
    files: filesOf(row),
    attachments: rowsOf(row, 'attachments').map(slim),
    starredBy: rowsOf(row, 'starred').flatMap((each) => idOf(each) || []),
    ...(isTrue(row, 'pinned') && {
      pin: { by: userIdOf(row, 'pinnedBy'), at: timeOf(row, 'pinnedAt') },
    }),
  }
}

/** The item of the notice about a pinned message, which has the time of the pin. */
export function noticeItemOf(item: MessageItem, pin: Pin): MessageItem {
  return {
    ...item,
    ...{ at: Math.max(item.at, pin.at ?? 0), key: pinKeyOf(item.key), pinOf: item.key },
    ...{ reactions: [], starredBy: [] },
  }
}

function senderOf(row: Row, people: People, tell: (reason: string) => void): string | undefined {
  const user = rowOf(row, 'u')
  const alias = firstText(row, 'alias')
  if (alias && isRow(row.bot)) return people.addIntegration(alias)
  const key = idOf(user)
  if (key === '') {
    tell('A message has no sender.')
    return undefined
  }
  const isUnknown = people.addUnknown(key, firstText(user, 'name', 'username'))
  people.noteName(key, textOf(user, 'username'))
  if (isUnknown) tell('The sender is no account of the dump.')
  return key
}

function reactionsOf(row: Row, people: People): MessageItem['reactions'] {
  const reactions = rowOf(row, 'reactions')
  return Object.keys(reactions).map((name) => {
    const usernames = textsOf(rowOf(reactions, name), 'usernames')
    for (const username of usernames) people.noteReaction(username)
    return { emoji: name.replace(/^:|:$/g, ''), usernames }
  })
}

/** The files of a message without the small pictures that the old server made of them. */
function filesOf(row: Row): MessageItem['files'] {
  const files = Array.isArray(row.files) ? rowsOf(row, 'files') : [rowOf(row, 'file')]
  return files
    .filter((file) => textOf(file, 'typeGroup') !== 'thumb')
    .flatMap((file) => (idOf(file) ? [{ id: idOf(file), name: firstText(file, 'name') }] : []))
}

const maxLevels = 4

/** An attachment without pictures inside, which may be large. */
function slim(row: Row): Row {
  return slimAt(row, 0) as Row
}

function slimAt(value: unknown, level: number): unknown {
  if (Array.isArray(value)) return value.map((each) => slimAt(each, level + 1))
  if (!isRow(value)) return value
  if (level > maxLevels || value instanceof Date || value instanceof Uint8Array) return undefined
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'image_preview')
      .map(([name, each]) => [name, slimAt(each, level + 1)]),
  )
}
