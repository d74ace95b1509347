import { sql } from 'kysely'
import { makeSealingKeys } from '../../src/server/chat/rules/pushes/sealed'
import type { Database } from '../../src/server/data/engine/database'
import { sealingKeys } from '../../src/server/data/notifications/client-devices'
import { hastyWorker } from '../support/bundle/bundle'
import { asRecord } from '../support/checked'
import { EncryptingApp, useEncryptingApps } from '../support/encrypting-app'
import { expectSuccess } from '../support/expectations'
import { MobileServices } from '../support/mobile-services'
import type { Person } from '../support/person'
import { PushService } from '../support/push-service'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { memberAt, openTestDatabase, Worker } from '../support/workers'

/* Sources: docs/protocol/notifications.md#web-push-once, docs/protocol/notifications.md#encrypted-push. */
describeWithServices('an encrypted push', () => {
  useEncryptingApps()
  const service = new PushService()
  const services = new MobileServices()
  const android = new EncryptingApp('fcm', 'token-1')
  const iphone = new EncryptingApp('apns', 'ab01')
  const started: Worker[] = []
  let stores: TestStores
  let database: Database
  let reader: Person
  let teller: Person

  beforeAll(async () => {
    await Promise.all([service.open(), services.open()])
    stores = await createTestStores()
    database = openTestDatabase(stores)
    const worker = await start()
    reader = await memberAt(worker, database, 'reader')
    teller = await memberAt(worker, database, 'teller')
    const { subscription } = service.receiver('browser')
    expectSuccess(await reader.post('/users/me/web_push', { subscription }))
    const { public_key } = await sealingKeys(database.query, makeSealingKeys)
    for (const app of [android, iphone]) {
      const { device_id } = await reader.call('POST /register_client_device')
      const token = app.registration(public_key, new Date())
      const args = { device_id, ...app.key(1), ...token }
      expectSuccess(await reader.post('/mobile_push/register', args))
    }
  })
  afterAll(async () => {
    await Promise.all(started.map((worker) => worker.kill()))
    await Promise.all([service.close(), services.close()])
    await database?.close()
    await stores?.remove()
  })

  async function start(): Promise<Worker> {
    const settings = { ...service.settings, ...services.settings }
    const worker = await Worker.start(stores, settings, hastyWorker())
    started.push(worker)
    return worker
  }

  async function killAll(): Promise<void> {
    await Promise.all(started.map((worker) => worker.kill()))
    // The duties and jobs of the dead worker.
    await database.query.deleteFrom('leases').execute()
    await database.query
      .updateTable('push_jobs')
      .set({ leased_until: new Date(0) })
      .execute()
  }

  const tell = async (content: string) =>
    expectSuccess(await teller.post('/messages', { type: 'direct', to: [reader.id], content }))

  /** The texts that each device has decrypted, of the pushes that its service has taken. */
  const texts = () => ({
    browser: service.to('browser').map(({ content }) => content),
    android: services.to(android.token).map(({ data }) => android.read(asRecord(data)).content),
    iphone: services.to(iphone.token).map((push) => iphone.read(push).content),
  })
  const all = (...contents: string[]) => ({
    browser: contents,
    android: contents,
    iphone: contents,
  })

  const untilNoted = () =>
    untilHolds('all is noted', async () => {
      const jobs = await database.query.selectFrom('push_jobs').select('due_at').execute()
      return jobs.length === 3 && jobs.every(({ due_at }) => due_at === null)
    })

  it('comes once to each device when the worker is killed before it has sent any', async () => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    let isOpen = false
    // No worker judges the message while a transaction is open that might store an earlier one.
    const blocking = database.transaction(async (tx) => {
      await sql`select pg_current_xact_id()`.execute(tx)
      isOpen = true
      await held
    })
    await untilHolds('the transaction is open', () => isOpen)
    await tell('A secret')
    await killAll()
    expect(texts()).toEqual(all())
    release()
    await blocking
    teller = teller.at((await start()).url)
    await untilNoted()
    expect(texts()).toEqual(all('A secret'))
    expect(JSON.stringify(services.pushes)).not.toContain('A secret')
  })

  it('comes at least once when the worker is killed before the services answer, in place of the first', async () => {
    const attempts: { device: string; slot: unknown }[] = []
    const isHeld = (device: string, slot: unknown): boolean => {
      attempts.push({ device, slot })
      return attempts.filter((each) => each.device === device).length === 1
    }
    const never = () => new Promise<never>(() => undefined)
    service.answer = ({ headers }) =>
      isHeld('browser', headers['topic']) ? never() : { status: 201 }
    services.answer = ({ token, headers }) =>
      isHeld(token, headers['apns-collapse-id']) ? never() : undefined
    await tell('Another secret')
    await untilHolds('the worker is in the middle of all three', () => attempts.length === 3)
    await killAll()
    await start()
    await untilNoted()
    expect(texts()).toEqual(all('A secret', 'Another secret'))
    for (const device of ['browser', android.token, iphone.token]) {
      const slots = attempts.filter((each) => each.device === device).map(({ slot }) => slot)
      expect(slots).toEqual([slots[0], slots[0]])
    }
    expect([...service.faults, ...services.faults]).toEqual([])
  })
})
