import { firstText, isTrue, textOf, textsOf } from '../archive/fields'
import type { Row } from '../archive/fields'
import type { StreamRecord } from '../records'
import { idOf, timeOf, userIdOf } from './documents'
import type { People } from './people'

/** The stream of a room, or the members of a conversation. */
export type Place =
  | { streamKey: string; discussion?: { key: string; name: string } }
  | { conversationKey: string; userKeys: string[] }

interface Room {
  id: string
  type: 'public' | 'private' | 'direct'
  name: string
  title: string
  description: string
  parentId: string
  creatorKey: string
  isReadOnly: boolean
  isArchived: boolean
  isDefault: boolean
  createdAt: number | undefined
  /** Members of conversations, and of rooms whose members decide where discussions go. */
  members: Set<string>
}

const types = new Map<string, Room['type']>([
  ['c', 'public'],
  ['p', 'private'],
  ['d', 'direct'],
])

/** Discussions of discussions are followed that far. */
const mostLevels = 20

/** The rooms of a dump. Source: docs/protocol/import.md#rocket-chat-rooms. */
export class Rooms {
  private readonly rooms = new Map<string, Room>()
  private readonly byName = new Map<string, string>()
  private readonly byFoldedName = new Map<string, string>()
  /** Rooms that are private, and discussions of them or their parents. */
  private readonly withMembers = new Set<string>()
  private readonly places = new Map<string, Place>()

  /** Answers whether the type of the room is imported. */
  add(row: Row): boolean {
    const type = types.get(textOf(row, 't'))
    const id = idOf(row)
    if (id === '' || type === undefined) return false
    const name = firstText(row, 'name')
    const parentId = idOf(row, 'prid')
    if (type !== 'direct' && !parentId) this.addName(name, id)
    this.rooms.set(id, {
      ...{ id, type, name, parentId, creatorKey: userIdOf(row) },
      ...{ title: firstText(row, 'fname', 'name') || id, description: describe(row) },
      ...{ isReadOnly: isTrue(row, 'ro'), isArchived: isTrue(row, 'archived') },
      isDefault: isTrue(row, 'default') && type === 'public',
      createdAt: timeOf(row, 'ts'),
      members: new Set(type === 'direct' ? textsOf(row, 'uids') : []),
    })
    if (parentId || type === 'direct') this.withMembers.add(id)
    if (parentId) this.withMembers.add(parentId)
    return true
  }

  /** Notes a member, where members decide. */
  addMember(roomId: string, userKey: string): void {
    if (this.withMembers.has(roomId)) this.rooms.get(roomId)?.members.add(userKey)
  }

  has(roomId: string): boolean {
    return this.rooms.has(roomId)
  }

  isDirect(roomId: string): boolean {
    return this.rooms.get(roomId)?.type === 'direct'
  }

  private addName(name: string, id: string): void {
    const folded = name.toLowerCase()
    this.byName.set(name, id)
    if (!this.byFoldedName.has(folded)) this.byFoldedName.set(folded, id)
  }

  /** The stream with a name, in the same letter case if there are several; undefined for a discussion. */
  findByName(name: string): string | undefined {
    return this.byName.get(name) ?? this.byFoldedName.get(name.toLowerCase())
  }

  /** Ids and names of all rooms. */
  *names(): Generator<{ id: string; name: string }> {
    for (const { id, name } of this.rooms.values()) yield { id, name }
  }

  /** The destination of a room's messages, once all members are known; undefined for a room that is not imported. */
  placeOf(roomId: string): Place | undefined {
    const room = this.rooms.get(roomId)
    const known = this.places.get(roomId)
    if (!room || known) return known
    const place = this.findPlace(room)
    this.places.set(roomId, place)
    return place
  }

  private findPlace(room: Room): Place {
    const root = this.rootOf(room)
    const target = root ?? room
    if (target.type === 'direct') {
      return { conversationKey: target.id, userKeys: [...target.members].sort() }
    }
    const discussion = root && { key: room.id, name: room.title }
    return { streamKey: target.id, ...(discussion && { discussion }) }
  }

  /**
   * The room that a discussion folds into. Members of the parent see its discussions, so that folding shows them to nobody
   * else; a discussion with members that its parent does not have stays apart, or they would lose it.
   */
  private rootOf(room: Room): Room | undefined {
    let root: Room | undefined
    let next = this.rooms.get(room.parentId)
    for (let level = 0; next && level < mostLevels; level++) {
      root = next
      next = this.rooms.get(next.parentId)
    }
    if (!root || root === room || next) return undefined
    const { members, type } = root
    return type === 'public' || [...room.members].every((each) => members.has(each))
      ? root
      : undefined
  }

  /** The rooms that become streams. */
  *streams(people: People): Generator<StreamRecord> {
    for (const room of this.rooms.values()) {
      const place = this.placeOf(room.id)
      if (!place || !('streamKey' in place) || place.streamKey !== room.id) continue
      yield {
        ...{ kind: 'stream', key: room.id, name: room.title, description: room.description },
        ...{ isPrivate: room.type === 'private', hasSharedHistory: true },
        ...{ isArchived: room.isArchived, isDefault: room.isDefault },
        ...(people.find(room.creatorKey) && { creatorKey: room.creatorKey }),
        ...(room.createdAt !== undefined && { createdAt: new Date(room.createdAt) }),
        ...(room.isReadOnly && { permissions: { can_send_message_group: 'role:moderators' } }),
      }
    }
  }

  /** Adds placeholders for members without an account in the dump. */
  completeMembers(people: People, tell: () => void): void {
    for (const { type, members } of this.rooms.values()) {
      if (type !== 'direct') continue
      for (const key of members) if (people.addUnknown(key, '')) tell()
    }
  }
}

function describe(row: Row): string {
  const name = firstText(row, 'fname', 'name')
  const texts = ['description', 'topic', 'announcement'].map((field) => firstText(row, field))
  const said = new Set(texts.filter((text) => text !== '' && text !== name))
  return [...said].join(' – ').replace(/\s+/g, ' ')
}
