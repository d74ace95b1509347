import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

interface Told {
  content: string
  subject: string
}

/** Messages of system bots after a message, as a person reads them. */
async function noticesTo(reader: Person, after: number): Promise<Told[]> {
  const args = { anchor: after, include_anchor: false, num_before: 0, num_after: 500 }
  const { messages } = await reader.call('GET /messages', { ...args, apply_markdown: false })
  return messages.filter(({ sender_email: sender }) => /^(notification|welcome)-bot@/.test(sender))
}

// Source: docs/protocol/settings.md#languages.
describe('a text by the server', () => {
  it('is in the language of the person that it is for, or the nearest one', async () => {
    const [ada, bo, cy, dee] = await server.users('ada', 'bo', 'cy', 'dee')
    const tags = [[bo, 'de-AT'] as const, [cy, 'fr'] as const, [dee, 'pt-BR'] as const]
    for (const [person, default_language] of tags) {
      expectSuccess(await person.patch('/settings', { default_language }))
    }
    await server.stream('lunch', { subscribers: [ada] })
    const before = await ada.sendPrivately([ada.id], 'now')
    const principals = [bo.email, cy.email, dee.email]
    const subscriptions = [{ name: 'lunch' }]
    expectSuccess(await ada.post('/users/me/subscriptions', { subscriptions, principals }))
    const who = `@_**Ada|${ada.id}**`
    const [[toBo] = [], [toCy] = [], [toDee] = []] = await Promise.all(
      [bo, cy, dee].map((person) => noticesTo(person, before)),
    )
    expect(toBo?.content).toBe(`Hallo! ${who} hat für dich gerade den Stream #**lunch** abonniert.`)
    expect(toCy?.content).toBe(`Bonjour ! ${who} vient de vous abonner au canal #**lunch**.`)
    expect(toDee?.content).toBe(`Hi there! ${who} just subscribed you to the stream #**lunch**.`)
  })

  it('is in the language of the organization in a stream, as are its topics', async () => {
    const [eve] = await server.users('eve')
    const before = await eve.sendPrivately([eve.id], 'now')
    expectSuccess(await server.owner.patch('/realm', { default_language: 'fr' }))
    const { id } = await server.stream('plans', { subscribers: [eve] })
    expectSuccess(await server.owner.patch(`/streams/${id}`, { new_name: 'projets' }))
    expect(await noticesTo(eve, before)).toMatchObject([
      { subject: 'bonjour', content: 'Bienvenue dans #**plans**.' },
      { subject: 'événements du canal', content: expect.stringMatching(/a renommé le canal/) },
    ])
  })

  it('greets new accounts in the language of the organization, which they keep until they choose another', async () => {
    expectSuccess(await server.owner.patch('/realm', { default_language: 'de' }))
    const [finn] = await server.users('finn')
    expect(await noticesTo(finn, 0)).toMatchObject([
      { content: expect.stringMatching(/^Hallo und willkommen bei /) },
    ])
    const { user_settings } = await finn.call('POST /register', {
      fetch_event_types: ['user_settings'],
      client_capabilities: { user_settings_object: true },
    })
    expect(user_settings?.default_language).toBe('de')
  })

  it('is removed if a topic is resolved and reopened, in any language', async () => {
    expectSuccess(await server.owner.patch('/realm', { default_language: 'de' }))
    const [gus] = await server.users('gus')
    await server.stream('tasks', { subscribers: [gus] })
    const id = await gus.send('tasks', 'one', 'x')
    for (const topic of ['✔ one', 'one']) {
      expectSuccess(await gus.patch(`/messages/${id}`, { topic, propagate_mode: 'change_all' }))
    }
    expect(await noticesTo(gus, id)).toEqual([])
  })
})
