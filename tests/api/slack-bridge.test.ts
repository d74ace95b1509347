import { sql } from 'kysely'
import { measureBridges, retrySetAside } from '../../src/server/data/bridges/bridges'
import { expectSuccess } from '../support/expectations'
import { useOwnServer } from '../support/own-server'
import type { Person } from '../support/person'
import { startBridge } from '../support/slack/bridge'
import type { RunningBridge } from '../support/slack/bridge'
import { SlackStandIn } from '../support/slack/stand-in'
import { bot } from '../support/slack/workspace'
import { untilHolds } from '../support/until'
import { uploadedBy } from '../support/uploads'

const general = 'C0GENERAL'
const secret = 'C0SECRET'

describe('a bridge to Slack', () => {
  let slack: SlackStandIn
  let bridge: RunningBridge
  let alice: Person
  // Before the server ends.
  afterAll(async () => {
    await bridge?.stop()
    await slack?.crash()
  })
  const server = useOwnServer({ settings: { OUTGOING_WEBHOOKS_ALLOW_PRIVATE: '127.0.0.1' } })

  beforeAll(async () => {
    slack = await SlackStandIn.start()
    const { workspace } = slack
    ;[alice] = await server.users('alice')
    workspace.addUser('U0ADA', 'Ada Lund', 'ada@slack.test')
    workspace.addUser('U0ALICE', 'Alice', alice.email)
    workspace.addChannel(general, 'general-talk', ['U0ADA', 'U0ALICE'])
    workspace.addChannel(secret, 'board', ['U0ADA'], true)
    const fiveDaysAgo = `${Math.floor(Date.now() / 1000) - 5 * 86_400}.000100`
    const old = {
      type: 'message',
      ts: fiveDaysAgo,
      user: 'U0ADA',
      text: 'an old question',
    } as const
    workspace.messages(general).push(old)
    bridge = await startBridge(server, slack, 'general-talk')
  })

  interface Here {
    id: number
    topic: string
    content: string
    name: string
    stream: string
  }

  async function here(): Promise<Here[]> {
    const { rows } = await sql<Here>`
      select messages.id, topic, content, users.full_name as name, streams.name as stream from messages
      join users on users.realm_id = messages.realm_id and users.id = sender_id
      join streams on streams.realm_id = messages.realm_id and streams.id = stream_id
      where messages.realm_id = ${server.realmId} and streams.name in ('general-talk', 'board')
      order by messages.id`.execute(server.db)
    return rows
  }
  const withText = async (text: string) =>
    (await here()).filter((each) => each.content.includes(text))
  const comes = (text: string, count = 1) =>
    untilHolds(`"${text}" is here`, async () => (await withText(text)).length === count)
  const inSlack = (text: string) =>
    slack.workspace.messages(general).filter((message) => message.text.includes(text))
  const arrives = (text: string) =>
    untilHolds(`"${text}" is in Slack`, () => inSlack(text).length === 1)

  it('brings a message in the name of its writer, once, with an event for subscribers', async () => {
    const queue = await alice.register()
    slack.workspace.say(general, 'U0ADA', 'Hello *bold* <@U0ALICE> &amp; all')
    await comes('Hello')
    const [message] = await withText('Hello')
    expect(message).toMatchObject({
      ...{ name: 'Ada Lund', topic: 'imported from Slack', stream: 'general-talk' },
      content: `Hello **bold** @**${alice.fullName}|${alice.id}** & all`,
    })
    const events = await alice.pollUntil(queue, 'message')
    expect(events.at(-1)).toMatchObject({
      message: { sender_full_name: 'Ada Lund', client: 'Bridge' },
      flags: ['mentioned'],
    })
  })

  it('follows edits and deletions, also those that come twice or in the wrong order', async () => {
    slack.manner = 'twice'
    const first = slack.workspace.say(general, 'U0ADA', 'draft one')
    slack.workspace.edit(general, first, 'final one')
    await comes('final one')
    expect(await withText('draft one')).toEqual([])
    slack.manner = 'swapped'
    const second = slack.workspace.say(general, 'U0ADA', 'draft two')
    slack.workspace.edit(general, second, 'final two')
    await comes('final two')
    const third = slack.workspace.say(general, 'U0ADA', 'regret')
    slack.workspace.remove(general, third)
    slack.manner = 'fair'
    slack.workspace.remove(general, first)
    slack.workspace.say(general, 'U0ADA', 'after the storm')
    await comes('after the storm')
    expect(await withText('regret')).toEqual([])
    expect(await withText('final one')).toEqual([])
    expect(await withText('draft')).toEqual([])
  })

  it('puts a thread into a topic of its own, by the rule of imports', async () => {
    const root = slack.workspace.say(general, 'U0ADA', 'Who brings cake?')
    slack.workspace.say(general, 'U0ALICE', 'I do', { thread_ts: root })
    slack.workspace.say(general, 'U0ADA', 'Great', { thread_ts: root })
    await comes('Great')
    const day = new Date().toISOString().slice(0, 10)
    const inTopic = (await here()).filter(({ topic }) => topic === `${day} Who brings cake?`)
    expect(inTopic).toMatchObject([
      { name: 'Notification Bot', content: expect.stringContaining('Who brings cake?') },
      { name: alice.fullName, content: 'I do' },
      { name: 'Ada Lund', content: 'Great' },
    ])
    const [, rootHere] = await withText('Who brings cake?')
    expect((await withText('replies in')).map(({ topic }) => topic)).toEqual([
      'imported from Slack',
    ])
    expect(rootHere).toBeDefined()
  })

  it('brings reactions, and takes them back', async () => {
    const ts = slack.workspace.say(general, 'U0ADA', 'react to me')
    slack.workspace.react(general, ts, 'U0ALICE', '+1')
    const reactions = async () => {
      const [message] = await withText('react to me')
      const { rows } = await sql<{ emoji_name: string; user_id: number }>`
        select emoji_name, user_id from reactions where message_id = ${message?.id ?? 0}`.execute(
        server.db,
      )
      return rows
    }
    await untilHolds('the reaction is here', async () => (await reactions()).length === 1)
    expect(await reactions()).toEqual([{ emoji_name: '+1', user_id: alice.id }])
    slack.workspace.unreact(general, ts, 'U0ALICE', '+1')
    await untilHolds('the reaction is gone', async () => (await reactions()).length === 0)
  })

  it('carries messages of Parley to Slack in the names of their writers, and never back', async () => {
    await alice.send('general-talk', 'imported from Slack', 'over **there** `a<b`')
    await arrives('over')
    expect(inSlack('over')).toMatchObject([
      {
        bot_id: bot,
        username: alice.fullName,
        text: expect.stringContaining('`a&lt;b`'),
      },
    ])
    slack.workspace.say(general, 'U0ADA', 'I see it')
    await comes('I see it')
    expect(await withText('over **there**')).toHaveLength(1)
  })

  it('makes a topic a thread, and its later messages replies, also those of Slack', async () => {
    await alice.send('general-talk', 'lunch', 'pizza?')
    await alice.send('general-talk', 'lunch', 'or soup?')
    await arrives('or soup?')
    const [opener] = inSlack('pizza?')
    expect(opener?.text).toBe('*lunch*\npizza?')
    expect(inSlack('or soup?')).toMatchObject([{ thread_ts: opener?.ts, text: 'or soup?' }])
    slack.workspace.say(general, 'U0ADA', 'soup, please', { thread_ts: opener?.ts })
    await comes('soup, please')
    expect(await withText('soup, please')).toMatchObject([{ topic: 'lunch' }])
  })

  it('updates and deletes its messages in Slack, and adds one reaction for all', async () => {
    const id = await alice.send('general-talk', 'imported from Slack', 'first version')
    await arrives('first version')
    expectSuccess(await alice.patch(`/messages/${id}`, { content: 'second version' }))
    await arrives('second version')
    expectSuccess(await alice.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    await untilHolds('the reaction is in Slack', () => {
      return inSlack('second version')[0]?.reactions?.[0]?.name === 'tada'
    })
    expectSuccess(await server.owner.delete(`/messages/${id}`))
    await untilHolds('the message is gone', () => inSlack('second version').length === 0)
  })

  it('reads what came while the connection was cut, and events that got lost', async () => {
    slack.losesEvents = true
    const kept = slack.workspace.say(general, 'U0ADA', 'said in the dark')
    slack.workspace.say(general, 'U0ALICE', 'a reply in the dark', { thread_ts: kept })
    const [known] = inSlack('final two')
    slack.workspace.edit(general, known?.ts ?? '', 'edited in the dark')
    const [gone] = inSlack('after the storm')
    slack.workspace.remove(general, gone?.ts ?? '')
    slack.losesEvents = false
    slack.disconnect('refresh')
    await comes('a reply in the dark')
    await comes('edited in the dark')
    expect((await withText('said in the dark')).map(({ name }) => name)).toContain('Ada Lund')
    await untilHolds(
      'the deletion is here',
      async () => (await withText('after the storm')).length === 0,
    )
  })

  it('finds a reply to a quiet thread that came while the connection was cut', async () => {
    const [root] = inSlack('an old question')
    slack.losesEvents = true
    slack.workspace.say(general, 'U0ALICE', 'an answer after days', { thread_ts: root?.ts })
    slack.losesEvents = false
    slack.disconnect('refresh')
    await comes('an answer after days')
    const [reply] = await withText('an answer after days')
    expect(reply?.topic).toMatch(/^\d{4}-\d\d-\d\d an old question$/)
  })

  it('tells readers in the stream that it begins, and the editor that an edit stays here', async () => {
    const [notice] = await withText('This stream is connected with `#general-talk` of Slack')
    expect(notice).toMatchObject({ name: 'Notification Bot', topic: 'imported from Slack' })
    const ts = slack.workspace.say(general, 'U0ALICE', 'worded in Slack')
    await comes('worded in Slack')
    const [{ id } = { id: 0 }] = await withText('worded in Slack')
    const told = async () => {
      const { rows } = await sql<{ content: string }>`
        select content from messages where realm_id = ${server.realmId} and stream_id is null
          and content like '%stays here%'`.execute(server.db)
      return rows.map(({ content }) => content)
    }
    expectSuccess(await alice.patch(`/messages/${id}`, { content: 'worded here' }))
    await untilHolds('Alice is told', async () => (await told()).length === 1)
    expect(await told()).toEqual([expect.stringContaining(`/near/${id})`)])
    expectSuccess(await alice.patch(`/messages/${id}`, { content: 'worded here again' }))
    slack.workspace.edit(general, ts, 'worded in Slack again')
    await comes('worded in Slack again')
    expect(inSlack('worded here')).toEqual([])
    expect(await told()).toHaveLength(1)
  })

  it('shows its state to the metrics, and tries again what was set aside', async () => {
    const channel = slack.workspace.channels.get(general)
    const members = [...(channel?.members ?? [])]
    channel?.members.splice(0)
    await alice.send('general-talk', 'imported from Slack', 'not yet')
    const figures = () => measureBridges(server.ctx.db.query)
    await untilHolds('it is set aside', async () => (await figures()).failed_out === 1)
    expect(await figures()).toMatchObject({ connected: 1, away: 0, ended: 0, failed_in: 0 })
    channel?.members.push(...members)
    expect(await retrySetAside(server.ctx.db.query, server.realmId)).toBe(1)
    await arrives('not yet')
    await untilHolds('nothing waits', async () => {
      const { age_in, age_out, failed_out } = await figures()
      return age_in === 0 && age_out === 0 && failed_out === 0
    })
  })

  it('finds out whether a post whose answer is missing has happened', async () => {
    slack.fail('chat.postMessage', { times: 1, cuts: true, hasEffect: true })
    await alice.send('general-talk', 'imported from Slack', 'posted, but unanswered')
    await arrives('posted, but unanswered')
    slack.fail('chat.postMessage', { times: 1, status: 500 })
    await alice.send('general-talk', 'imported from Slack', 'not posted at first')
    await arrives('not posted at first')
    slack.fail('chat.postMessage', { times: 2, status: 429, retryAfter: 1 })
    await alice.send('general-talk', 'imported from Slack', 'a little later')
    await arrives('a little later')
    expect(inSlack('posted, but unanswered')).toHaveLength(1)
    expect(inSlack('not posted at first')).toHaveLength(1)
  })

  it('brings files both ways, and sends the token to no other host', async () => {
    const { workspace } = slack
    workspace.files.set('F0PLAN', { name: 'plan.txt', bytes: Buffer.from('the plan') })
    const file = (id: string, name: string, url: string) => ({
      ...{ id, name, title: name, user: 'U0ADA', mimetype: 'text/plain', size: 8, mode: 'hosted' },
      ...{ url_private_download: url, permalink: `https://team.slack.com/files/${id}` },
    })
    const other = await SlackStandIn.start()
    other.workspace.files.set('F0TRAP', { name: 'trap.txt', bytes: Buffer.from('the trap') })
    workspace.say(general, 'U0ADA', 'with files', {
      files: [
        file('F0PLAN', 'plan.txt', `${workspace.filesUrl}/F0PLAN`),
        file('F0TRAP', 'trap.txt', `${other.workspace.filesUrl}/F0TRAP`),
      ],
    })
    await comes('with files')
    const [{ content } = { content: '' }] = await withText('with files')
    expect(content).toContain('[trap.txt](https://team.slack.com/files/F0TRAP)')
    expect(other.calls).toEqual([])
    await other.crash()
    const path = /\[plan\.txt\]\((\/user_uploads\/[^)]+)\)/.exec(content)?.[1] ?? ''
    expect(String((await alice.file(path)).body)).toBe('the plan')

    const upload = await uploadedBy(alice, 'notes.txt', Buffer.from('our notes'), 'text/plain')
    await alice.send('general-talk', 'imported from Slack', `see [notes](${upload})`)
    await arrives('see <https')
    const [id = '', notes] = [...workspace.files].find(([, { name }]) => name === 'notes.txt') ?? []
    expect(notes?.bytes.toString()).toBe('our notes')
    expect(inSlack('see <https')[0]?.text).toBe(`see <https://team.slack.com/files/${id}|notes>`)
  })

  it('carries nothing of a channel that the operator has not named', async () => {
    slack.workspace.say(secret, 'U0ADA', 'for the board alone')
    slack.workspace.say(general, 'U0ADA', 'for all')
    await comes('for all')
    expect(await withText('for the board alone')).toEqual([])
  })

  it('is refused between a private channel and a public stream', async () => {
    await server.stream('plain')
    await bridge.stop()
    const ended = { connected: 0, away: 0, ended: 1 }
    expect(await measureBridges(server.ctx.db.query)).toMatchObject(ended)
    await expect(startBridge(server, slack, 'board=plain')).rejects.toThrow('both must be private')
  })
})
