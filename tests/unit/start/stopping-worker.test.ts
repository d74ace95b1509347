import { spawnSync } from 'node:child_process'
import { startWorker } from '../../../src/server/start/worker'
import { testConfig } from '../../support/config'
import { emptyDatabase } from '../../support/empty-database'

/** Connects and prints the outcome. */
const visitor = `
  require('node:net').connect(Number(process.argv[1]), process.argv[2])
    .on('connect', () => { console.log('connected'); process.exit() })
    .on('error', ({ code }) => console.log(code))`

describe('a worker that stops', () => {
  it('stops listening before it answers polls, which may take a while', async () => {
    const config = testConfig()
    const worker = await startWorker(config, { inMemory: true, template: await emptyDatabase() })
    const { port, ctx } = worker
    // The call blocks this process, so an open port would keep the visitor waiting.
    const visit = (): string =>
      spawnSync(process.execPath, ['-e', visitor, String(port), config.host]).stdout.toString()
    const drain = ctx.events.drain.bind(ctx.events)
    const met: string[] = []
    ctx.events.drain = () => {
      met.push(visit())
      return drain()
    }
    met.push(visit())
    await worker.close()
    expect(met.slice(0, 2)).toEqual(['connected\n', 'ECONNREFUSED\n'])
  })
})
