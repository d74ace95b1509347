import { sql } from 'kysely'
import type { Database } from '../../src/server/data/engine/database'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
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
  let started: Worker[]

  beforeEach(async () => {
    stores = await createTestStores()
    database = openTestDatabase(stores)
    started = []
  })
  afterEach(async () => {
    await Promise.all(started.map((worker) => worker.kill()))
    await database.close()
    await stores.remove()
  })

  async function start(settings: Record<string, string> = {}): Promise<Worker> {
    const worker = await Worker.start(stores, settings)
    started.push(worker)
    return worker
  }

  /** A time to schedule for, in Unix seconds: this many seconds from now, rounded up. */
  const after = (seconds: number) => Math.ceil(Date.now() / 1_000) + seconds

  const schedule = async (person: Person, content: string, dueAt: number) =>
    expectSuccess(
      await person.post('/scheduled_messages', {
        ...{ type: 'direct', to: [person.id], content },
        scheduled_delivery_timestamp: dueAt,
      }),
    )

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
  async function expectSentOnce(person: Person, queue: Awaited<ReturnType<Person['register']>>) {
    const ends = ({ type, op }: Record<string, unknown>) =>
      type === 'scheduled_messages' && op === 'remove'
    const first = await person.pollUntil(queue, ends)
    const events = [...first, ...(await person.eventsUntilNow(queue))]
    expect(events.filter(ends)).toHaveLength(1)
    const messages = events.filter(({ type }) => type === 'message')
    expect(messages.map((event) => (event['message'] as { content: string }).content)).toEqual([
      'now',
    ])
    expect(await countOf('now')).toBe(1)
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
      "before insert on messages for each row when (new.content = 'now')",
    ],
    ['while it publishes the events', 'before insert on outbox for each row'],
    [
      'while it marks the message as sent',
      'before update on scheduled_messages for each row when (new.sent_at is not null)',
    ],
  ])('of a worker that dies %s is sent once by another', async (_when, where) => {
    const doomed = await start()
    const owner = await ownerAt(doomed)
    const queue = await register(owner)
    await schedule(owner, 'now', after(2))
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
      await untilHolds('the worker is held up', async () => {
        const { rows } = await sql`
          select from pg_locks where locktype = 'advisory' and objid = ${barrier} and not granted
        `.execute(connection)
        return rows.length > 0
      })
      other = await start()
      await doomed.kill()
      await sql`select pg_advisory_unlock(${barrier})`.execute(connection)
    })
    await endLeases()
    await expectSentOnce(owner.at(other!.url), queue)
  })

  it('of a worker that dies before the relay reaches clients once', async () => {
    // The first worker relays the events of the new realm before it is killed.
    await (await start()).kill()
    const slow = await start({ RELAY_DELAY_MS: '60000' })
    const owner = await ownerAt(slow)
    const queue = await register(owner)
    // The response waits for the relay as well, which is delayed.
    const answer = schedule(owner, 'now', after(2)).catch(() => undefined)
    await untilHolds('it is stored', async () => (await countOf('now')) > 0)
    await slow.kill()
    await answer
    const other = await start()
    await expectSentOnce(owner.at(other.url), queue)
  })

  it('is sent by the next worker if none ran at its time, and once if two start', async () => {
    const first = await start()
    const owner = await ownerAt(first)
    const queue = await register(owner)
    await schedule(owner, 'now', after(1))
    await first.kill()
    await untilHolds('it is overdue', async () => {
      const due = database.query.selectFrom('scheduled_messages').select('due_at')
      return (await due.executeTakeFirstOrThrow()).due_at.getTime() < Date.now()
    })
    const [second] = await Promise.all([start(), start()])
    await expectSentOnce(owner.at(second.url), queue)
  })

  it('that is removed while it is sent is either removed or sent', async () => {
    const workers = [await start(), await start()]
    const owner = await ownerAt(workers[0]!)
    const queue = await register(owner)
    const dueAt = after(3)
    const ids: number[] = []
    for (let n = 0; n < 12; n += 1) {
      const { scheduled_message_id: id } = await schedule(owner, `race ${n}`, dueAt)
      ids.push(id as number)
    }
    await untilHolds('it is time', async () => Date.now() >= dueAt * 1_000)
    const answers = await Promise.all(
      ids.map((id, n) => owner.at(workers[n % 2]!.url).delete(`/scheduled_messages/${id}`)),
    )
    const refused = { status: 400, msg: 'Scheduled message was already sent' }
    const outcomes = answers.map(({ status, body }) => ({
      status,
      msg: (body as { msg: string }).msg,
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
