import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describeWithServices } from '../support/services'
import { createTestStores } from '../support/stores'
import { Worker, workerSettings } from '../support/workers'

const program = join(__dirname, '../../dist/main.js')

describeWithServices('PostgreSQL without Redis', () => {
  it('serves one worker and refuses a second, until the first is gone', async () => {
    const stores = await createTestStores()
    const withoutRedis = { REDIS_URL: '' }
    const first = await Worker.start(stores, withoutRedis)

    const second = spawn(process.execPath, [program], {
      env: { PATH: process.env['PATH'], ...workerSettings(stores), ...withoutRedis },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errors = ''
    second.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    const [exitCode] = (await once(second, 'close')) as [number]
    expect(exitCode).toBe(1)
    expect(errors).toMatch('Another worker serves this database already')

    await first.kill()
    const third = await Worker.start(stores, withoutRedis)
    expect(await third.stop()).toBe(0)
    await stores.remove()
  })
})
