import type { Database } from '../../src/server/data/engine/database'
import { expectSuccess } from '../support/expectations'
import { Mailbox } from '../support/mailbox'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { openTestDatabase, ownerAt, Worker } from '../support/workers'

/* Source: docs/protocol/mail.md#once. */
describeWithServices('a mail', () => {
  let stores: TestStores
  let database: Database
  let started: Worker[]
  let mailbox: Mailbox

  beforeEach(async () => {
    stores = await createTestStores()
    database = openTestDatabase(stores)
    started = []
    mailbox = new Mailbox()
    await mailbox.open()
  })
  afterEach(async () => {
    await Promise.all(started.map((worker) => worker.kill()))
    await mailbox.close()
    await database.close()
    await stores.remove()
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
    const [first, second] = [await start(), await start()]
    const owner = await ask(first)
    await ask(second)
    await ask(first)
    await untilHolds('all are sent', async () => {
      const rows = await database.query.selectFrom('mails').select('sent_at').execute()
      return rows.length === 3 && rows.every(({ sent_at }) => sent_at !== null)
    })
    const ids = mailbox.to(owner.email).map(({ messageId }) => messageId)
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(3)
  })
})
