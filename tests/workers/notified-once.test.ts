import { sql } from 'kysely'
import type { Database } from '../../src/server/data/engine/database'
import { expectSuccess } from '../support/expectations'
import { ImapServer } from '../support/imap-server'
import { Mailbox } from '../support/mailbox'
import { MobileServices } from '../support/mobile-services'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { memberAt, openTestDatabase, ownerAt, Worker } from '../support/workers'

/* Sources: docs/protocol/notifications.md#web-push-once, docs/protocol/mail-in.md#imap. */
describeWithServices('when a worker is killed in the middle,', () => {
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

  async function start(settings: Record<string, string>): Promise<Worker> {
    const worker = await Worker.start(stores, settings)
    started.push(worker)
    return worker
  }

  /** Ends the duties of a dead worker. */
  const endLeases = async () => {
    await database.query.deleteFrom('leases').execute()
    await database.query
      .updateTable('push_jobs')
      .set({ leased_until: new Date(0) })
      .execute()
  }

  it('FCM and APNs get each push, and show it once', async () => {
    const services = new MobileServices()
    await services.open()
    try {
      const { settings } = services
      const first = await start(settings)
      const owner = await ownerAt(first)
      const ios = { token: 'ab01', appid: 'org.zulip.Zulip' }
      expectSuccess(await owner.post('/users/me/android_gcm_reg_id', { token: 'phone' }))
      expectSuccess(await owner.post('/users/me/apns_device_token', ios))
      // Both services have the push, but do not say so.
      const held: Record<string, unknown>[] = []
      services.answer = (push) => {
        held.push({ token: push.token, ...push.headers })
        return held.length <= 2 ? new Promise(() => undefined) : undefined
      }
      const teller = await memberAt(first, database, 'teller')
      const message = { type: 'direct', to: [owner.id], content: 'It works.' }
      expectSuccess(await teller.post('/messages', message))
      await untilHolds('the first worker is in the middle', () => held.length === 2)
      await first.kill()
      await endLeases()
      await start(settings)
      await untilHolds('all is noted', async () => {
        const rows = await database.query.selectFrom('push_jobs').select('due_at').execute()
        return rows.length === 2 && rows.every(({ due_at }) => due_at === null)
      })
      expect(services.pushes.map(({ token }) => token).sort()).toEqual(['ab01', 'phone'])
      // APNs shows the second in place of the first.
      const names = held
        .filter(({ token }) => token === 'ab01')
        .map((push) => push['apns-collapse-id'])
      expect(names).toEqual([names[0], names[0]])
      expect(services.faults).toEqual([])
    } finally {
      await services.close()
    }
  })

  it('a mail of a mailbox is posted once', async () => {
    const imap = new ImapServer()
    await imap.open()
    try {
      const settings = { MAIL_IN_ADDRESS: 'chat+%s@example.org', MAIL_IN_IMAP_URL: imap.url }
      const first = await start(settings)
      const owner = await ownerAt(first)
      const [stream] = (await owner.call('GET /streams')).streams
      const { email: to } = expectSuccess(
        await owner.get(`/streams/${stream?.stream_id}/email_address`),
      )
      // The mail is stored, and not moved.
      let moves = 0
      imap.onMove = (socket) => {
        moves += 1
        if (moves === 1) socket.destroy()
      }
      const mail = (id: string) =>
        `Return-Path: <zoe@x.org>\r\nFrom: zoe@x.org\r\nTo: ${String(to)}\r\nMessage-ID: <${id}@x>\r\nSubject: kept\r\n\r\n${id}\r\n`
      imap.deliver(mail('one'))
      await untilHolds('the first worker has stored it', () => moves === 1)
      await first.kill()
      await endLeases()
      imap.deliver(mail('two'))
      await start(settings)
      await untilHolds('both are moved', () => imap.count('Processed') === 2)
      await untilHolds('both are posted', async () => {
        const rows = await database.query
          .selectFrom('incoming_mails')
          .select('handled_at')
          .execute()
        return rows.length === 2 && rows.every(({ handled_at }) => handled_at !== null)
      })
      const { rows } = await sql<{ content: string }>`
        select content from messages where topic = 'kept' order by id`.execute(database.query)
      expect(rows.map(({ content }) => content).sort()).toEqual(['one', 'two'])
    } finally {
      await imap.close()
    }
  })

  it('a digest is sent once to each person', async () => {
    const mailbox = new Mailbox()
    await mailbox.open()
    let release = (): void => undefined
    try {
      const first = await start(mailbox.settings)
      const owner = await ownerAt(first)
      const members = [await memberAt(first, database, 'bo'), await memberAt(first, database, 'cy')]
      const [stream] = (await owner.call('GET /streams')).streams
      const post = { type: 'channel', to: stream?.stream_id, topic: 'news', content: 'A story' }
      expectSuccess(await owner.post('/messages', post))
      await untilHolds('everybody is told otherwise', async () => {
        const rows = await database.query.selectFrom('mails').select('sent_at').execute()
        return rows.every(({ sent_at }) => sent_at !== null)
      })
      await sql`update users set date_joined = now() - interval '30 days'`.execute(database.query)
      const weekday = (new Date().getUTCDay() + 6) % 7
      await sql`update realms set settings = settings || ${JSON.stringify({
        digest_emails_enabled: true,
        digest_weekday: weekday,
      })}::jsonb`.execute(database.query)
      // The lock keeps the worker from enqueuing the mails: it is killed while it writes them.
      const held = new Promise<void>((resolve) => (release = resolve))
      const blocking = database.transaction(async (tx) => {
        await sql`lock table mails in share mode`.execute(tx)
        await held
      })
      // Its first round may be over already.
      await endLeases()
      await untilHolds('the worker writes digests', async () => {
        const { rows } = await sql`
          select from pg_locks where relation = 'mails'::regclass and not granted`.execute(
          database.query,
        )
        return rows.length > 0
      })
      await first.kill()
      release()
      await blocking
      await endLeases()
      await start(mailbox.settings)
      await untilHolds('the day is finished', async () => {
        const row = await database.query
          .selectFrom('digest_progress')
          .select('is_finished')
          .executeTakeFirst()
        return row?.is_finished === true
      })
      await untilHolds('all are sent', async () => {
        const rows = await database.query.selectFrom('mails').select('sent_at').execute()
        return rows.every(({ sent_at }) => sent_at !== null)
      })
      const digests = mailbox.mails.filter(({ subject }) => /digest/i.test(subject))
      const addresses = digests.map(({ to }) => to)
      expect(addresses).toEqual(expect.arrayContaining(members.map(({ email }) => email)))
      expect(new Set(addresses).size).toBe(addresses.length)
    } finally {
      release()
      await mailbox.close()
    }
  })
})
