import { randomUUID } from 'node:crypto'
import { createLog } from '../../src/server/lib/log'
import { createMetrics } from '../../src/server/lib/metrics'
import { renderMarkdown } from '../../src/server/text/markdown/render'
import { createRenderer } from '../../src/server/chat/posting/rendering/renderer'
import request from 'supertest'
import { expectError, expectSuccess } from '../support/expectations'
import { messageIn } from '../support/person'
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

describe('long texts', () => {
  const options = { log: createLog(testConfig()), metrics: createMetrics() }
  const named = {
    users: [{ id: 7, fullName: 'Ada', email: 'ada@x.test' }],
    groups: [],
    streams: [],
  }
  const noLinkifiers = async () => undefined

  it('are rendered in a thread as they would be here', async () => {
    const renderer = createRenderer({ ...options, onSlowLinkifiers: noLinkifiers })
    const text = `@**Ada** ${'**b** `c` https://ex.org/ $$x^2$$ :smile: \n> q\n\n'.repeat(15)}`
    expect(await renderer.references(1, text)).toMatchObject({ userNames: ['Ada'] })
    const rendered = await renderer.render({ realm_id: 1 }, text, { named })
    expect(rendered).toEqual(renderMarkdown(text, { named }))
    await expect(renderer.render({ realm_id: 1 }, ':a: '.repeat(2_500), { named })).rejects.toThrow(
      'Unable to render message',
    )
    await renderer.close()
  })

  it('are refused when they take too long', async () => {
    const quickly = { ...options, onSlowLinkifiers: noLinkifiers, deadlineMs: 1 }
    const renderer = createRenderer(quickly)
    const text = '$$\\frac{a}{b}$$ '.repeat(600)
    await expect(renderer.render({ realm_id: 1 }, text, { named })).rejects.toThrow(
      'Unable to render message',
    )
    await renderer.close()
  })
})
