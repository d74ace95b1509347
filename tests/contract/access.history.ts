import { sql } from 'kysely'
import type { Database } from '../../src/server/data/engine/database'
import { ensureDmGroups, memberKey } from '../../src/server/data/messages/dm-groups'
import { markRead, markUnread } from '../../src/server/data/read-state/mark-messages'
import { roles } from '../../src/shared/rules/roles'
import type { Reader } from '../../src/server/data/access/rule'
import {
  activateSubscriptions,
  endSubscriptions,
} from '../../src/server/data/streams/subscription-changes'
import { deactivateStreams, insertStreams } from '../../src/server/data/streams/update-streams'
import { firstOf, present } from '../support/checked'
import type { Random } from '../support/random'

export interface WrittenMessage {
  id: number
  senderId: number
  streamId: number | null
  dmGroupId: number | null
  topic: string
}

interface MadeStream {
  id: number
  isPrivate: boolean
  sharesPast: boolean
}

/** A period of a subscription in message ids, as (from, to]; without `to` it is still active. */
interface Period {
  from: number
  to: number | undefined
}

/**
 * A realm whose users subscribed, wrote, read and left at random. Its methods state again, in plain
 * code, the rule which user may know, may read and has received each message.
 */
export class RandomHistory {
  readonly users: Reader[] = []
  readonly streams: MadeStream[] = []
  readonly conversations: { id: number; memberIds: number[] }[] = []
  readonly messages: WrittenMessage[] = []
  archived: MadeStream | undefined
  private realmId = 0
  private readonly periods = new Map<string, Period[]>()
  private readonly read = new Map<number, Set<number>>()

  private constructor(
    private readonly db: Database,
    private readonly random: Random,
  ) {}

  static async make(db: Database, random: Random, steps: number): Promise<RandomHistory> {
    const history = new RandomHistory(db, random)
    await history.begin()
    for (let step = 0; step < steps; step++) await history.go()
    await history.archive()
    return history
  }

  isSubscribed(user: Reader, streamId: number): boolean {
    return this.periodsOf(user, streamId).some(({ to }) => to === undefined)
  }

  mayKnow(user: Reader, stream: MadeStream): boolean {
    const isAdministrator = user.role === roles.owner || user.role === roles.administrator
    return isAdministrator || this.isOpen(user, stream) || this.isSubscribed(user, stream.id)
  }

  /** Whether the user was subscribed when the message was written. */
  wasSubscribed(user: Reader, streamId: number, messageId: number): boolean {
    return this.periodsOf(user, streamId).some(
      ({ from, to }) => messageId > from && (to === undefined || messageId <= to),
    )
  }

  hasReceived(user: Reader, { id, streamId, dmGroupId }: WrittenMessage): boolean {
    if (streamId !== null) return this.wasSubscribed(user, streamId, id)
    return this.takesPart(user, dmGroupId)
  }

  mayRead(user: Reader, message: WrittenMessage): boolean {
    const { streamId, dmGroupId } = message
    if (streamId === null) return this.takesPart(user, dmGroupId)
    const stream = present(this.streams.find(({ id }) => id === streamId))
    if (this.isOpen(user, stream)) return true
    if (!this.isSubscribed(user, streamId)) return false
    return stream.sharesPast || this.hasReceived(user, message)
  }

  /** Whether the user has read the message. Only received messages can be read. */
  hasRead(user: Reader, { id }: WrittenMessage): boolean {
    return this.read.get(user.id)?.has(id) ?? false
  }

  isOpen(user: Reader, stream: MadeStream): boolean {
    return !stream.isPrivate && user.role !== roles.guest
  }

  private takesPart(user: Reader, dmGroupId: number | null): boolean {
    return this.conversations.some(
      ({ id, memberIds }) => id === dmGroupId && memberIds.includes(user.id),
    )
  }

  private periodsOf(user: Reader, streamId: number): readonly Period[] {
    return this.periods.get(`${user.id} ${streamId}`) ?? []
  }

  private newestId(): number {
    return this.messages.at(-1)?.id ?? 0
  }

  private async begin(): Promise<void> {
    const name = `realm-${this.random.between(0, 1_000_000)}`
    const made = await sql<{ id: number }>`
      insert into realms (string_id, name) values (${name}, 'test') returning id`.execute(
      this.db.query,
    )
    this.realmId = firstOf(made.rows).id
    const { owner, administrator, member, guest } = roles
    for (const role of [owner, administrator, member, member, member, guest, guest, guest]) {
      const key = `${name} ${this.users.length}`
      const { rows } = await sql<Reader>`
        insert into users (realm_id, email, full_name, short_name, role, api_key)
        values (${this.realmId}, ${key}, ${key}, 'user', ${role}, md5(${key}))
        returning realm_id, id, role`.execute(this.db.query)
      this.users.push(...rows)
    }
    await this.db.transaction(async (tx) => {
      const kinds = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => ({
        name: `stream ${index}`,
        description: '',
        rendered_description: '',
        invite_only: index % 2 === 1,
        is_announcement_only: false,
        history_public_to_subscribers: index % 4 < 2,
        creator_id: null,
      }))
      for (const stream of await insertStreams(tx, this.realmId, kinds)) {
        const { id, invite_only: isPrivate, history_public_to_subscribers: sharesPast } = stream
        this.streams.push({ id, isPrivate, sharesPast })
      }
      const ids = this.users.map(({ id }) => id)
      const keys = [1, 2, 2, 3, 3].map((size) =>
        memberKey(this.random.shuffled(ids).slice(0, size)),
      )
      for (const group of (await ensureDmGroups(tx, this.realmId, keys)).values()) {
        const memberIds = group.member_key.split(',').map(Number)
        this.conversations.push({ id: group.id, memberIds })
      }
    })
  }

  private async go(): Promise<void> {
    const user = this.random.pick(this.users)
    const stream = this.random.pick(this.streams)
    const dice = this.random.next()
    if (dice < 0.2) await this.subscribe(user, stream.id)
    else if (dice < 0.3) await this.leave(user, stream.id)
    else if (dice < 0.75) await this.write(user, this.random.chance(0.8) ? stream.id : null)
    else if (dice < 0.95) await this.markRead(user)
    else await this.markUnread(user)
  }

  private async subscribe(user: Reader, streamId: number): Promise<void> {
    const row = { user_id: user.id, stream_id: streamId, color: '#aaaaaa' }
    await this.db.transaction((tx) => activateSubscriptions(tx, this.realmId, [row]))
    if (this.isSubscribed(user, streamId)) return
    const from = this.newestId()
    // A user who resubscribes before the next message has no gap between the periods.
    const known = this.periodsOf(user, streamId).filter((period) => period.from !== from)
    this.periods.set(`${user.id} ${streamId}`, [...known, { from, to: undefined }])
  }

  private async leave(user: Reader, streamId: number): Promise<void> {
    const key = { user_id: user.id, stream_id: streamId }
    await this.db.transaction((tx) => endSubscriptions(tx, this.realmId, [key]))
    if (!this.isSubscribed(user, streamId)) return
    for (const period of this.periodsOf(user, streamId)) period.to ??= this.newestId()
    this.setRead([user], (message) => message.streamId === streamId)
  }

  private async write(user: Reader, streamId: number | null): Promise<void> {
    const id = this.newestId() + this.random.between(1, 3)
    const own = this.conversations.filter(({ memberIds }) => memberIds.includes(user.id))
    const dmGroupId = streamId === null && own.length > 0 ? this.random.pick(own).id : null
    if (streamId === null && dmGroupId === null) return
    const topic = streamId === null ? '' : this.random.pick(['a', 'A', 'b'])
    const isRead = this.random.chance(0.5)
    const sentAt = new Date(now.getTime() - this.random.between(0, 300_000))
    await sql`
      insert into messages (realm_id, id, sender_id, stream_id, dm_group_id, topic, content,
        rendered_content, client, sent_at, read_by_sender) overriding system value
      values (${this.realmId}, ${id}, ${user.id}, ${streamId}, ${dmGroupId}, ${topic}, 'x', 'x',
        'test', ${sentAt.toISOString()}, ${isRead})`.execute(this.db.query)
    const message = { id, senderId: user.id, streamId, dmGroupId, topic }
    this.messages.push(message)
    if (isRead) this.setRead([user], (other) => other === message)
  }

  private async markRead(user: Reader): Promise<void> {
    const ids = this.someIds()
    await this.db.transaction((tx) => markRead(tx, user, ids))
    this.setRead([user], (message) => ids.includes(message.id) && this.mayRead(user, message))
  }

  private async markUnread(user: Reader): Promise<void> {
    const ids = this.someIds()
    await this.db.transaction((tx) => markUnread(tx, user, ids))
    for (const message of this.messages) {
      const { id, streamId } = message
      if (streamId !== null && !this.isSubscribed(user, streamId)) continue
      if (ids.includes(id) && this.hasReceived(user, message)) this.read.get(user.id)?.delete(id)
    }
  }

  private async archive(): Promise<void> {
    const archived = this.random.pick(this.streams)
    this.archived = archived
    await this.db.transaction((tx) => deactivateStreams(tx, this.realmId, [archived.id]))
    this.setRead(this.users, ({ streamId }) => streamId === archived.id)
  }

  /** Marks the received messages among the given ones as read; other messages are neither read nor unread. */
  private setRead(users: readonly Reader[], isIt: (message: WrittenMessage) => boolean): void {
    for (const user of users) {
      const read = this.read.get(user.id) ?? new Set<number>()
      this.read.set(user.id, read)
      for (const message of this.messages) {
        if (isIt(message) && this.hasReceived(user, message)) read.add(message.id)
      }
    }
  }

  private someIds(): number[] {
    return this.random
      .shuffled(this.messages)
      .slice(0, 8)
      .map(({ id }) => id)
  }
}

const now = new Date('2030-01-01T12:00:00Z')
