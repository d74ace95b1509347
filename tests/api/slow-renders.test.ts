import { randomUUID } from 'node:crypto'
import { createLog } from '../../src/server/lib/log'
import { createMetrics } from '../../src/server/lib/metrics'
import { renderMarkdown } from '../../src/server/text/markdown/render'
import { createRenderer } from '../../src/server/chat/posting/rendering/renderer'
import request from 'supertest'
import { readMessagePage } from '../../src/server/data/exports/messages'
import type { MessagePage } from '../../src/server/data/exports/messages'
import { sql } from 'kysely'
import { expectError, expectSuccess } from '../support/expectations'
import { eventsOf, messageIn } from '../support/person'
import type { Person, ReceivedEvent } from '../support/person'
import { testConfig } from '../support/config'
import { useTestServer } from '../support/test-server'

/** Reads to the end of the text for each `a`, with hundreds of states. */
const slow = { pattern: '(?P<id>a)(?:[ ab]*a[ ab]{200}x)?', url_template: 'https://t.test/{id}' }
const slowText = 'a b '.repeat(2_400)
const quick = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://t.test/{id}' }

describe('linkifiers that take long', () => {
  const server = useTestServer()
  let alice: Person
  let dora: Person
  beforeAll(async () => {
    alice = await server.user('alice')
    dora = await server.user('dora', 'administrator')
    await server.stream('work', { subscribers: [alice, dora] })
  })

  /** As they were stored before anybody tried them. */
  const storeSlowLinkifier = async () => {
    const { realm_id } = await server.db
      .selectFrom('users')
      .select('realm_id')
      .where('id', '=', alice.id)
      .executeTakeFirstOrThrow()
    const row = { realm_id, position: 1, ...slow }
    await server.db.insertInto('realm_linkifiers').values(row).execute()
    await server.changeRealm({ linkifiers_version: randomUUID() })
  }
  const contentOf = async (id: number) => {
    const { message } = await alice.call('GET /messages/{message_id}', { message_id: id })
    return message.content
  }

  it('are refused when somebody wants to add them', async () => {
    const msg = 'Linkifier pattern is too complex: some texts take too long.'
    expectError(await dora.post('/realm/filters', slow), 400, { msg })
    const { id } = await dora.call('POST /realm/filters', quick)
    expectError(await dora.patch(`/realm/filters/${id}`, slow), 400, { msg })
    expectSuccess(await dora.delete(`/realm/filters/${id}`))
  })

  it('do not hold up others, and leave plain text; administrators are told once', async () => {
    await storeSlowLinkifier()
    const told = await dora.register({ event_types: ['message'] })
    const answered: string[] = []
    const sending = alice.send('work', 'slow', slowText).then((id) => {
      answered.push('sent')
      return id
    })
    const asking = request(server.url)
      .get('/health')
      .expect(200)
      .then(() => answered.push('health'))
    const [id] = await Promise.all([sending, asking])
    expect(answered).toEqual(['health', 'sent'])

    const content = await contentOf(id)
    expect(content.replace(/<[^>]+>/g, '').trim()).toBe(slowText.trim())
    const links = content.split('<a href').length - 1
    expect(links).toBeLessThan(100)

    const isWarning = (event: ReceivedEvent) =>
      messageIn(event).sender_email.includes('notification')
    const events = await dora.pollUntil(told, isWarning)
    const warnings = () => events.filter(isWarning)
    expect(warnings()).toHaveLength(1)
    expect(JSON.stringify(warnings())).toContain('linkifiers of this organization take too long')

    await alice.send('work', 'slow', slowText)
    await alice.send('work', 'end', 'end')
    const isEnd = (event: ReceivedEvent) => messageIn(event).subject === 'end'
    const later = await dora.pollUntil(told, isEnd)
    expect(later.filter(isWarning)).toHaveLength(0)
  })

  it('are given up in long topics', async () => {
    const id = await alice.send('work', 'a b '.repeat(14), 'hi')
    const { message } = await alice.call('GET /messages/{message_id}', { message_id: id })
    expect(message.topic_links.length).toBeLessThan(28)
  })
})

describe('messages with the most HTML', () => {
  const server = useTestServer()
  let alice: Person
  let bob: Person
  beforeAll(async () => {
    alice = await server.user('alice')
    bob = await server.user('bob')
    await server.stream('work', { subscribers: [alice, bob] })
  })

  it.each([
    ['emoji', '👍'.repeat(1_250)],
    ['names of emoji', ':smile: '.repeat(1_249)],
    ['formulas', '$$x$$ '.repeat(1_660)],
    ['the most costly emoji', '㊗'.repeat(3_332)],
  ])('are delivered, stored and edited: %s', async (_, content) => {
    const queue = await bob.register({
      ...{ event_types: ['message', 'update_message'], apply_markdown: true },
    })
    const id = await alice.send('work', 'long', content)
    const [sent] = await bob.poll(queue)
    const { rendered } = await alice.call('POST /messages/render', { content })
    expect(rendered.length).toBeGreaterThan(100_000)
    expect(messageIn(sent).content === rendered).toBe(true)

    await alice.call('PATCH /messages/{message_id}', { message_id: id, content: `x ${content}` })
    const last_event_id = sent?.id ?? -1
    const [edited] = eventsOf(await bob.poll({ ...queue, last_event_id }), 'update_message')
    expect(edited?.orig_rendered_content === rendered).toBe(true)
    const { message } = await bob.call('GET /messages/{message_id}', { message_id: id })
    expect(message.content === edited?.rendered_content).toBe(true)
    const { message_history } = await bob.call('GET /messages/{message_id}/history', {
      message_id: id,
    })
    expect(message_history[1]?.prev_rendered_content === rendered).toBe(true)
  })

  it('keep the history of two edits', async () => {
    const id = await alice.send('work', 'edits', '㊗'.repeat(3_300))
    for (const content of ['㊗'.repeat(3_200), '㊗'.repeat(3_100)]) {
      await alice.call('PATCH /messages/{message_id}', { message_id: id, content })
    }
    const { message_history } = await bob.call('GET /messages/{message_id}/history', {
      message_id: id,
    })
    expect(message_history.map(({ content }) => content.length)).toEqual([3_300, 3_200, 3_100])
  })

  it('may be in an export, whose pages have a limited size', async () => {
    const { realm_id } = await server.db
      .selectFrom('users')
      .select('realm_id')
      .where('id', '=', alice.id)
      .executeTakeFirstOrThrow()
    const first = await alice.send('work', 'many', 'x')
    const { rows } = await sql<{ id: number }>`
      insert into messages (realm_id, sender_id, stream_id, topic, content, rendered_content, client,
        sent_at)
      select realm_id, sender_id, stream_id, topic, content, repeat('x', 1000000), client, sent_at
      from messages, generate_series(1, 20) where id = ${first}
      returning id`.execute(server.db)
    const seen: number[] = []
    for (let afterId: number | null = first; afterId !== null;) {
      const page: MessagePage = await readMessagePage(
        server.db,
        realm_id,
        { kind: 'whole' },
        { afterId, upToId: Number.MAX_SAFE_INTEGER, atMost: 250 },
      )
      const bytes = page.messages.reduce((sum, each) => sum + each.rendered_content.length, 0)
      expect(bytes).toBeLessThan(16_777_216)
      seen.push(...page.messages.map(({ id }) => id))
      afterId = page.lastId
    }
    expect(seen).toEqual(rows.map(({ id }) => id).sort((a, b) => a - b))
  })
})

describe('long texts', () => {
  const options = { log: createLog(testConfig()), metrics: createMetrics() }
  const named = {
    users: [{ id: 7, fullName: 'Ada', email: 'ada@x.test' }],
    groups: [],
    streams: [],
  }
  const noLinkifiers = async () => undefined

  it('are rendered in a thread as on the event loop', async () => {
    const renderer = createRenderer({ ...options, onSlowLinkifiers: noLinkifiers })
    const text = `@**Ada** ${'**b** `c` https://ex.org/ $$x^2$$ :smile: \n> q\n\n'.repeat(15)}`
    expect(await renderer.references(1, text)).toMatchObject({ userNames: ['Ada'] })
    const rendered = await renderer.render({ realm_id: 1 }, text, { named })
    expect(rendered).toEqual(renderMarkdown(text, { named }))
    await expect(
      renderer.render({ realm_id: 1 }, 'x'.repeat(1_000_001), { named }),
    ).rejects.toThrow(
      'Unable to render message: its text has 1000001 characters (limit: 1000000 characters)',
    )
    await renderer.close()
  })

  it('are refused when they take too long', async () => {
    const quickly = { ...options, onSlowLinkifiers: noLinkifiers, deadlineMs: 1 }
    const renderer = createRenderer(quickly)
    const text = '$$\\frac{a}{b}$$ '.repeat(600)
    await expect(renderer.render({ realm_id: 1 }, text, { named })).rejects.toThrow(
      'Unable to render message: it takes too long (limit: 0.001 s)',
    )
    await renderer.close()
  })
})
