import type { Database } from '../../src/server/data/engine/database'
import { Commands } from '../support/commands/commands'
import { expectSuccess } from '../support/expectations'
import { PushBouncer } from '../support/push-bouncer'
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

  it('through the bouncer at which the operator registered the server survives a killed worker', async () => {
    const commands = new Commands()
    const bouncer = new PushBouncer()
    await bouncer.open()
    try {
      const wanted = { PUSH_BOUNCER_URL: bouncer.url }
      const startWorker = async (): Promise<Worker> => {
        const worker = await Worker.start(stores, wanted)
        started.push(worker)
        return worker
      }
      const first = await startWorker()
      const owner = await ownerAt(first)
      const url = new URL(stores.settings['DATABASE_URL'] as string)
      url.searchParams.set('options', `-c search_path=${stores.searchPath}`)
      const settings = { ...stores.settings, DATABASE_URL: url.href, ...wanted }
      const run = (...words: string[]) => commands.run(settings, 'push', ...words)
      expect((await run()).stdout).toMatch(/is not used before "parley push register"/)
      const asked = ['register', '--hostname', 'chat.example.com', '--email', 'op@example.com']
      expect((await run(...asked)).stderr).toMatch(/has terms of its own/)
      expect(await run(...asked, '--agree-to-terms')).toMatchObject({ code: 0, stderr: '' })
      expect(bouncer.to('server/register')).toMatchObject([{ hostname: 'chat.example.com' }])

      // The bouncer has the push, but does not say so.
      let held = 0
      bouncer.answer = ({ path }) => {
        if (path !== 'push/notify') return undefined
        held += 1
        return held === 1 ? new Promise(() => undefined) : undefined
      }
      expectSuccess(await owner.post('/users/me/android_gcm_reg_id', { token: 'phone' }))
      const teller = await memberAt(first, database, 'teller')
      const message = { type: 'direct', to: [owner.id], content: 'It works.' }
      expectSuccess(await teller.post('/messages', message))
      await untilHolds('the first worker is in the middle', () => held === 1)
      await first.kill()
      await database.query
        .updateTable('push_jobs')
        .set({ leased_until: new Date(0) })
        .execute()
      await startWorker()
      await untilHolds('another has sent it', () => bouncer.to('push/notify').length === 1)
      expect(bouncer.to('push/notify')).toMatchObject([{ android_devices: ['phone'] }])
      expect((await run()).stdout).toMatch(/1 devices with a mobile app/)
      expect(bouncer.faults).toEqual([])
    } finally {
      await bouncer.close()
      await commands.end()
    }
  })
})
