import { firstText, textOf } from '../archive/fields'
import type { FolderRecord, StreamRecord, SubscriptionRecord } from '../records'
import type { ExportFile } from './exports'
import type { People } from './people'
import { timeOfId } from './snowflakes'

type Kind = 'stream' | 'thread' | 'private thread' | 'conversation'

interface Channel {
  id: string
  kind: Kind
  name: string
  topic: string
  /** The category of a channel, the channel of a thread; '' without one. */
  parentId: string
  parentName: string
  /** Whether all files are in a folder named `public`. */
  isPublic: boolean
}

/** The destination of the messages of a channel. */
export type Place =
  { streamKey: string; thread?: { key: string; name: string } } | { conversationKey: string }

const kinds: Record<string, Kind> = {
  GuildNewsThread: 'thread',
  GuildPublicThread: 'thread',
  GuildPrivateThread: 'private thread',
  DirectTextChat: 'conversation',
  DirectGroupTextChat: 'conversation',
}

/** Names that older versions gave to the category of a channel without one. */
const noCategory = new Set(['Text', 'Private', 'Group', 'News', 'Store', 'Default'])

/** The channels of an archive, by its files. Source: docs/protocol/import.md#discord-channels. */
export class Channels {
  private readonly byId = new Map<string, Channel>()
  private readonly byName = new Map<string, string>()
  /** People who surely could read a channel, since they wrote or reacted there, and the time of their first message. */
  private readonly readers = new Map<string, Map<string, number>>()
  private lastSeen = 0

  /** @param files the newest first */
  constructor(files: readonly ExportFile[]) {
    for (const file of files) this.add(file)
    for (const channel of [...this.byId.values()]) this.addParent(channel)
    for (const { id, name } of this.byId.values()) {
      if (!this.byName.has(name)) this.byName.set(name, id)
    }
  }

  private add({ channel, isPublic }: ExportFile): void {
    const id = textOf(channel, 'id')
    const known = this.byId.get(id)
    if (known) {
      known.isPublic &&= isPublic
      return
    }
    const categoryId = textOf(channel, 'categoryId')
    const parentName = firstText(channel, 'category')
    const hasParent = categoryId !== '0' && (categoryId !== '' || !noCategory.has(parentName))
    this.byId.set(id, {
      ...{ id, kind: kinds[textOf(channel, 'type')] ?? 'stream', isPublic },
      ...{ name: firstText(channel, 'name') || id, topic: textOf(channel, 'topic') },
      parentId: hasParent ? categoryId || parentName : '',
      parentName,
    })
  }

  /** The channel of a thread, which has no file of its own if it is a forum; it is as private as its threads. */
  private addParent({ kind, parentId, parentName, isPublic }: Channel): void {
    if (kind !== 'thread' || parentId === '') return
    const parent = this.byId.get(parentId)
    if (parent) parent.isPublic &&= isPublic
    else {
      this.byId.set(parentId, {
        ...{ id: parentId, kind: 'stream', name: parentName || parentId, topic: '' },
        ...{ parentId: '', parentName: '', isPublic },
      })
    }
  }

  find(id: string): Pick<Channel, 'kind' | 'name'> | undefined {
    return this.byId.get(id)
  }

  findByName(name: string): string | undefined {
    return this.byName.get(name)
  }

  /** The destination of the messages of a channel of the archive. */
  placeOf(id: string): Place {
    const channel = this.byId.get(id)
    if (channel?.kind === 'conversation') return { conversationKey: id }
    if (channel?.kind === 'thread' && channel.parentId !== '') {
      return { streamKey: channel.parentId, thread: { key: id, name: channel.name } }
    }
    return { streamKey: id }
  }

  /** @param at time of a message that the person wrote; absent for other signs of a reader, which have no time */
  noteReader(id: string, userKey: string, at = Infinity): void {
    const place = this.placeOf(id)
    const key = 'streamKey' in place ? place.streamKey : place.conversationKey
    const readers = this.readers.get(key) ?? new Map<string, number>()
    this.readers.set(key, readers)
    readers.set(userKey, Math.min(readers.get(userKey) ?? Infinity, at))
    if (at < Infinity) this.lastSeen = Math.max(this.lastSeen, at)
  }

  /** The members of a conversation. */
  membersOf(conversationKey: string): string[] {
    return [...(this.readers.get(conversationKey)?.keys() ?? [])]
  }

  /** Keys of the channels that become streams, the oldest first. */
  private streams(): Channel[] {
    return [...this.byId.values()]
      .filter(({ id, kind }) => kind !== 'conversation' && isOwnStream(this.placeOf(id), id))
      .sort((one, other) => (timeOfId(one.id) ?? 0) - (timeOfId(other.id) ?? 0))
  }

  *folders(): Generator<FolderRecord> {
    const seen = new Set<string>()
    for (const { kind, parentId, parentName } of this.streams()) {
      if (kind !== 'stream' || parentId === '' || seen.has(parentId)) continue
      seen.add(parentId)
      yield { kind: 'folder', key: parentId, name: parentName || parentId }
    }
  }

  /**
   * The streams. @param describe makes plain text of a channel's topic
   * @param tell receives the names of streams that are private since nothing says that they are public
   */
  *streamRecords(
    describe: (topic: string) => string,
    tell: (name: string) => void,
  ): Generator<StreamRecord> {
    for (const { id, kind, name, topic, parentId, parentName, isPublic } of this.streams()) {
      const isThread = kind === 'private thread'
      const createdAt = timeOfId(id)
      const isPrivate = isThread || !isPublic
      if (!isThread && isPrivate) tell(name)
      yield {
        ...{ kind: 'stream', key: id, name, isPrivate, hasSharedHistory: true },
        description: isThread && parentName ? `Private thread of #${parentName}` : describe(topic),
        isDefault: name === 'general' && !isPrivate,
        ...(!isThread && parentId !== '' && { folderKey: parentId }),
        ...(createdAt !== undefined && { createdAt: new Date(createdAt) }),
      }
    }
  }

  /**
   * The people who wrote or reacted, as subscribers since their first message. Earlier messages, which perhaps came with an earlier
   * archive, would become unread otherwise.
   */
  *subscriptions(people: People): Generator<SubscriptionRecord> {
    for (const { id } of this.streams()) {
      for (const [userKey, at] of this.readers.get(id) ?? []) {
        if (people.isBot(userKey)) continue
        const from = new Date(Math.min(at, this.lastSeen))
        yield { kind: 'subscription', streamKey: id, userKey, isActive: true, periods: [{ from }] }
      }
    }
  }

  /**
   * Adds people of conversations who neither wrote nor reacted. The name of a conversation lists its members but the one who
   * made the export; somebody whom no name tells becomes a placeholder.
   * @param tell receives the name of a conversation with a placeholder
   */
  completeConversations(people: People, tell: (name: string) => void): void {
    const conversations = [...this.byId.values()].filter(({ kind }) => kind === 'conversation')
    const keysByName = people.keysByName()
    const exporter = this.exporterOf(conversations, people)
    for (const { id, name } of conversations) {
      if (exporter !== undefined) this.noteReader(id, exporter)
      for (const each of name.split(', ')) {
        const [key, ...others] = keysByName.get(each) ?? []
        if (key !== undefined && others.length === 0) this.noteReader(id, key)
      }
      const [only, ...rest] = this.membersOf(id)
      if (rest.length > 0) continue
      const isOther = only === undefined || people.find(only)?.name !== name
      const key = `conversation ${id}`
      people.addPlaceholder(key, isOther ? name : 'Unknown person')
      this.noteReader(id, key)
      tell(name)
    }
  }

  /** The person who made the export: the one who wrote in conversations of two without being in their names. */
  private exporterOf(conversations: readonly Channel[], people: People): string | undefined {
    const found = new Set<string>()
    for (const { id, name } of conversations) {
      const readers = this.membersOf(id)
      if (readers.length > 2 || name.includes(', ')) continue
      for (const key of readers) if (people.find(key)?.name !== name) found.add(key)
    }
    const [only, ...others] = found
    return others.length === 0 ? only : undefined
  }
}

function isOwnStream(place: Place, id: string): boolean {
  return 'streamKey' in place && place.streamKey === id
}
