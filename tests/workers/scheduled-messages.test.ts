import { sql } from 'kysely'
import type { Database, Queryable } from '../../src/server/data/engine/database'
import { asNumber, elementAt, firstOf, present, shapedLike } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { messageIn } from '../support/person'
import type { Person, Queue } from '../support/person'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { openTestDatabase, ownerAt, Worker } from '../support/workers'

/** Advisory lock: a trigger blocks a worker at a statement for as long as the test holds the lock. */
const barrier = 371_371

/* Source: docs/protocol/drafts-and-schedule.md#scheduled-lateness. */
describeWithServices('a scheduled message', () => {
  let stores: TestStores
  let database: Database
  /** Workers of this test, and those that the tests before it have left. */
  let running: Worker[] = []

  beforeAll(async () => {
    stores = await createTestStores()
    database = openTestDatabase(stores)
  })
  afterAll(async () => {
    await killAll()
    await database.close()
    await stores.remove()
  })

  async function start(settings: Record<string, string> = {}): Promise<Worker> {
    const worker = await Worker.start(stores, settings)
    running.push(worker)
    return worker
  }

  const runningWorker = async (): Promise<Worker> => running[0] ?? start()

  async function kill(worker: Worker): Promise<void> {
    running = running.filter((other) => other !== worker)
    await worker.kill()
  }

  async function killAll(): Promise<void> {
    await Promise.all(running.map(kill))
  }

  const schedule = async (person: Person, content: string) =>
    expectSuccess(
      await person.post('/scheduled_messages', {
        ...{ type: 'direct', to: [person.id], content },
        scheduled_delivery_timestamp: Math.ceil(Date.now() / 1_000) + 3_600,
      }),
    )

  /** Makes scheduled messages due at a time; default: now. Tests need not wait for the one they chose. */
  const makeDue = (db: Queryable = database.query, due_at = new Date()) =>
    db.updateTable('scheduled_messages').set({ due_at }).where('sent_at', 'is', null).execute()

  async function countOf(content: string): Promise<number> {
    const { count } = await database.query
      .selectFrom('messages')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('content', '=', content)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  /** Ends the leases of a dead worker, which would otherwise last ten more seconds. */
  async function endLeases(): Promise<void> {
    await database.query
      .updateTable('scheduled_messages')
      .set({ leased_until: new Date() })
      .where('sent_at', 'is', null)
      .execute()
  }

  /** Expects that the message was sent once, and that each client got its events once. */
  async function expectSentOnce(person: Person, queue: Queue, content: string): Promise<void> {
    const ends = ({ type, op }: Record<string, unknown>) =>
      type === 'scheduled_messages' && op === 'remove'
    const first = await person.pollUntil(queue, ends)
    const events = [...first, ...(await person.eventsUntilNow(queue))]
    expect(events.filter(ends)).toHaveLength(1)
    const messages = events.filter(({ type }) => type === 'message')
    expect(messages.map((event) => messageIn(event).content)).toEqual([content])
    expect(await countOf(content)).toBe(1)
  }

  const register = (person: Person) =>
    person.register({ event_types: ['message', 'scheduled_messages'] })

  it.each([
    [
      'while it takes the lease',
      'before update on scheduled_messages for each row when (new.sent_at is null)',
    ],
    [
      'while it stores the message',
      "before insert on messages for each row when (new.content like 'now %')",
    ],
    ['while it publishes the events', 'before insert on outbox for each row'],
    [
      'while it marks the message as sent',
      'before update on scheduled_messages for each row when (new.sent_at is not null)',
    ],
  ])('is sent once by another worker if its worker dies %s', async (when, where) => {
    const content = `now ${when}`
    const doomed = await runningWorker()
    const owner = await ownerAt(doomed)
    const queue = await register(owner)
    await schedule(owner, content)
    await sql
      .raw(
        `create function wait() returns trigger language plpgsql as
          $$ begin perform pg_advisory_xact_lock_shared(${barrier}); return new; end $$;
        create trigger wait ${where} execute function wait();`,
      )
      .execute(database.query)
    let other: Worker | undefined
    await database.query.connection().execute(async (connection) => {
      await sql`select pg_advisory_lock(${barrier})`.execute(connection)
      await makeDue(connection)
      await untilHolds('the worker is held up', async () => {
        const { rows } = await sql`
          select from pg_locks where locktype = 'advisory' and objid = ${barrier} and not granted
        `.execute(connection)
        return rows.length > 0
      })
      other = await start()
      await kill(doomed)
      await sql`select pg_advisory_unlock(${barrier})`.execute(connection)
    })
    await endLeases()
    await expectSentOnce(owner.at(present(other, 'other').url), queue, content)
    await sql`drop function wait cascade`.execute(database.query)
  })

  it('reaches clients once if its worker dies before the relay', async () => {
    // A worker relays the events of the new realm before it is killed.
    await runningWorker()
    await killAll()
    const content = 'before the relay'
    const slow = await start({ RELAY_DELAY_MS: '60000' })
    const owner = await ownerAt(slow)
    const queue = await register(owner)
    // The response waits for the relay as well, which is delayed.
    const answer = schedule(owner, content).catch(() => undefined)
    await untilHolds('it is stored', async () => {
      await makeDue()
      return (await countOf(content)) > 0
    })
    await kill(slow)
    await answer
    const other = await start()
    await expectSentOnce(owner.at(other.url), queue, content)
  })

  it('is sent by the next worker if none ran at its time, and once if two start', async () => {
    const owner = await ownerAt(await runningWorker())
    const queue = await register(owner)
    await schedule(owner, 'after a pause')
    await killAll()
    await makeDue()
    const [second] = await Promise.all([start(), start()])
    await expectSentOnce(owner.at(second.url), queue, 'after a pause')
  })

  it('is either removed or sent if both happen at once', async () => {
    const workers = [await runningWorker(), running[1] ?? (await start())]
    const owner = await ownerAt(firstOf(workers))
    const queue = await register(owner)
    const ids = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const { scheduled_message_id: id } = await schedule(owner, `race ${n}`)
        return asNumber(id)
      }),
    )
    // Workers look shortly after each full second.
    const dueAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000)
    await makeDue(database.query, dueAt)
    await untilHolds('it is time', () => Date.now() >= dueAt.getTime())
    const answers = await Promise.all(
      ids.map((id, n) =>
        owner.at(elementAt(workers, n % 2).url).delete(`/scheduled_messages/${id}`),
      ),
    )
    const refused = { status: 400, msg: 'Scheduled message was already sent' }
    const outcomes = answers.map(({ status, body }) => ({
      status,
      msg: shapedLike(body, { msg: '' }).msg,
    }))
    for (const [n, outcome] of outcomes.entries()) {
      const isSent = outcome.status !== 200
      if (isSent) expect(outcome).toEqual(refused)
      expect(await countOf(`race ${n}`)).toBe(isSent ? 1 : 0)
    }
    const events = await owner.eventsUntilNow(queue)
    const removed = events.filter(({ op }) => op === 'remove')
    expect(new Set(removed.map((event) => event['scheduled_message_id']))).toEqual(new Set(ids))
    expect(removed).toHaveLength(ids.length)
  })
})
