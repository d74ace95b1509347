import { ArchiveError } from '../archive/archive'
import { numberOf, textOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import { SortedRuns } from '../archive/sorted-runs'
import type { Move } from '../records/periods'
import { buckets } from './collections'
import { idOf, timeOf, userIdOf } from './documents'
import { brokenOffReason } from './dump'
import type { Dump, Remark } from './dump'
import { GridFiles } from './grid-files'
import { itemOf, noticeItemOf } from './items'
import type { MessageItem } from './items'
import { People } from './people'
import { Rooms } from './rooms'

/** The facts of a dump that are collected before its messages are written. */
export interface Survey {
  people: People
  rooms: Rooms
  uploads: GridFiles
  emojiFiles: GridFiles
  runs: SortedRuns<MessageItem>
  /** Numbers of replies by the root of their thread. */
  replies: Map<string, number>
  /** The first message of each discussion. */
  firstOf: Map<string, { key: string; at: number }>
  /** Up to when people have read their conversations. */
  readUntil: Map<string, Map<string, number>>
  /** Joining and leaving, by room and person. */
  moves: Map<string, Map<string, Move[]>>
  lastSeen: Date
}

/**
 * Reads all collections once and sorts the messages on disk. The caller deletes the runs. Memory grows with the numbers of
 * people, rooms, conversations, threads and files.
 */
export async function surveyDump(dump: Dump, remark: Remark): Promise<Survey> {
  const avatars = await findAvatars(dump, remark)
  const people = new People(avatars)
  for await (const row of dump.documents('users', refuseBrokenOff(remark))) people.add(row)
  const survey: Survey = {
    ...{ people, rooms: new Rooms(), lastSeen: new Date(0) },
    ...{ replies: new Map(), firstOf: new Map(), readUntil: new Map(), moves: new Map() },
    uploads: await GridFiles.in(dump, buckets.uploads, remark),
    emojiFiles: await GridFiles.in(dump, buckets.emoji, remark),
    runs: await SortedRuns.create<MessageItem>(),
  }
  try {
    await readRooms(survey, dump, remark)
    await readMessages(survey, dump, remark)
  } catch (error) {
    await survey.runs.delete()
    throw error
  }
  return survey
}

/**
 * Refuses a list of accounts whose rest is lost: the people in it would become strangers.
 * @throws ArchiveError
 */
function refuseBrokenOff(remark: Remark): Remark {
  return (each) => {
    if (!each.reason.startsWith(brokenOffReason)) return remark(each)
    throw new ArchiveError(`The list of people ${each.file} is damaged. ${each.reason}`)
  }
}

async function findAvatars(dump: Dump, remark: Remark) {
  const files = await GridFiles.in(dump, buckets.avatars, remark)
  const ids = new Map<string, string>()
  for await (const row of dump.documents('rocketchat_avatars', remark)) {
    for (const owner of [idOf(row, 'userId'), textOf(row, 'name')]) {
      if (owner) ids.set(owner, idOf(row))
    }
  }
  return (key: string, username: string) => {
    const id = ids.get(key) ?? ids.get(username)
    return id === undefined ? undefined : (files.find(id) ?? dump.looseFile(id))
  }
}

async function readRooms(survey: Survey, dump: Dump, remark: Remark): Promise<void> {
  const { rooms, people, readUntil } = survey
  const file = 'rocketchat_room.bson'
  for await (const row of dump.documents('rocketchat_room', remark)) {
    if (!rooms.add(row)) remark({ reason: 'A room is of a type that has no place here.', file })
  }
  for await (const row of dump.documents('rocketchat_subscription', remark)) {
    const [roomId, userKey, at] = [idOf(row, 'rid'), userIdOf(row), readUntilOf(row)]
    rooms.addMember(roomId, userKey)
    if (at === undefined || !rooms.isDirect(roomId)) continue
    const positions = readUntil.get(roomId) ?? new Map<string, number>()
    readUntil.set(roomId, positions.set(userKey, at))
  }
  const reason = 'No account of the dump is the member of a conversation.'
  rooms.completeMembers(people, () => remark({ reason, file }))
}

/** The time up to which the owner of a subscription has read the room; undefined if unknown. */
export function readUntilOf(subscription: Row): number | undefined {
  const hasUnread = (numberOf(subscription, 'unread') ?? 0) > 0
  return timeOf(subscription, 'ls') ?? (hasUnread ? timeOf(subscription, 'ts') : undefined)
}

async function readMessages(survey: Survey, dump: Dump, remark: Remark): Promise<void> {
  const tell = (reason: string) => remark({ reason, file: 'rocketchat_message.bson' })
  for await (const row of dump.documents('rocketchat_message', remark)) {
    noteMove(survey, row)
    const item = itemOf(row, survey.people, tell)
    if (!item) continue
    if (!survey.rooms.has(item.roomId)) {
      tell('A message is in an unknown room.')
      continue
    }
    const { rootKey, roomId, key, at } = item
    if (rootKey) survey.replies.set(rootKey, (survey.replies.get(rootKey) ?? 0) + 1)
    const first = survey.firstOf.get(roomId)
    if (!first || first.at > at) survey.firstOf.set(roomId, { key, at })
    if (at > survey.lastSeen.getTime()) survey.lastSeen = new Date(at)
    await survey.runs.add(item)
    if (item.pin) await survey.runs.add(noticeItemOf(item, item.pin))
  }
  survey.people.completeReactions(() => {
    tell('No account of the dump is the person of a reaction.')
  })
}

/** Types whose person is the sender; the text of the other types is the name of the person. */
const moveTypes = new Map([
  ['uj', { isJoin: true, isSender: true }],
  ['ut', { isJoin: true, isSender: true }],
  ['ul', { isJoin: false, isSender: true }],
  ['au', { isJoin: true, isSender: false }],
  ['ru', { isJoin: false, isSender: false }],
])

function noteMove({ moves, people }: Survey, row: Row): void {
  const move = moveTypes.get(textOf(row, 't'))
  const at = timeOf(row, 'ts')
  if (!move || at === undefined) return
  const key = move.isSender ? userIdOf(row) : people.findByName(textOf(row, 'msg'))?.key
  if (key === undefined || !people.find(key)) return
  const ofRoom = moves.get(idOf(row, 'rid')) ?? new Map<string, Move[]>()
  ofRoom.set(key, [...(ofRoom.get(key) ?? []), { at: new Date(at), isJoin: move.isJoin }])
  moves.set(idOf(row, 'rid'), ofRoom)
}
