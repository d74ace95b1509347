import { spawnSync } from 'node:child_process'
import { sql } from 'kysely'
import type { Database } from '../../src/server/data/engine/database'
import { asText, firstOf } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { bundledParley } from '../support/bundle/bundle'
import { deliverMail } from '../support/mail-client'
import { Mailbox } from '../support/mailbox'
import { ownPorts } from '../support/own-ports'
import type { Person } from '../support/person'
import { preloads } from '../support/preloads'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { openTestDatabase, ownerAt, Worker } from '../support/workers'

/* Source: docs/protocol/mail.md#once. */
describeWithServices('a mail', () => {
  const mailbox = new Mailbox()
  const started: Worker[] = []
  let stores: TestStores
  let database: Database

  beforeAll(async () => {
    await mailbox.open()
    stores = await createTestStores()
    database = openTestDatabase(stores)
  })
  afterAll(async () => {
    await Promise.all(started.map((worker) => worker.kill()))
    await mailbox.close()
    await database?.close()
    await stores?.remove()
  })

  async function start(): Promise<Worker> {
    const worker = await Worker.start(stores, mailbox.settings)
    started.push(worker)
    return worker
  }

  const ask = async (worker: Worker) => {
    const owner = await ownerAt(worker)
    expectSuccess(await owner.post('/accounts/password/reset', { email: owner.email }))
    return owner
  }

  it('is sent by another worker when the one that sends it is killed in the middle', async () => {
    const first = await start()
    // The server has the mail, but does not say so.
    let held = 0
    mailbox.onData = () => {
      held++
      return held === 1 ? new Promise(() => undefined) : undefined
    }
    const owner = await ask(first)
    await untilHolds('the first worker is in the middle', () => held === 1)
    await first.kill()
    // Its lease is over.
    await database.query
      .updateTable('mails')
      .set({ leased_until: new Date(0) })
      .execute()
    await start()
    await mailbox.next(owner.email)
    await untilHolds('it is noted', async () => {
      const row = await database.query.selectFrom('mails').selectAll().executeTakeFirst()
      return row?.sent_at != null
    })
    expect(mailbox.to(owner.email)).toHaveLength(1)
    expect(held).toBe(2)
  })

  it('is sent once by two workers', async () => {
    const before = mailbox.mails.length
    const first = started.find(({ isRunning }) => isRunning) ?? (await start())
    const second = await start()
    const owner = await ask(first)
    await ask(second)
    await ask(first)
    await untilHolds('all are sent', async () => {
      const rows = await database.query.selectFrom('mails').select('sent_at').execute()
      return rows.length === before + 3 && rows.every(({ sent_at }) => sent_at !== null)
    })
    const ids = mailbox.mails.slice(before).map(({ to, messageId }) => [to, messageId])
    expect(ids.map(([to]) => to)).toEqual([owner.email, owner.email, owner.email])
    expect(new Set(ids.map(([, id]) => id)).size).toBe(3)
  })
})

/* Sources: docs/protocol/mail-in.md#smtp, docs/protocol/mail-in.md#once, docs/protocol/mail-in.md#pipe. */
describeWithServices('an incoming mail', () => {
  const mailInAddress = '%s@chat.parley.test'
  let stores: TestStores
  let database: Database
  let started: Worker[]

  beforeAll(async () => {
    stores = await createTestStores()
    database = openTestDatabase(stores)
    started = []
  })
  afterAll(async () => {
    await Promise.all(started.map((worker) => worker.kill()))
    await database.close()
    await stores.remove()
  })

  async function start(settings: Record<string, string> = {}): Promise<Worker> {
    const worker = await Worker.start(stores, { MAIL_IN_ADDRESS: mailInAddress, ...settings })
    started.push(worker)
    return worker
  }

  async function contents(owner: Person): Promise<unknown[]> {
    const { messages } = await owner.call('GET /messages', {
      ...{ anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false },
      narrow: [{ operator: 'topic', operand: 'kept' }],
    })
    return messages.map(({ content }) => content)
  }

  it('survives a worker that is killed after it said 250, and is posted once', async () => {
    const port = firstOf(await ownPorts(1))
    const first = await start({ MAIL_IN_PORT: String(port) })
    const owner = await ownerAt(first)
    const [stream] = (await owner.call('GET /streams')).streams
    const path = `/streams/${stream?.stream_id}/email_address`
    const to = asText(expectSuccess(await owner.get(path))['email'])
    const mail = { from: 'zoe@example.org', to, subject: 'kept', messageId: '<1@example.org>' }
    // The lock of the row keeps the worker from finishing: it is killed while it posts.
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const blocking = database.transaction(async (tx) => {
      await sql`lock table messages in share mode`.execute(tx)
      await held
    })
    try {
      expect(await deliverMail(port, { ...mail, text: 'one' })).toMatchObject({
        code: 250,
      })
      await untilHolds('the worker has taken the mail', async () => {
        const row = await database.query
          .selectFrom('incoming_mails')
          .select('attempts')
          .executeTakeFirst()
        return row?.attempts === 1
      })
      await first.kill()
    } finally {
      release()
      await blocking
    }
    await database.query
      .updateTable('incoming_mails')
      .set({ due_at: new Date(0) })
      .execute()
    const second = await start({ MAIL_IN_PORT: String(port) })
    const reader = await ownerAt(second)
    await untilHolds('the mail is posted', async () => (await contents(reader)).length > 0)
    // The sending server has not noticed the answer, and repeats the mail; another one comes by a pipe.
    expect(await deliverMail(port, { ...mail, text: 'one' })).toMatchObject({
      code: 250,
    })
    const raw = `From: zoe@example.org\nSubject: kept\nMessage-ID: <2@example.org>\n\ntwo\n`
    expect(pipe(raw, to)).toBe(0)
    await untilHolds('the other mail is posted', async () => (await contents(reader)).length > 1)
    expect(await contents(reader)).toEqual(['one', 'two'])
    expect(pipe(raw, `${'0'.repeat(32)}@chat.parley.test`)).toBe(67)
    expect(pipe('x'.repeat(2_000_000), to, { MAIL_IN_MAX_MIB: '1' })).toBe(65)
    const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x', ...preloads('fast-clock.js') }
    expect(pipe(raw, to, away)).toBe(75)
  })

  /** Runs `parley mail-in` with a mail as a mail server does, and answers its exit code. */
  function pipe(
    raw: string,
    recipient: string,
    settings: Record<string, string> = {},
  ): number | null {
    const { status } = spawnSync(process.execPath, [bundledParley(), 'mail-in'], {
      input: raw,
      env: {
        ...{ PATH: process.env['PATH'], MAIL_IN_ADDRESS: mailInAddress },
        ...{ ORIGINAL_RECIPIENT: recipient, SENDER: 'zoe@example.org' },
        ...stores.settings,
        ...settings,
      },
    })
    return status
  }
})
