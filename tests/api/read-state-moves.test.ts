import { sql } from 'kysely'
import { elementAt } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { sampled, sampleOf } from '../support/sample'
import { markRead, unreadAmong } from '../support/stored-messages'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

/** Numbers that look random and are the same every time. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

async function rangesOf({ id }: Person, topic: string): Promise<string | undefined> {
  const row = await server.db
    .selectFrom('topic_read_states')
    .select(sql<string>`read::text`.as('read'))
    .where('user_id', '=', id)
    .where('topic_key', '=', topic)
    .executeTakeFirst()
  return row?.read
}

/** One time in each run; `TEST_SEED=… npx jest read-state-moves` repeats that of a run, and TEST_ALL=1 has all tried. */
const times = sampleOf([1, 2, 3], { share: 1 / 3, name: 'moves' })

describe('the read state of messages that move', () => {
  it.each(times)(
    sampled('stays the same for any former read states, the %sth time'),
    async (seed) => {
      const below = seeded(seed)
      const realm = await server.realm(`moves-${seed}`)
      const people = await realm.users('ann', 'ben', 'cyd', 'dan')
      const [ann, ben, cyd, dan] = people
      const names = ['left', 'right']
      const streams = [
        await realm.stream('left', { subscribers: [realm.owner, ann, ben, cyd, dan] }),
        await realm.stream('right', { subscribers: [realm.owner, ann, ben] }),
      ]
      const topics = ['red', 'blue']
      const places = names.flatMap((name, index) =>
        topics.map((topic) => ({ name, topic, streamId: elementAt(streams, index).id })),
      )
      const ids: number[] = []
      for (let count = 0; count < 24; count += 1) {
        const { name, topic } = elementAt(places, below(places.length))
        ids.push(await realm.owner.send(name, topic, 'x'))
      }
      // Dan comes to the other stream when all is written.
      await dan.post('/users/me/subscriptions', { subscriptions: [{ name: 'right' }] })
      for (const person of people) {
        for (const { streamId, topic } of places) {
          const some = (of: number) => ids.filter(() => below(of) === 0)
          await markRead(realm, person, { streamId, topic }, some(2))
          if (below(2) === 0) await markRead(realm, person, { streamId, topic: null }, some(4))
        }
      }

      for (let count = 0; count < 12; count += 1) {
        const before = await Promise.all(people.map((person) => unreadAmong(realm, person, ids)))
        const { streamId, topic } = elementAt(places, below(places.length))
        const modes = ['change_one', 'change_later', 'change_all']
        const id = elementAt(ids, below(ids.length))
        expectSuccess(
          await realm.owner.patch(`/messages/${id}`, {
            topic,
            stream_id: streamId,
            propagate_mode: modes[below(3)],
          }),
        )
        const after = await Promise.all(people.map((person) => unreadAmong(realm, person, ids)))
        // Subscribers of both streams have the same unread messages as before.
        expect([count, after[0], after[1]]).toEqual([count, before[0], before[1]])
        // The others have nothing new to read.
        for (const index of [2, 3]) {
          const known = new Set(before[index])
          expect(elementAt(after, index).filter((unread) => !known.has(unread))).toEqual([])
        }
      }
    },
  )

  it('becomes read in a stream that their reader has left, as an event tells', async () => {
    const [gus, hal] = await server.users('gus', 'hal')
    await server.stream('stays', { subscribers: [gus, hal] })
    const to = await server.stream('is left', { subscribers: [gus, hal] })
    const id = await hal.send('stays', 'red', 'x')
    expectSuccess(await gus.delete('/users/me/subscriptions', { subscriptions: ['is left'] }))
    const queue = await gus.register({ event_types: ['update_message_flags'] })
    const move = { stream_id: to.id, topic: 'red', propagate_mode: 'change_all' }
    expectSuccess(await hal.patch(`/messages/${id}`, move))
    const [event] = await gus.poll(queue)
    expect(event).toMatchObject({ op: 'add', flag: 'read', messages: [id] })
    expect(await unreadAmong(server, gus, [id])).toEqual([])
    const { messages } = await gus.call('GET /messages', {
      ...{ anchor: 'newest', num_before: 10, num_after: 0, narrow: [['is', 'unread']] },
    })
    expect(messages.filter((message) => message.id === id)).toEqual([])
  })

  it('stays one range if a whole topic gets a new name', async () => {
    const [eve, fay] = await server.users('eve', 'fay')
    const { id: streamId } = await server.stream('names', { subscribers: [eve, fay] })
    const ids: number[] = []
    for (let count = 0; count < 6; count += 1) {
      ids.push(await eve.send('names', count % 2 === 0 ? 'even' : 'odd', 'x'))
    }
    await server.db
      .insertInto('topic_read_states')
      .columns(['realm_id', 'user_id', 'stream_id', 'topic_key', 'read'])
      .expression((eb) =>
        eb
          .selectFrom('users')
          .select([
            'realm_id',
            'id',
            sql<number>`${streamId}`.as('stream_id'),
            sql<string>`'even'`.as('topic_key'),
            sql<string>`int8multirange(int8range(0, ${elementAt(ids, 5) + 1}))`.as('read'),
          ])
          .where('id', '=', eve.id),
      )
      .execute()
    const rename = async (topic: string) =>
      expectSuccess(
        await fay.patch(`/messages/${ids[2]}`, {
          ...{ topic, propagate_mode: 'change_all', send_notification_to_new_thread: false },
        }),
      )
    await rename('even numbers')
    expect(await rangesOf(eve, 'even numbers')).toBe(`{[0,${elementAt(ids, 4) + 1})}`)
    expect(await rangesOf(eve, 'even')).toBeUndefined()
    expect(await rangesOf(fay, 'even numbers')).toBeUndefined()
    await rename('even')
    expect(await rangesOf(eve, 'even')).toBe(`{[0,${elementAt(ids, 4) + 1})}`)
    expect(await unreadAmong(server, eve, ids)).toEqual([ids[1], ids[3], ids[5]])
  })
})
