import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '../../src/server/data/engine/database'
import { anyValue, mapOf, shapedLike } from '../support/checked'
import type { Person } from '../support/person'
import { bundledParley } from '../support/bundle/bundle'
import { describeWithServices } from '../support/services'
import { BridgeProcess } from '../support/slack/bridge-process'
import { SlackStandIn } from '../support/slack/stand-in'
import { createTestStores } from '../support/stores'
import type { TestStores } from '../support/stores'
import { untilHolds } from '../support/until'
import { openTestDatabase, ownerAt, Worker, workerSettings } from '../support/workers'

const general = 'C0GENERAL'
const mainTopic = 'imported from Slack'

describeWithServices('a bridge to Slack', () => {
  let stores: TestStores
  let database: Database
  let worker: Worker
  let slack: SlackStandIn
  let bridge: BridgeProcess
  let owner: Person

  beforeAll(async () => {
    stores = await createTestStores()
    database = openTestDatabase(stores)
    slack = await SlackStandIn.start()
    slack.workspace.addUser('U0ADA', 'Ada Lund', 'ada@slack.test')
    slack.workspace.addChannel(general, 'general-talk', ['U0ADA'])
    worker = await Worker.start(stores)
    owner = await ownerAt(worker)
    bridge = BridgeProcess.start(stores, slack, 'general-talk')
    await untilHolds('the bridge is connected', () => slack.connections > 0)
  })
  afterAll(async () => {
    await bridge?.kill()
    await worker?.kill()
    await slack?.crash()
    await database?.close()
    await stores?.remove()
  })

  async function here(): Promise<string[]> {
    const { rows } = await sql<{ content: string }>`
      select content from messages order by id`.execute(database.query)
    return rows.map(({ content }) => content)
  }
  const there = () => slack.workspace.messages(general).map(({ text }) => text)
  const count = (texts: readonly string[], text: string) =>
    texts.filter((each) => each === text).length
  const restart = () => (bridge = BridgeProcess.start(stores, slack, 'general-talk'))

  it('survives its own death between a post and the answer: the message is there once', async () => {
    slack.fail('chat.postMessage', { times: 1, answersAfterMs: 600_000 })
    await owner.send('general-talk', mainTopic, 'posted by the dead')
    await untilHolds('it is in Slack', () => there().includes('posted by the dead'))
    await bridge.kill()
    await owner.send('general-talk', mainTopic, 'written meanwhile')
    slack.workspace.say(general, 'U0ADA', 'said meanwhile')
    restart()
    await untilHolds('the later message is in Slack', () => there().includes('written meanwhile'))
    await untilHolds('the one of Slack is here', async () =>
      (await here()).includes('said meanwhile'),
    )
    expect(count(there(), 'posted by the dead')).toBe(1)
    expect(count(await here(), 'posted by the dead')).toBe(1)
  }, 120_000)

  it('is taken over by a process that stands by, even while Slack is away', async () => {
    const standby = BridgeProcess.start(stores, slack, 'general-talk', { LOG_LEVEL: 'info' })
    await standby.hasLogged('standing by')
    await slack.crash()
    await bridge.kill()
    await standby.hasLogged('a bridge waits until Slack and the stores answer')
    bridge = standby
    slack.workspace.say(general, 'U0ADA', 'said in the outage')
    await slack.listen()
    await untilHolds('it is here', async () => (await here()).includes('said in the outage'))
  }, 120_000)

  it('loses and doubles nothing while it, the worker and Slack die', async () => {
    const [ours, theirs]: [string[], string[]] = [[], []]
    const over = new AbortController()
    const people = async () => {
      for (let number = 0; !over.signal.aborted || number < 20; number += 1) {
        theirs.push(`theirs ${number}`)
        slack.workspace.say(general, 'U0ADA', `theirs ${number}`)
        // Slack takes about one message per second.
        if (worker.isRunning && ours.length < 25) {
          const text = `ours ${number}`
          const sent = await owner.send('general-talk', mainTopic, text).catch(() => undefined)
          if (sent !== undefined) ours.push(text)
        }
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
    const writing = people()
    await untilHolds('some are there', () => there().some((text) => text === ours[2]))
    await bridge.kill()
    await worker.kill()
    worker = await Worker.start(stores)
    owner = await ownerAt(worker)
    restart()
    await untilHolds('the new bridge is connected', () => slack.connections > 0)
    await slack.crash()
    await slack.listen()
    await untilHolds('the bridge is connected again', () => slack.connections > 0)
    over.abort()
    await writing
    await untilHolds('all are there', () => ours.every((text) => there().includes(text)))
    await untilHolds('all are here', async () => {
      const present = new Set(await here())
      return theirs.every((text) => present.has(text))
    })
    const [present, posted] = [await here(), there()]
    expect(theirs.filter((text) => count(present, text) !== 1)).toEqual([])
    expect(ours.filter((text) => count(posted, text) !== 1)).toEqual([])
    // A killed worker may have stored a message without an answer.
    expect(posted.filter((text) => ours.includes(text))).toEqual(ours)
  }, 180_000)

  it('ends in order at SIGTERM, and tells its state', async () => {
    await untilHolds('nothing waits', async () => {
      const { rows } = await sql<{ waiting: number }>`
        select (select count(*) from bridge_inbox)::int + (select count(*) from bridge_outbox)::int
          as waiting`.execute(database.query)
      return rows[0]?.waiting === 0
    })
    expect(await bridge.stop()).toBe(0)
    const words = [bundledParley(), 'bridge', 'status', '--json']
    const env = { PATH: process.env['PATH'], ...workerSettings(stores) }
    const { stdout } = await promisify(execFile)(process.execPath, words, { env })
    const { bridges } = shapedLike(JSON.parse(stdout), { bridges: [mapOf(anyValue)] })
    expect(bridges).toMatchObject([
      {
        source: 'slack:T0TEAM',
        state: 'ended',
        waiting_in: 0,
        waiting_out: 0,
        failed_in: 0,
        failed_out: 0,
      },
    ])
  })

  it('says in a sentence that Slack refuses its token', async () => {
    const env = {
      ...{ PATH: process.env['PATH'], ...workerSettings(stores), ...slack.settings },
      SLACK_BOT_TOKEN: 'xoxb-another',
    }
    const words = [bundledParley(), 'bridge', 'slack', '--channels', 'general-talk']
    const running = promisify(execFile)(process.execPath, words, { env })
    const { code, stderr } = await running.then(
      () => ({ code: 0, stderr: '' }),
      (error: unknown) => shapedLike(error, { code: 0, stderr: '' }),
    )
    expect(code).toBe(1)
    expect(stderr.split('\n').filter((line) => line !== '' && !line.startsWith('{'))).toEqual([
      expect.stringMatching(/^Slack refused auth.test: invalid_auth. docs\/bridging.md/),
    ])
  })
})
