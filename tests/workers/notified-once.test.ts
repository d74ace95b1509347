import { sql } from 'kysely'
import type { Database } from '../../src/server/data/engine/database'
import { hastyWorker } from '../support/bundle/bundle'
import { expectSuccess } from '../support/expectations'
import { ImapServer } from '../support/imap-server'
import { Mailbox } from '../support/mailbox'
import { MobileServices } from '../support/mobile-services'
import type { Person } from '../support/person'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { memberAt, openTestDatabase, ownerAt, Worker } from '../support/workers'

/* Sources: docs/protocol/notifications.md#web-push-once, docs/protocol/mail-in.md#imap. */
describeWithServices('a notification whose worker is killed in the middle', () => {
  const services = new MobileServices()
  const imap = new ImapServer()
  const mailbox = new Mailbox()
  const outsides = [services, imap, mailbox]
  const started: Worker[] = []
  let stores: TestStores
  let database: Database
  let members: Person[]
  let release = (): void => undefined

  // One worker is in the middle of everything when it is killed; another one goes on.
  beforeAll(async () => {
    await Promise.all(outsides.map((outside) => outside.open()))
    stores = await createTestStores()
    database = openTestDatabase(stores)
    const first = await start()
    const owner = await ownerAt(first)
    members = [await memberAt(first, database, 'bo'), await memberAt(first, database, 'cy')]
    // Messages are judged before the digest's transaction begins, which would put that off.
    await beginPushes(first, owner)
    const goOnWithDigest = await beginDigest(owner)
    const goOnWithMail = await beginMail(owner)
    await first.kill()
    await goOnWithDigest()
    goOnWithMail()
    // Ends the duties of the dead worker.
    await endLeases()
    await database.query
      .updateTable('push_jobs')
      .set({ leased_until: new Date(0) })
      .execute()
    await start()
  })
  afterAll(async () => {
    release()
    await Promise.all(started.map((worker) => worker.kill()))
    await Promise.all(outsides.map((outside) => outside.close()))
    await database?.close()
    await stores?.remove()
  })

  async function start(): Promise<Worker> {
    const settings = {
      ...services.settings,
      ...mailbox.settings,
      ...{ MAIL_IN_ADDRESS: 'chat+%s@example.org', MAIL_IN_IMAP_URL: imap.url },
    }
    const worker = await Worker.start(stores, settings, hastyWorker())
    started.push(worker)
    return worker
  }

  const endLeases = () => database.query.deleteFrom('leases').execute()

  const areMailsSent = async () => {
    const rows = await database.query.selectFrom('mails').select('sent_at').execute()
    return rows.every(({ sent_at }) => sent_at !== null)
  }

  /** The worker is kept from writing digests. @returns the function that lets others write them */
  async function beginDigest(owner: Person): Promise<() => Promise<unknown>> {
    const [stream] = (await owner.call('GET /streams')).streams
    const post = { type: 'channel', to: stream?.stream_id, topic: 'news', content: 'A story' }
    expectSuccess(await owner.post('/messages', post))
    await untilHolds('everybody is told otherwise', areMailsSent)
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
    await database.query.deleteFrom('leases').where('duty', '=', 'retention').execute()
    await untilHolds('the worker writes digests', async () => {
      const { rows } = await sql`
        select from pg_locks where relation = 'mails'::regclass and not granted`.execute(
        database.query,
      )
      return rows.length > 0
    })
    return () => {
      release()
      return blocking
    }
  }

  /** Pushes of both workers. */
  const held: Record<string, unknown>[] = []

  async function beginPushes(first: Worker, owner: Person): Promise<void> {
    const ios = { token: 'ab01', appid: 'org.zulip.Zulip' }
    expectSuccess(await owner.post('/users/me/android_gcm_reg_id', { token: 'phone' }))
    expectSuccess(await owner.post('/users/me/apns_device_token', ios))
    const teller = await memberAt(first, database, 'teller')
    // Both services have the push, but do not say so.
    services.answer = (push) => {
      held.push({ token: push.token, ...push.headers })
      return held.length <= 2 ? new Promise(() => undefined) : undefined
    }
    const message = { type: 'direct', to: [owner.id], content: 'It works.' }
    expectSuccess(await teller.post('/messages', message))
    await untilHolds('the worker pushes', () => held.length === 2)
  }

  const mail = (to: string, id: string) =>
    `Return-Path: <zoe@x.org>\r\nFrom: zoe@x.org\r\nTo: ${to}\r\nMessage-ID: <${id}@x>\r\nSubject: kept\r\n\r\n${id}\r\n`

  /** The worker is kept from moving a mail. @returns the function that lets others move it */
  async function beginMail(owner: Person): Promise<() => void> {
    const [stream] = (await owner.call('GET /streams')).streams
    const path = `/streams/${stream?.stream_id}/email_address`
    const to = String(expectSuccess(await owner.get(path))['email'])
    // The mail is stored, and not moved.
    let moves = 0
    imap.onMove = (socket) => {
      moves += 1
      socket.destroy()
    }
    imap.deliver(mail(to, 'one'))
    await untilHolds('the worker has stored the mail', () => moves > 0)
    return () => {
      imap.onMove = undefined
      imap.deliver(mail(to, 'two'))
    }
  }

  it('FCM and APNs get each push, and show it once', async () => {
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
  })

  it('A mail from a mailbox is posted once', async () => {
    await untilHolds('both are moved', () => imap.count('Processed') === 2)
    await untilHolds('both are posted', async () => {
      const rows = await database.query.selectFrom('incoming_mails').select('handled_at').execute()
      return rows.length === 2 && rows.every(({ handled_at }) => handled_at !== null)
    })
    const { rows } = await sql<{ content: string }>`
      select content from messages where topic = 'kept' order by id`.execute(database.query)
    expect(rows.map(({ content }) => content).sort()).toEqual(['one', 'two'])
  })

  it('A digest is sent once to each person', async () => {
    await untilHolds('the day is finished', async () => {
      const row = await database.query
        .selectFrom('digest_progress')
        .select('is_finished')
        .executeTakeFirst()
      return row?.is_finished === true
    })
    await untilHolds('all are sent', areMailsSent)
    const digests = mailbox.mails.filter(({ subject }) => /digest/i.test(subject))
    const addresses = digests.map(({ to }) => to)
    expect(addresses).toEqual(expect.arrayContaining(members.map(({ email }) => email)))
    expect(new Set(addresses).size).toBe(addresses.length)
  })
})
