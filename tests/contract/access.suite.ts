import { sql } from 'kysely'
import {
  isInHistoryOf,
  isReadableBy,
  isReceivedBy,
  isUnreadBy,
} from '../../src/server/data/access/message-conditions'
import { namedPlaces } from '../../src/server/data/access/named-messages'
import { isInHistory, listReadableMessages } from '../../src/server/data/access/readable-messages'
import { listReaderIds, listRecipientGroups } from '../../src/server/data/access/recipients'
import type { Reader } from '../../src/server/data/access/rule'
import { listReadersAmong, listVisibility } from '../../src/server/data/access/readers'
import { openDatabase } from '../../src/server/data/engine/database'
import type { Database } from '../../src/server/data/engine/database'
import type { DatabaseOptions } from '../../src/server/data/engine/pools'
import { migrate } from '../../src/server/data/engine/migrate'
import type { NarrowBase } from '../../src/server/data/history/narrow-conditions'
import { listPageIds } from '../../src/server/data/history/pages'
import { readAnnotations } from '../../src/server/data/history/annotations'
import { listTopics } from '../../src/server/data/messages/newest-messages'
import { listLeftBehind } from '../../src/server/data/read-state/move'
import { listUnreadOfPeople } from '../../src/server/data/notifications/unread-messages'
import { listUnread } from '../../src/server/data/read-state/unread'
import { findStreamSeenBy } from '../../src/server/data/streams/streams'
import { findSendTarget } from '../../src/server/data/streams/send-targets'
import { readOwnState } from '../../src/server/data/users/own-state'
import { listMutedTopics, upsertUserTopic } from '../../src/server/data/users/user-topics'
import { accessStreams } from '../../src/server/chat/access/narrow/streams'
import { firstOf, present } from '../support/checked'
import { Random } from '../support/random'
import { sampled, sampleOf } from '../support/sample'
import { RandomHistory } from './access.history'
import type { WrittenMessage } from './access.history'

/** Each run tries one; `TEST_SEED=… npx jest contract/access` repeats the choice of a run, TEST_ALL=1 tries all. */
const histories = sampleOf([1, 2], { share: 1 / 2, name: 'histories' })

/** Checks that all forms of the access rule (know, read, receive) agree, on any database. */
export function describeAccess(open: () => Promise<DatabaseOptions>): void {
  let db: Database

  beforeAll(async () => {
    db = openDatabase({ ...(await open()), poolSize: 1, clock: { now: () => now } })
    await migrate(db)
  })
  afterAll(() => db.close())

  // Each history is a realm of its own; all are in one database and use the same message ids.
  describe.each(histories)(sampled('access in random history %d'), (seed) => {
    let history: RandomHistory
    beforeAll(async () => {
      history = await RandomHistory.make(db, new Random(seed), 300)
    })

    const idsOf = (isIt: (message: WrittenMessage) => boolean) =>
      history.messages.filter(isIt).map(({ id }) => id)
    const readable = (user: Reader) => idsOf((message) => history.mayRead(user, message))
    const received = (user: Reader) => idsOf((message) => history.hasReceived(user, message))
    const inHistory = (user: Reader) =>
      idsOf((message) => history.mayRead(user, message) && history.hasReceived(user, message))
    const isUnread = (user: Reader, message: WrittenMessage) =>
      history.hasReceived(user, message) && !history.hasRead(user, message)
    const unread = (user: Reader) => idsOf((message) => isUnread(user, message))
    const allIds = () => idsOf(() => true)

    /** Compares the answer of one form of the rule with the expected one, for each user. */
    async function expectOfEach<Answer>(
      said: (user: Reader) => Promise<Answer>,
      expected: (user: Reader) => Answer,
    ): Promise<void> {
      for (const user of history.users) {
        expect({ user, said: await said(user) }).toEqual({ user, said: expected(user) })
      }
    }

    it('covers messages of every kind for every user', () => {
      for (const user of history.users) {
        expect(readable(user)).not.toEqual(allIds())
        expect(inHistory(user)).not.toEqual([])
        expect(unread(user)).not.toEqual([])
      }
      expect(history.users.some((user) => readable(user).length > inHistory(user).length)).toBe(
        true,
      )
      expect(history.users.some((user) => received(user).length > inHistory(user).length)).toBe(
        true,
      )
    })

    it('The conditions on messages follow the rule', async () => {
      await expectOfEach(
        async (user) => {
          const { rows } = await sql<Record<string, number[]>>`
            select json_agg(id order by id) filter (where ${isReadableBy(user)}) as readable,
              json_agg(id order by id) filter (where ${isReceivedBy(user)}) as received,
              json_agg(id order by id) filter (where ${isInHistoryOf(user)}) as in_history,
              json_agg(id order by id) filter (where ${isUnreadBy(user)}) as unread
            from messages where realm_id = ${user.realm_id}`.execute(db.query)
          return rows[0]
        },
        (user) => ({
          readable: readable(user),
          received: received(user),
          in_history: inHistory(user),
          unread: unread(user),
        }),
      )
    })

    it('Messages requested by id follow the rule', async () => {
      await expectOfEach(
        async (user) => {
          const rows = await listReadableMessages(db.query, user, allIds())
          return rows.map(({ id }) => id)
        },
        (user) => readable(user),
      )
      await expectOfEach(
        async (user) => {
          const { rows } = await sql`
            select
              array_to_json(array_agg(id order by id)) as readable,
              array_to_json(array_agg(id order by id) filter (where id = any(received))) as received,
              array_to_json(array_agg(id order by id) filter (where id = any(unread))) as unread
            from (${namedPlaces(user, allIds())}) places, unnest(ids) as id`.execute(db.query)
          return rows[0]
        },
        (user) => ({
          readable: readable(user),
          received: inHistory(user),
          unread: unread(user),
        }),
      )
      const message = firstOf(history.messages)
      await expectOfEach(
        (user) => isInHistory(db.query, user, message.id),
        (user) => history.hasReceived(user, message),
      )
    })

    it('The unread messages of several people follow the rule', async () => {
      const wanted = history.users.flatMap(({ realm_id, id: user_id }) =>
        allIds().map((message_id) => ({ realm_id, user_id, message_id })),
      )
      const rows = await listUnreadOfPeople(db.query, wanted)
      await expectOfEach(
        (user) =>
          Promise.resolve(
            rows.filter((row) => row.user_id === user.id).map(({ message_id }) => message_id),
          ),
        (user) => inHistory(user).filter((id) => unread(user).includes(id)),
      )
    })

    it('The received sets of a page follow the rule', async () => {
      const messages = history.messages.map((message) => ({ ...message, isWidget: false }))
      await expectOfEach(
        async (user) => {
          const around = await readAnnotations(db.query, user, messages)
          return idsOf(({ id, streamId, dmGroupId }) =>
            streamId === null
              ? (around.conversations.get(present(dmGroupId, 'dmGroupId'))?.isReceived ?? false)
              : (around.streams.get(streamId)?.received.has(id) ?? false),
          )
        },
        (user) => received(user),
      )
    })

    it('The ids of pages follow the rule', async () => {
      const range = { before: { id: 1_000_000, count: 1_000 }, from: { id: 0, count: 0 } }
      const page = (user: Reader, base: NarrowBase, ...kinds: 'unread'[]) => {
        const terms = kinds.map((kind) => ({ condition: { kind }, negated: false }))
        return listPageIds(db.query, user, { base, terms }, range)
      }
      await expectOfEach((user) => page(user, 'readable'), readable)
      await expectOfEach((user) => page(user, 'history'), inHistory)
      await expectOfEach((user) => page(user, 'history', 'unread'), unread)
      await expectOfEach(
        (user) => page(user, 'private'),
        (user) => idsOf((message) => message.streamId === null && history.mayRead(user, message)),
      )
    })

    it('A narrow to a stream follows the rule', async () => {
      const range = { before: { id: 1_000_000, count: 1_000 }, from: { id: 0, count: 0 } }
      for (const stream of history.streams) {
        await expectOfEach(
          async (user) => {
            const named = await accessStreams(db.dated(), user, [stream.id]).catch(() => undefined)
            const condition = named?.get(stream.id)
            if (!condition) return 'unknown'
            const terms = [{ condition, negated: false }]
            return listPageIds(db.query, user, { base: 'named', terms }, range)
          },
          (user) =>
            history.mayKnow(user, stream)
              ? idsOf((one) => one.streamId === stream.id && history.mayRead(user, one))
              : 'unknown',
        )
      }
    })

    it('Unread messages, the newest message and topics follow the rule', async () => {
      await expectOfEach(
        async (user) => {
          const limits = { conversations: 100, unread: 1_000 }
          const parts = ['unread', 'lastReceivedId'] as const
          const own = await readOwnState(db.query, user, parts, limits)
          const { conversations } = await listUnread(db.query, user, own.unread, 1_000)
          const unreadIds = conversations.flatMap(({ ids }) => ids).sort((a, b) => a - b)
          return { unreadIds, lastReceivedId: own.lastReceivedId }
        },
        (user) => ({ unreadIds: unread(user), lastReceivedId: received(user).at(-1) ?? -1 }),
      )
      for (const { id: streamId } of history.streams) {
        await expectOfEach(
          async (user) => {
            const topics = await listTopics(db.query, user.realm_id, streamId, user)
            return topics.map(({ name }) => name.toLowerCase()).sort()
          },
          (user) => {
            const own = history.messages.filter(
              (message) => message.streamId === streamId && history.hasReceived(user, message),
            )
            return [...new Set(own.map(({ topic }) => topic.toLowerCase()))].sort()
          },
        )
      }
    })

    it('The readers of a stream follow the rule', async () => {
      const userIds = history.users.map(({ id }) => id)
      for (const stream of history.streams) {
        const row = await db.query
          .selectFrom('streams')
          .selectAll()
          .where('id', '=', stream.id)
          .executeTakeFirstOrThrow()
        const readers = await listReadersAmong(db.query, row, userIds)
        const mayReadAny = (user: Reader) =>
          history.isOpen(user, stream) || history.isSubscribed(user, stream.id)
        expect(readers.sort((a, b) => a - b)).toEqual(
          history.users.filter(mayReadAny).map(({ id }) => id),
        )
        const ids = idsOf(({ streamId }) => streamId === stream.id)
        const groups = await listVisibility(db.query, ids, { from: row, to: row }, userIds)
        await expectOfEach(
          async ({ id }) => groups.find(({ user_ids }) => user_ids.includes(id))?.before,
          (user) => readable(user).filter((id) => ids.includes(id)),
        )
      }
    })

    it('The recipients and readers of a message follow the rule', async () => {
      const userIds = history.users.map(({ id }) => id)
      for (const message of history.messages.slice(-40)) {
        const key = {
          realmId: present(history.users[0]?.realm_id, 'realm_id'),
          messageId: message.id,
        }
        const groups = await listRecipientGroups(db.query, key, userIds)
        await expectOfEach(
          async ({ id }) => {
            const group = groups.find(({ user_ids }) => user_ids.includes(id))
            return { received: group?.received, isUnread: group?.received && !group.is_read }
          },
          (user) => ({
            received: history.hasReceived(user, message),
            isUnread: isUnread(user, message),
          }),
        )
        const isReader = (user: Reader) =>
          user.id !== message.senderId &&
          (message.streamId === null || history.isSubscribed(user, message.streamId)) &&
          history.hasReceived(user, message) &&
          history.hasRead(user, message)
        expect(await listReaderIds(db.query, key, message.senderId)).toEqual(
          history.users.filter(isReader).map(({ id }) => id),
        )
      }
    })

    it('The users who lose moved messages follow the rule', async () => {
      const [from, to] = new Random(seed).shuffled(history.streams)
      const [{ id: fromId }, { id: toId }] = [present(from, 'from'), present(to, 'to')]
      const isMoved = ({ streamId, topic }: WrittenMessage) =>
        streamId === fromId && topic.toLowerCase() === 'a'
      const move = {
        from: { streamId: fromId, topic: 'a' },
        to: { streamId: toId, topic: 'a' },
        messageIds: idsOf(isMoved),
      }
      const senderOf = (id: number) => history.messages.find((one) => one.id === id)?.senderId
      const realmId = present(history.users[0]?.realm_id, 'realm_id')
      const left = await db.transaction((tx) => listLeftBehind(tx, realmId, move))
      await expectOfEach(
        async ({ id }) => {
          const ids = left.find(({ user_ids }) => user_ids.includes(id))?.message_ids ?? []
          // Senders are listed although their own messages are read; the rule below leaves them out.
          return ids.filter((one) => senderOf(one) !== id)
        },
        (user) =>
          idsOf(
            (message) =>
              isMoved(message) &&
              message.senderId !== user.id &&
              isUnread(user, message) &&
              !(history.isSubscribed(user, toId) && history.wasSubscribed(user, toId, message.id)),
          ),
      )
    })

    it('The users who may know a stream follow the rule', async () => {
      const live = history.streams.filter((stream) => stream !== history.archived)
      await db.transaction(async (tx) => {
        for (const { realm_id: realmId, id: userId } of history.users) {
          for (const { id: streamId } of live) {
            await upsertUserTopic(tx, { realmId, userId, streamId, topic: `${streamId}` }, 1)
          }
        }
      })
      const realmId = present(history.users[0]?.realm_id, 'realm_id')
      const muted = await listMutedTopics(db.query, realmId, history.users)
      await expectOfEach(
        async ({ id }) =>
          muted.filter(({ user_id }) => user_id === id).map(({ topic }) => Number(topic)),
        (user) => live.filter((stream) => history.mayKnow(user, stream)).map(({ id }) => id),
      )
      for (const { id } of live) {
        await expectOfEach(
          async (user) => {
            const sender = { ...user, bot_owner_id: null }
            const seen = await findStreamSeenBy(db.query, realmId, user.id, id)
            const target = await findSendTarget(db.query, sender, id)
            return [seen?.is_subscribed, target?.sender_subscribed, target?.owner_subscribed]
          },
          (user) => [history.isSubscribed(user, id), history.isSubscribed(user, id), false],
        )
      }
    })
  })
}

const now = new Date('2030-01-01T12:00:00Z')
