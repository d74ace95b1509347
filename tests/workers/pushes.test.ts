import type { Database } from '../../src/server/data/engine/database'
import { present, shapedLike } from '../support/checked'
import { Commands } from '../support/commands/commands'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { PushBouncer } from '../support/push-bouncer'
import { PushService } from '../support/push-service'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { memberAt, openTestDatabase, ownerAt, Worker } from '../support/workers'

/* Source: docs/protocol/notifications.md#web-push-once. */
describeWithServices('a push', () => {
  const service = new PushService()
  const bouncer = new PushBouncer()
  const commands = new Commands()
  const started: Worker[] = []
  let stores: TestStores
  let database: Database
  let second: Worker
  let isBouncerAwaited: boolean

  beforeAll(async () => {
    await Promise.all([service.open(), bouncer.open()])
    stores = await createTestStores()
    database = openTestDatabase(stores)
    const first = await start()
    const owner = await ownerAt(first)
    const reader = await memberAt(first, database, 'reader')
    await registerServer()
    await beginPushThroughBouncer(first, reader)
    await beginPush(owner)
    isBouncerAwaited = (await failures()).length === 0
    await first.kill()
    // Its leases are over.
    await database.query
      .updateTable('push_jobs')
      .set({ leased_until: new Date(0) })
      .execute()
    second = await start()
  })
  afterAll(async () => {
    await Promise.all(started.map((worker) => worker.kill()))
    await Promise.all([service.close(), bouncer.close(), commands.end()])
    await database?.close()
    await stores?.remove()
  })

  async function start(): Promise<Worker> {
    const settings = { ...service.settings, PUSH_BOUNCER_URL: bouncer.url }
    const worker = await Worker.start(stores, settings)
    started.push(worker)
    return worker
  }

  function run(settings: Record<string, string>, ...words: string[]) {
    const url = new URL(present(stores.settings['DATABASE_URL'], 'DATABASE_URL'))
    url.searchParams.set('options', `-c search_path=${stores.searchPath}`)
    return commands.run({ ...stores.settings, ...settings, DATABASE_URL: url.href }, ...words)
  }

  const runPush = (...words: string[]) => run({ PUSH_BOUNCER_URL: bouncer.url }, 'push', ...words)

  async function registerServer(): Promise<void> {
    expect((await runPush()).stdout).toMatch(/is not used before "parley push register"/)
    const asked = ['register', '--hostname', 'chat.example.com', '--email', 'op@example.com']
    expect((await runPush(...asked)).stderr).toMatch(/has terms of its own/)
    expect(await runPush(...asked, '--agree-to-terms')).toMatchObject({ code: 0, stderr: '' })
    expect(bouncer.to('server/register')).toMatchObject([{ hostname: 'chat.example.com' }])
  }

  const failures = () =>
    database.query
      .selectFrom('push_devices')
      .select('last_error')
      .where('last_error', 'is not', null)
      .execute()

  let held = 0

  /** The service has the push, but does not say so. */
  async function beginPush(owner: Person): Promise<void> {
    const { subscription } = service.receiver('phone')
    expectSuccess(await owner.post('/users/me/web_push', { subscription }))
    service.answer = () => {
      held += 1
      return held === 1 ? new Promise(() => undefined) : { status: 201 }
    }
    expectSuccess(await owner.post('/users/me/web_push/test'))
    await untilHolds('the first worker is in the middle', () => held === 1)
  }

  /** The bouncer has the push, but does not say so. */
  async function beginPushThroughBouncer(first: Worker, reader: Person): Promise<void> {
    let heldByBouncer = 0
    bouncer.answer = ({ path }) => {
      if (path !== 'push/notify') return undefined
      heldByBouncer += 1
      return heldByBouncer === 1 ? new Promise(() => undefined) : undefined
    }
    expectSuccess(await reader.post('/users/me/android_gcm_reg_id', { token: 'phone' }))
    const teller = await memberAt(first, database, 'teller')
    const message = { type: 'direct', to: [reader.id], content: 'It works.' }
    expectSuccess(await teller.post('/messages', message))
    await untilHolds('the bouncer is in the middle', () => heldByBouncer === 1)
  }

  it('does not wait for the slow service of others', () => {
    expect(isBouncerAwaited).toBe(true)
  })

  it('is sent by another worker when the one that sends it is killed in the middle', async () => {
    const { id } = await ownerAt(second)
    await untilHolds('it is noted', async () => {
      const jobs = database.query.selectFrom('push_jobs').selectAll().where('user_id', '=', id)
      const row = await jobs.executeTakeFirst()
      return row?.sent_at != null && row.due_at === null
    })
    expect(service.to('phone')).toMatchObject([{ event: 'test' }])
    expect(held).toBe(2)
  })

  it('survives a killed worker on its way through the bouncer of the operator', async () => {
    await untilHolds('another has sent it', () => bouncer.to('push/notify').length === 1)
    expect(bouncer.to('push/notify')).toMatchObject([{ android_devices: ['phone'] }])
    expect((await runPush()).stdout).toMatch(/1 devices with a mobile app/)
    expect(bouncer.faults).toEqual([])
  })

  it('is sent once by two workers, for a message too', async () => {
    const before = service.pushes.length
    const third = await start()
    const reader = await memberAt(second, database, 'bo')
    const names = Array.from({ length: 15 }, (_, index) => `device-${index}`)
    for (const name of names) {
      const { subscription } = service.receiver(name)
      expectSuccess(await reader.post('/users/me/web_push', { subscription }))
    }
    const teller = await memberAt(third, database, 'cy')
    expectSuccess(
      await teller.post('/messages', { type: 'direct', to: [reader.id], content: 'It works.' }),
    )
    await untilHolds('all devices were told', () =>
      names.every((name) => service.to(name).length > 0),
    )
    await untilHolds('all is noted', async () => {
      const rows = await database.query
        .selectFrom('push_jobs')
        .select('due_at')
        .where('user_id', '=', reader.id)
        .execute()
      return rows.length === names.length && rows.every(({ due_at }) => due_at === null)
    })
    expect(service.pushes).toHaveLength(before + names.length)
  })

  it('is a warning of `parley doctor` if its service is out of reach', async () => {
    const origin = service.url
    const examine = async () => {
      const { code, stdout } = await run(service.settings, 'doctor', '--json')
      const { findings } = shapedLike(JSON.parse(stdout), { findings: [{ subject: '' }] })
      return { code, pushes: findings.filter(({ subject }) => subject === 'pushes') }
    }
    const text = `A connection to ${origin} can be made.`
    expect((await examine()).pushes).toEqual([{ subject: 'pushes', state: 'ok', text }])
    await service.close()
    const { code, pushes } = await examine()
    await service.open()
    expect(code).toBe(3)
    expect(pushes).toEqual([
      {
        subject: 'pushes',
        state: 'warning',
        text: expect.stringMatching(
          RegExp(`^No connection to ${origin} can be made, so 16 devices get no pushes: .*REFUSED`),
        ),
        advice: expect.stringContaining('see the firewall and the DNS'),
      },
    ])
  })
})
