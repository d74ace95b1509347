import type { Database } from '../../src/server/data/engine/database'
import { Browser } from '../support/browser'
import { present } from '../support/checked'
import { expectError } from '../support/expectations'
import { useMailbox } from '../support/mailbox'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { memberAt, openTestDatabase, Worker } from '../support/workers'

/* Source: docs/protocol/mail.md#login-codes. */

describeWithServices('a code by mail at two workers', () => {
  const mailbox = useMailbox()
  let stores: TestStores
  let database: Database
  let workers: Worker[]

  beforeAll(async () => {
    stores = await createTestStores()
    workers = await Promise.all([0, 1].map(() => Worker.start(stores, mailbox.settings)))
    database = openTestDatabase(stores)
  })
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.kill()))
    await database.close()
    await stores.remove()
  })

  it('has five tries at both together', async () => {
    const [one, other] = workers.map(({ url }) => new Browser(url)) as [Browser, Browser]
    const { email } = await memberAt(present(workers[0], 'a worker'), database, 'ada')
    await one.post('/json/login_code', { email })
    other.cookie = one.cookie
    const codeIn = () => /^(\d{6}) is/.exec(mailbox.mails.at(-1)?.subject ?? '')?.[1]
    await untilHolds('the code has come', () => codeIn() !== undefined)
    const code = present(codeIn(), 'a code')
    const wrong = code === '000000' ? '000001' : '000000'
    const enter = (browser: Browser, text: string) =>
      browser.post('/json/session/code', { email, code: text })
    const invalid = { code: 'INVALID_CODE' }
    for (const browser of [one, other, one, other, one]) {
      expectError(await enter(browser, wrong), 400, invalid)
    }
    expectError(await enter(other, code), 400, invalid)
  })
})
