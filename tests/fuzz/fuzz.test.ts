import { useOwnServer } from '../support/own-server'
import { showFinding } from './ledger'
import { runFuzz } from './run'
import { ErrorLog, sceneOf } from './scene'

const seed = 187
const requests = 1_500
/** Slow calls are left to longer runs on an idle machine. */
const slowSeconds = Infinity

describe('a server under seeded requests from its OpenAPI document', () => {
  const log = new ErrorLog()
  const server = useOwnServer({ log: log.logger, settings: { HEARTBEAT_MS: '100' } })

  it('answers every request as declared', async () => {
    const { findings, ledger } = await runFuzz(await sceneOf(server, log), {
      ...{ seed, requests, slowSeconds },
      concurrency: 4,
    })
    const again = `Again: npm run test:fuzz -- --seed ${seed} --requests ${requests}`
    const story = [...findings.map(showFinding), '', again].join('\n')
    expect(findings.length === 0 ? '' : story).toBe('')
    // Most refusals come early: a fuzzer whose calls are all refused finds nothing.
    expect(ledger.count(200, 399)).toBeGreaterThan(0.3 * requests)
    expect(ledger.operations.size).toBeGreaterThan(100)
  })
})
