import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { PeopleMap } from '../../src/server/moving/import/job/people-map'
import { importArchive } from '../../src/server/moving/import/run'
import { openSlackArchive } from '../../src/server/moving/import/slack/read-slack'
import { useOwnServer } from '../support/own-server'
import type { Person } from '../support/person'
import { startBridge } from '../support/slack/bridge'
import type { RunningBridge } from '../support/slack/bridge'
import { exportWorkspace } from '../support/slack/export'
import { SlackStandIn } from '../support/slack/stand-in'
import { untilHolds } from '../support/until'

const general = 'C0GENERAL'

// Source: docs/protocol/import.md#bridges.
describe('imports beside a bridge to Slack', () => {
  let slack: SlackStandIn
  let bridge: RunningBridge | undefined
  let alice: Person
  let folder: string
  // Before the server ends.
  afterAll(async () => {
    await bridge?.stop()
    await slack?.crash()
    await rm(folder, { recursive: true, force: true })
  })
  const server = useOwnServer()

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'slack-bridge-imports-'))
    slack = await SlackStandIn.start()
    const { workspace } = slack
    ;[alice] = await server.users('alice')
    workspace.addUser('U0ADA', 'Ada Lund', 'ada@slack.test')
    workspace.addUser('U0ALICE', 'Alice', alice.email)
    workspace.addChannel(general, 'general-talk', ['U0ADA', 'U0ALICE'])
  })

  async function texts(): Promise<string[]> {
    const { rows } = await sql<{ content: string }>`
      select content from messages join streams on streams.realm_id = messages.realm_id
        and streams.id = stream_id
      where messages.realm_id = ${server.realmId} and streams.name = 'general-talk'
      order by messages.id`.execute(server.db)
    return rows.map(({ content }) => content)
  }
  const comes = (text: string) =>
    untilHolds(`"${text}" is here`, async () => (await texts()).some((each) => each.includes(text)))

  let archives = 0
  /** Imports what the workspace has now, and answers the numbers of new messages and reactions. */
  async function runImport(): Promise<{ messages: number; reactions: number }> {
    const archive = path.join(folder, `archive-${++archives}`)
    await exportWorkspace(slack.workspace, archive)
    const reader = await openSlackArchive(archive)
    const options = { into: '', people: PeopleMap.empty, isDryRun: false, resumes: true }
    try {
      const { report } = await importArchive(server.ctx, reader, options)
      const kinds = report.kinds()
      return {
        messages: kinds['message']?.written ?? 0,
        reactions: kinds['reaction']?.written ?? 0,
      }
    } finally {
      await reader.close()
    }
  }

  it('double nothing before, during and after it', async () => {
    const { workspace } = slack
    const root = workspace.say(general, 'U0ADA', 'an old plan')
    workspace.say(general, 'U0ALICE', 'an old answer', { thread_ts: root })
    const liked = workspace.say(general, 'U0ADA', 'an old joke')
    workspace.react(general, liked, 'U0ALICE', 'joy')
    expect(await runImport()).toEqual({ messages: 4, reactions: 1 })

    bridge = await startBridge(server, slack, 'general-talk')
    const late = workspace.say(general, 'U0ALICE', 'a late answer', { thread_ts: root })
    workspace.react(general, late, 'U0ADA', '+1')
    const fresh = workspace.say(general, 'U0ADA', 'a new plan')
    workspace.say(general, 'U0ADA', 'a new answer', { thread_ts: fresh })
    await comes('a new answer')
    await alice.send('general-talk', 'imported from Slack', 'from Parley')
    await untilHolds('it is in Slack', () => {
      return workspace.messages(general).some(({ text }) => text === 'from Parley')
    })
    const topics = await server.db
      .selectFrom('messages')
      .select(['topic', 'content'])
      .where('content', 'in', ['an old answer', 'a late answer'])
      .execute()
    expect(new Set(topics.map(({ topic }) => topic)).size).toBe(1)

    // During it: the bridge brings messages while the import reads an archive that has them.
    const importing = runImport()
    for (let number = 0; number < 10; number += 1) workspace.say(general, 'U0ADA', `race ${number}`)
    await importing
    await comes('race 9')
    await bridge.stop()
    bridge = undefined

    const before = await texts()
    for (let number = 0; number < 10; number += 1) {
      expect(before.filter((text) => text === `race ${number}`)).toHaveLength(1)
    }
    // After it: nothing is new.
    expect(await runImport()).toEqual({ messages: 0, reactions: 0 })
    expect(await texts()).toEqual(before)
    for (const text of ['an old answer', 'a late answer', 'a new answer', 'from Parley']) {
      expect(before.filter((each) => each === text)).toHaveLength(1)
    }
  })

  it('leave placeholders, which become people when a bridge begins', async () => {
    const { workspace } = slack
    workspace.say(general, 'U0CARL', 'I am nobody yet')
    workspace.say(general, 'U0ADA', 'ask <@U0CARL>')
    await runImport()
    expect(await texts()).toContainEqual(expect.stringContaining('Unknown user U0CARL'))
    workspace.addUser('U0CARL', 'Carl Berg', 'carl@slack.test')
    bridge = await startBridge(server, slack, 'general-talk')
    const { rows } = await sql<{ full_name: string; address: string; is_active: boolean }>`
      select full_name, coalesce(delivery_email, email) as address, deactivated_at is null as is_active
      from messages join users on users.realm_id = messages.realm_id and users.id = sender_id
      where messages.realm_id = ${server.realmId} and content = 'I am nobody yet'`.execute(
      server.db,
    )
    expect(rows).toEqual([{ full_name: 'Carl Berg', address: 'carl@slack.test', is_active: true }])
    expect(await texts()).toContainEqual(expect.stringMatching(/^ask @\*\*Carl Berg\|\d+\*\*$/))
  })
})
