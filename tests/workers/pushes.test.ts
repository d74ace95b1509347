import type { Database } from '../../src/server/data/engine/database'
import { expectSuccess } from '../support/expectations'
import { PushService } from '../support/push-service'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { memberAt, openTestDatabase, ownerAt, Worker } from '../support/workers'

/* Source: docs/protocol/notifications.md#web-push-once. */
describeWithServices('a push', () => {
  let stores: TestStores
  let database: Database
  let service: PushService
  let started: Worker[]

  beforeEach(async () => {
    stores = await createTestStores()
    database = openTestDatabase(stores)
    started = []
    service = new PushService()
    await service.open()
  })
  afterEach(async () => {
    await Promise.all(started.map((worker) => worker.kill()))
    await service.close()
    await database.close()
    await stores.remove()
  })

  async function start(): Promise<Worker> {
    const worker = await Worker.start(stores, service.settings)
    started.push(worker)
    return worker
  }

  it('is sent by another worker when the one that sends it is killed in the middle', async () => {
    const first = await start()
    const owner = await ownerAt(first)
    const { subscription } = service.receiver('phone')
    expectSuccess(await owner.post('/users/me/web_push', { subscription }))
    // The service has the push, but does not say so.
    let held = 0
    service.answer = () => {
      held += 1
      return held === 1 ? new Promise(() => undefined) : { status: 201 }
    }
    expectSuccess(await owner.post('/users/me/web_push/test'))
    await untilHolds('the first worker is in the middle', () => held === 1)
    await first.kill()
    // Its lease is over.
    await database.query
      .updateTable('push_jobs')
      .set({ leased_until: new Date(0) })
      .execute()
    await start()
    await untilHolds('it is noted', async () => {
      const row = await database.query.selectFrom('push_jobs').selectAll().executeTakeFirst()
      return row?.sent_at != null && row.due_at === null
    })
    expect(service.to('phone')).toMatchObject([{ event: 'test' }])
    expect(held).toBe(2)
  })

  it('is sent once by two workers, for a message too', async () => {
    const [first, second] = [await start(), await start()]
    const owner = await ownerAt(first)
    const names = Array.from({ length: 15 }, (_, index) => `device-${index}`)
    for (const name of names) {
      const { subscription } = service.receiver(name)
      expectSuccess(await owner.post('/users/me/web_push', { subscription }))
    }
    const teller = await memberAt(second, database, 'teller')
    expectSuccess(
      await teller.post('/messages', { type: 'direct', to: [owner.id], content: 'It works.' }),
    )
    await untilHolds('all devices were told', () =>
      names.every((name) => service.to(name).length > 0),
    )
    await untilHolds('all is noted', async () => {
      const rows = await database.query.selectFrom('push_jobs').select('due_at').execute()
      return rows.length === names.length && rows.every(({ due_at }) => due_at === null)
    })
    expect(service.pushes).toHaveLength(names.length)
  })
})
