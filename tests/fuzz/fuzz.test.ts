import { useOwnServer } from '../support/own-server'
import { showFinding } from './ledger'
import { MailLinks } from './mail-links'
import { runFuzz } from './run'
import { ErrorLog, sceneOf } from './scene'

const seed = 187
const requests = 1_500
/** Slow calls are left to longer runs on an idle machine. */
const slowSeconds = Infinity

describe('a server under seeded requests from its OpenAPI document', () => {
  const log = new ErrorLog()
  const links: MailLinks = new MailLinks(() => links.mailbox.receive(server.ctx))
  beforeAll(() => links.mailbox.open())
  afterAll(() => links.mailbox.close())
  const server = useOwnServer({
    log: log.logger,
    get settings() {
      return { ...links.mailbox.settings, HEARTBEAT_MS: '100' }
    },
  })

  it('answers every request as declared', async () => {
    const { findings, ledger } = await runFuzz(await sceneOf(server, log, links), {
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
