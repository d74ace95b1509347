import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { bundledWorker } from '../support/bundle/bundle'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { Worker, workerSettings } from '../support/workers'

describeWithServices('PostgreSQL without Redis', () => {
  it('refuses to join workers that share their Redis', async () => {
    const stores = await createTestStores()
    const sharing = await Worker.start(stores)
    expect(await failedStart(stores, { REDIS_URL: '' })).toMatch(refusal)
    await sharing.kill()
    const sole = await Worker.start(stores, { REDIS_URL: '' })
    expect(await failedStart(stores, {})).toMatch(refusal)
    await sole.kill()
    await stores.remove()
  })

  it('serves one worker and refuses a second, until the first is gone', async () => {
    const stores = await createTestStores()
    const withoutRedis = { REDIS_URL: '' }
    const first = await Worker.start(stores, withoutRedis)

    expect(await failedStart(stores, withoutRedis)).toMatch(refusal)

    await first.kill()
    const third = await Worker.start(stores, withoutRedis)
    expect(await third.stop()).toBe(0)
    await stores.remove()
  })
})

describeWithServices('Workers with another number of event shards', () => {
  it('are refused while others run, and accepted when they are gone', async () => {
    const stores = await createTestStores()
    const four = { EVENT_SHARDS: '4' }
    const two = { EVENT_SHARDS: '2' }
    const first = await Worker.start(stores, four)
    const second = await Worker.start(stores, four)
    await first.kill()
    expect(await failedStart(stores, two)).toMatch('EVENT_SHARDS is 2 here, but 4 on workers')

    await second.kill()
    const third = await Worker.start(stores, two)
    expect(await third.stop()).toBe(0)
    await stores.remove()
  })
})

const refusal = 'Another worker serves this database already'

/** The output of a worker that fails to start. */
async function failedStart(stores: TestStores, settings: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [bundledWorker()], {
    env: { PATH: process.env['PATH'], ...workerSettings(stores), ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const [exitCode]: unknown[] = await once(child, 'close')
  expect(exitCode).toBe(1)
  return errors
}
