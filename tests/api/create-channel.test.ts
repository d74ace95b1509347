import { asNumber } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

describe('POST /channels/create', () => {
  let alice: Person
  let bob: Person
  beforeAll(async () => {
    ;[alice, bob] = await server.users('alice', 'bob')
  })

  it('creates a stream with its settings, and subscribes the named people', async () => {
    const queue = await bob.register({ event_types: ['subscription'] })
    const args = {
      ...{ name: ' workshop ', description: 'Tools', invite_only: true },
      ...{ subscribers: [bob.id], topics_policy: 'allow_empty_topic' },
      can_resolve_topics_group: 3,
    }
    const { id } = expectSuccess(await alice.post('/channels/create', args))
    expect(await bob.pollUntil(queue, 'subscription')).toMatchObject([
      {
        op: 'add',
        subscriptions: [
          {
            ...{ stream_id: id, name: 'workshop', description: 'Tools', invite_only: true },
            ...{ topics_policy: 'allow_empty_topic', can_resolve_topics_group: 3 },
            creator_id: alice.id,
          },
        ],
      },
    ])
    const { subscriptions } = expectSuccess(await alice.get('/users/me/subscriptions'))
    expect(subscriptions).not.toContainEqual(expect.objectContaining({ stream_id: id }))
  })

  it('refuses a name that is taken, in any letter case, and changes nothing then', async () => {
    await server.stream('attic', { subscribers: [alice] })
    const args = { name: 'Attic', subscribers: [bob.id] }
    expectError(await bob.post('/channels/create', args), 400, {
      code: 'CHANNEL_ALREADY_EXISTS',
      msg: "Channel 'attic' already exists",
    })
    const { subscriptions } = expectSuccess(await bob.get('/users/me/subscriptions'))
    expect(subscriptions).not.toContainEqual(expect.objectContaining({ name: 'attic' }))
    const both = await Promise.all(
      [alice, bob].map((person) =>
        person.post('/channels/create', { name: 'at once', subscribers: [] }),
      ),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

describe('a call that subscribes people', () => {
  it('says whether they were written to, if asked', async () => {
    const [carol, dan] = await server.users('carol', 'dan')
    await server.stream('porch', { subscribers: [carol] })
    const args = { subscriptions: [{ name: 'porch' }], principals: [dan.id] }
    const asked = { ...args, send_new_subscription_messages: true }
    expect(expectSuccess(await carol.post('/users/me/subscriptions', asked))).toMatchObject({
      new_subscription_messages_sent: true,
    })
    for (const unasked of [args, { ...args, send_new_subscription_messages: false }]) {
      const plain = expectSuccess(await carol.post('/users/me/subscriptions', unasked))
      expect(plain).not.toHaveProperty('new_subscription_messages_sent')
    }
    const state = await carol.register({ fetch_event_types: ['realm'] })
    expect(state).toMatchObject({ max_bulk_new_subscription_messages: 100 })
  })

  it('answers all subscribers if it subscribes only a part of them', async () => {
    const [eve] = await server.users('eve')
    const { id } = await server.stream('yard', { subscribers: [eve] })
    const partial = { include_subscribers: 'partial' }
    const { subscriptions } = expectSuccess(await eve.get('/users/me/subscriptions', partial))
    expect(subscriptions).toContainEqual(
      expect.objectContaining({ stream_id: id, subscribers: [eve.id] }),
    )
  })
})

describe('a welcome text', () => {
  it('can be tried by administrators', async () => {
    const { owner } = server
    const args = { welcome_message_custom_text: 'Read **this**.' }
    const path = '/realm/test_welcome_bot_custom_message'
    const { message_id: id } = expectSuccess(await owner.post(path, args))
    const { message } = expectSuccess(await owner.get(`/messages/${asNumber(id)}`))
    expect(message).toMatchObject({
      ...{ type: 'private', sender_full_name: 'Welcome Bot' },
      content: '<p>Read <strong>this</strong>.</p>',
    })
    const [fay] = await server.users('fay')
    expectError(await fay.post(path, args), 400)
  })
})
