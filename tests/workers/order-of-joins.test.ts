import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { expectSuccess } from '../support/expectations'
import { eventsOf } from '../support/person'
import type { Person, ReceivedEvent } from '../support/person'
import { describeWithServices } from '../support/services'
import { memberAt, ownerAt, useTwoWorkers } from '../support/workers'

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

  /** Whether a session of the database waits for such a lock. */
  async function waitsFor(kind: 'transactionid' | 'advisory'): Promise<boolean> {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and wait_event = ${kind}`.execute(
      two.database.query,
    )
    return rows.length > 0
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
      while (!(await waitsFor('transactionid'))) await delay(5)
      const called = Promise.resolve(call()).then(() => true)
      while (!(await Promise.race([called, waitsFor('advisory')]))) await delay(5)
      return { sent, called }
    })
    await called
    return sent
  }

  const messageIds = (events: readonly ReceivedEvent[]) =>
    eventsOf(events, 'message').map(({ message }) => message.id)

  async function unreadOf(person: Person): Promise<unknown> {
    const queue = await person.register({ fetch_event_types: ['message', 'update_message_flags'] })
    return (queue['unread_msgs'] as { streams: unknown }).streams
  }

  it.each(ways)('%s way, comes before a join that meets it', async (_way, content) => {
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
  })

  it.each(ways)('%s way, is read by a leave that meets it', async (_way, content) => {
    const name = await streamOf(alice, bob)
    const queue = await bob.register()
    const id = await sendDuring(name, content, () =>
      bob.at(two.workers[1].url).delete('/users/me/subscriptions', { subscriptions: [name] }),
    )
    const events = await bob.eventsUntilNow(queue)
    const read = eventsOf(events, 'update_message_flags').flatMap(({ messages }) => messages)
    expect(read).toContain(id)
    expect(await unreadOf(bob)).toEqual([])
  })
})
