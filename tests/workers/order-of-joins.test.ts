import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { roles } from '../../src/shared/rules/roles'
import { anyValue, shapedLike } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { eventsOf } from '../support/person'
import type { Answer } from '../support/plain-call'
import type { Person, ReceivedEvent } from '../support/person'
import { describeWithServices } from '../support/services'
import { untilHolds } from '../support/until'
import { memberAt, ownerAt, useTwoWorkers, Worker } from '../support/workers'
import type { TwoWorkers } from '../support/workers'

/** Whether a session of the database waits for such a lock. */
async function waitsFor(
  { database }: TwoWorkers,
  kind: 'transactionid' | 'advisory' | 'relation',
): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event = ${kind}`.execute(
    database.query,
  )
  return rows.length > 0
}

/** Number of sessions of the database that wait for any lock. */
async function countWaiting({ database }: TwoWorkers): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database.query)
  return rows.length
}

/** The ways of a send, with texts that take them. */
const ways = [
  ['fast', 'Is there soup?'],
  ['general', '/poll Is there soup?'],
] as const

describeWithServices('a message that is being stored', () => {
  const two = useTwoWorkers()
  let owner: Person
  let alice: Person
  let bob: Person
  beforeEach(async () => {
    if (owner) return
    owner = await ownerAt(two.workers[0])
    alice = await memberAt(two.workers[0], two.database, 'alice')
    bob = await memberAt(two.workers[0], two.database, 'bob')
  })

  let made = 0
  async function streamOf(...subscribers: Person[]): Promise<string> {
    const name = `soup ${(made += 1)}`
    const ids = subscribers.map(({ id }) => id)
    expectSuccess(await owner.post('/channels/create', { name, subscribers: ids }))
    return name
  }

  /** Has alice send, and another call made at the other worker after the message has its id and before it is committed. */
  async function sendDuring(
    name: string,
    content: string,
    call: () => PromiseLike<unknown>,
  ): Promise<number> {
    const { sent, called } = await two.database.transaction(async (tx) => {
      // The message refers to the row of its sender.
      await sql`select from users where id = ${alice.id} for update`.execute(tx)
      const sent = alice.send(name, 'lunch', content)
      while (!(await waitsFor(two, 'transactionid'))) await delay(5)
      const called = Promise.resolve(call()).then(() => true)
      while (!(await Promise.race([called, waitsFor(two, 'advisory')]))) await delay(5)
      return { sent, called }
    })
    await called
    return sent
  }

  const messageIds = (events: readonly ReceivedEvent[]) =>
    eventsOf(events, 'message').map(({ message }) => message.id)

  async function unreadOf(person: Person): Promise<unknown> {
    const queue = await person.register({ fetch_event_types: ['message', 'update_message_flags'] })
    return shapedLike(queue['unread_msgs'], { streams: anyValue }).streams
  }

  it.each(ways)(
    'A message stored %s way comes before a join that meets it',
    async (_way, content) => {
      const name = await streamOf(alice)
      const queue = await bob.register()
      const id = await sendDuring(name, content, () =>
        bob.at(two.workers[1].url).post('/users/me/subscriptions', { subscriptions: [{ name }] }),
      )
      expect(messageIds(await bob.eventsUntilNow(queue))).not.toContain(id)
      expect(await unreadOf(bob)).toEqual([])
      const next = await alice.send(name, 'lunch', 'There is.')
      expect(messageIds(await bob.eventsUntilNow(queue))).toEqual([next])
      expect(await unreadOf(bob)).toMatchObject([{ unread_message_ids: [next] }])
      expectSuccess(await bob.post('/mark_all_as_read'))
    },
  )

  it.each(ways)(
    'A message stored %s way is read by a leave that meets it',
    async (_way, content) => {
      const name = await streamOf(alice, bob)
      const queue = await bob.register()
      const id = await sendDuring(name, content, () =>
        bob.at(two.workers[1].url).delete('/users/me/subscriptions', { subscriptions: [name] }),
      )
      const events = await bob.eventsUntilNow(queue)
      const read = eventsOf(events, 'update_message_flags').flatMap(({ messages }) => messages)
      expect(read).toContain(id)
      expect(await unreadOf(bob)).toEqual([])
    },
  )
})

describeWithServices('a stream that somebody leaves', () => {
  const two = useTwoWorkers()

  it('stays known to a guest who becomes a member meanwhile', async () => {
    const owner = await ownerAt(two.workers[0])
    const gwen = await memberAt(two.workers[0], two.database, 'gwen')
    await owner.call('PATCH /users/{user_id}', { user_id: gwen.id, role: roles.guest })
    const principals = [owner.id, gwen.id]
    await owner.call('POST /users/me/subscriptions', {
      ...{ subscriptions: [{ name: 'soup' }], principals },
    })
    const queue = await gwen.register()
    const rise = () =>
      owner.at(two.workers[1].url).patch(`/users/${gwen.id}`, { role: roles.member })
    const leave = () => gwen.delete('/users/me/subscriptions', { subscriptions: ['soup'] })
    const calls = await two.database.transaction(async (tx) => {
      // Both change accounts of the realm, one after the other.
      await sql`select from realms for update`.execute(tx)
      const calls: Promise<Answer>[] = []
      for (const call of [rise, leave]) {
        calls.push(Promise.resolve(call()))
        while ((await countWaiting(two)) < calls.length) await delay(5)
      }
      return calls
    })
    for (const answer of await Promise.all(calls)) expectSuccess(answer)
    const told = eventsOf(await gwen.eventsUntilNow(queue), 'stream').map(({ op }) => op)
    expect(told.at(-1)).not.toBe('delete')
  })

  it('is read or unread as a whole in a registration that meets the leave', async () => {
    const owner = await ownerAt(two.workers[0])
    const lea = await memberAt(two.workers[0], two.database, 'lea')
    await owner.call('POST /users/me/subscriptions', {
      ...{ subscriptions: [{ name: 'stew' }], principals: [owner.id, lea.id] },
    })
    const { stream_id } = await owner.call('GET /get_stream_id', { stream: 'stew' })
    await owner.send('stew', 'lunch', 'Is there stew?')
    await lea.call('POST /mark_topic_as_read', { stream_id, topic_name: 'lunch' })
    const registers = await two.database.transaction(async (tx) => {
      await sql`lock table topic_read_states in access exclusive mode`.execute(tx)
      const registers = lea.register({ fetch_event_types: ['message', 'update_message_flags'] })
      while (!(await waitsFor(two, 'relation'))) await delay(5)
      // As a leave does.
      await sql`delete from topic_read_states where user_id = ${lea.id}`.execute(tx)
      await sql`update subscriptions set read = '{[0,)}' where user_id = ${lea.id}`.execute(tx)
      return { registers }
    })
    const { unread_msgs: unread } = await registers.registers
    const streams = (unread as { streams: { topic: string }[] }).streams
    expect(streams.map(({ topic }) => topic)).not.toContain('lunch')
  })
})

describeWithServices('the relay of a private stream', () => {
  const two = useTwoWorkers()

  it('A change that is relayed late does not reach a person who has joined since', async () => {
    const [quick] = two.workers
    const slow = await Worker.start(two.stores, { RELAY_DELAY_MS: '60000' })
    try {
      const owner = await ownerAt(quick)
      const bob = await memberAt(quick, two.database, 'bob')
      await owner.call('POST /users/me/subscriptions', {
        subscriptions: [{ name: 'soup' }],
        invite_only: true,
      })
      const { stream_id } = await owner.call('GET /get_stream_id', { stream: 'soup' })
      const queue = await bob.register()
      const changed = owner.at(slow.url).patch(`/streams/${stream_id}`, { description: 'Hot.' })
      const ignored = Promise.resolve(changed).catch(() => undefined)
      await untilHolds('the change waits for its relay', async () => {
        const { rows } = await sql`select from outbox where body like '%Hot.%'`.execute(
          two.database.query,
        )
        return rows.length > 0
      })
      await owner.call('POST /users/me/subscriptions', {
        subscriptions: [{ name: 'soup' }],
        principals: [bob.id],
      })
      const events = await bob.eventsUntilNow(queue)
      const told = events.filter(({ type }) => type === 'stream' || type === 'subscription')
      expect(told.map(({ type, op }) => `${type}/${String(op)}`)).toEqual([
        'stream/create',
        'subscription/add',
      ])
      await slow.kill()
      await ignored
    } finally {
      await slow.kill()
    }
  })
})
