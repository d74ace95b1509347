import { firstOf, present } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useTestServer } from '../support/test-server'

/** Names that become markup if a bot quotes them unescaped. */
const traps = [
  'x** @**all**',
  'x** @*crew*',
  'x` @**all** `y',
  '```` @**all**',
  'x](https://evil.example) [y',
  'https://evil.example',
  'x>y** @**all** **',
  '&#64;**all**',
  '$$x$$ ~~@**all**~~',
  ':smile: !avatar(x@evil.example)',
]

describe('notices of the system bots', () => {
  const server = useTestServer()
  let ada: Person
  let bo: Person
  let cy: Person

  beforeAll(async () => {
    ;[ada, bo, cy] = await server.users('ada', 'bo', 'cy')
    const group = { name: 'crew', description: '', members: [bo.id, cy.id] }
    expectSuccess(await server.owner.post('/user_groups/create', group))
    // Their own names are traps, too.
    expectSuccess(await server.owner.patch(`/users/${ada.id}`, { full_name: 'all' }))
    const named = { full_name: '[x](https:evil.example) :smile:' }
    expectSuccess(await server.owner.patch(`/users/${bo.id}`, named))
  })

  /** Messages of the bots after a message, as a person reads them. */
  async function notices(reader: Person, after: number) {
    const args = { anchor: after, include_anchor: false, num_before: 0, num_after: 500 }
    const { messages } = await reader.call('GET /messages', args)
    return messages.filter(({ sender_email: sender }) =>
      /^(notification|welcome)-bot@/.test(sender),
    )
  }

  async function findStream(name: string): Promise<{ id: number }> {
    const streams = server.db.selectFrom('streams').select('id')
    return streams.where('name', '=', name).executeTakeFirstOrThrow()
  }

  function expectHarmless({ content, flags }: { content: string; flags: string[] }): void {
    const isLoud = (name: string) => !/\bsilent\b/.test(name)
    const classes = [...content.matchAll(/class="([^"]*)"/g)].map(([, name]) =>
      present(name, 'name'),
    )
    expect(classes.filter((name) => /mention/.test(name) && isLoud(name))).toEqual([])
    expect(classes.filter((name) => /emoji|avatar|katex|strike/.test(name))).toEqual([])
    const links = [...content.matchAll(/href="([^"]*)"/g)].map(([, href]) => present(href, 'href'))
    expect(links.filter((href) => !/^\/?#narrow\//.test(href))).toEqual([])
    expect(flags.filter((flag) => flag !== 'read')).toEqual([])
  }

  it.each(traps)('quote streams, topics and people called %s without effects', async (trap) => {
    const topic = trap.slice(0, 60)
    const before = await ada.send('general', 'anything', 'x')
    const others = { principals: [bo.email, cy.email] }
    const all = { ...others, principals: [ada.email, ...others.principals] }
    const subscriptions = [{ name: trap, description: 'for @**all** and @*crew*' }]
    expectSuccess(
      await ada.post('/users/me/subscriptions', { subscriptions, announce: true, ...all }),
    )
    for (const names of [[`old ${trap}`], [`older ${trap}`, `oldest ${trap}`]]) {
      const streams = { subscriptions: names.map((name) => ({ name })) }
      expectSuccess(await bo.post('/users/me/subscriptions', { ...streams, announce: true }))
      expectSuccess(
        await ada.post('/users/me/subscriptions', { ...streams, principals: [cy.email] }),
      )
    }
    const id = await ada.send(trap, `${topic.slice(0, 50)} 1`, 'x')
    const move = { send_notification_to_old_thread: true, send_notification_to_new_thread: true }
    expectSuccess(await ada.patch(`/messages/${id}`, { topic, ...move }))

    expectSuccess(await ada.patch(`/messages/${id}`, { topic: `✔ ${topic.slice(0, 58)}` }))
    const { id: streamId } = await findStream(trap)
    const changes = { new_name: `new ${trap}`.slice(0, 60), description: `new @**all** @*crew*` }
    expectSuccess(await server.owner.patch(`/streams/${streamId}`, changes))

    const robot = await server.bot(cy, `robot${before}`)
    const renamed = { full_name: `[bot ${before}](https:evil.example) :smile:` }
    expectSuccess(await cy.patch(`/bots/${robot.id}`, renamed))
    await robot.post('/messages', { type: 'stream', to: `no ${trap}`, topic: 'x', content: 'x' })

    const read = await notices(cy, before)
    // Announcements, a welcome, subscriptions, the move on both sides, that it is resolved, the new
    // name and description, the warning to the owner.
    expect(read).toHaveLength(3 + 1 + 2 + 2 + 1 + 2 + 1)
    for (const notice of read) expectHarmless(notice)
    for (const notice of await notices(bo, before)) expectHarmless(notice)
  })

  it('greet newcomers in an organization with Markdown in its name', async () => {
    const name = '@**all** [x](https://evil.example)'
    expectSuccess(await server.owner.patch('/realm', { name }))
    const dora = await server.user('dora')
    const greeting = firstOf(await notices(dora, 0))
    expectHarmless(greeting)
  })

  it('quote a refused webhook message without its mentions', async () => {
    const hook = await server.bot(cy, 'hook', 2)
    const before = await ada.send('general', 'anything', 'x')
    const topic = '@**all** [x](https://evil.example)'
    const query = { stream: 'no` @**all**', topic, api_key: hook.apiKey }
    const path = `/external/grafana?${new URLSearchParams(query).toString()}`
    const ruleUrl = 'https://grafana.example/disk'
    const payload = {
      ruleName: 'Disk',
      ruleUrl,
      state: 'alerting',
      message: 'ask @**all** or @*crew*',
      evalMatches: [],
    }
    expectSuccess(await server.call('post', path).type('json').send(payload))
    const read = await notices(cy, before)
    expect(read).toHaveLength(1)
    expect(firstOf(read).content).toContain('ask')
    // The integration's own emoji and its link are intended.
    const content = firstOf(read)
      .content.replaceAll(ruleUrl, '#narrow/')
      .replace(/emoji emoji-\w+/, '')
    expectHarmless({ ...firstOf(read), content })
  })
})
