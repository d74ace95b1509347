import { shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { useTestServer } from '../support/test-server'

const server = useTestServer()
const subscriptions = '/users/me/subscriptions'

describe('notifications of a subscription', () => {
  it('are as the account wants them until somebody chooses', async () => {
    const [alice] = await server.users('alice')
    const { id } = await server.stream('ops', { subscribers: [alice] })
    expectSuccess(await alice.patch('/settings', { enable_stream_push_notifications: true }))
    const client_capabilities = { notification_settings_null: true }
    const recordIn = async (args: object) => {
      const state = await alice.register({ fetch_event_types: ['subscription'], ...args })
      const list = shapedLike(state['subscriptions'], [{ stream_id: 0 }])
      return list.find((subscription) => subscription.stream_id === id)
    }
    const open = { push_notifications: null, wildcard_mentions_notify: null }
    expect(await recordIn({ client_capabilities })).toMatchObject(open)
    const settled = {
      push_notifications: true,
      desktop_notifications: false,
      wildcard_mentions_notify: true,
    }
    expect(await recordIn({})).toMatchObject(settled)
    const listed = expectSuccess(await alice.get(subscriptions))['subscriptions']
    expect(listed).toContainEqual(expect.objectContaining({ stream_id: id, ...settled }))
  })

  it('are told to each client in its own form, and only if that changes', async () => {
    const [bob] = await server.users('bob')
    const { id } = await server.stream('lab', { subscribers: [bob] })
    const event_types = ['subscription', 'message']
    const client_capabilities = { notification_settings_null: true }
    const [older, newer] = await Promise.all([
      bob.register({ event_types }),
      bob.register({ event_types, client_capabilities }),
    ])
    const set = async (property: string, value: boolean | null) =>
      expectSuccess(await bob.patch(`${subscriptions}/${id}`, { property, value }))
    await set('desktop_notifications', false)
    await set('desktop_notifications', true)
    await set('desktop_notifications', null)
    await set('wildcard_mentions_notify', null)
    expectSuccess(await bob.patch('/settings', { enable_stream_desktop_notifications: true }))
    await bob.sendPrivately([bob.id], 'That is all.')

    const valuesIn = (events: Record<string, unknown>[]) =>
      events.slice(0, -1).map((event) => event['value'])
    expect(valuesIn(await bob.pollUntil(newer, 'message'))).toEqual([false, true, null])
    const seenByOlder = await bob.pollUntil(older, 'message')
    // The last is of the stream in question; there are others that leave it open too.
    expect(
      valuesIn(seenByOlder.filter((event) => !('stream_id' in event) || event['stream_id'] === id)),
    ).toEqual([true, false, true])
  })

  it('are true, false or open', async () => {
    const { id } = await server.stream('den', { subscribers: [server.owner] })
    const set = (property: string, value: unknown) =>
      server.owner.patch(`${subscriptions}/${id}`, { property, value })
    expectError(await set('push_notifications', 'loud'), 400)
    expectError(await set('pin_to_top', null), 400, { msg: 'pin_to_top is not a boolean' })
    expectError(await set('color', null), 400, { msg: 'color is not a string' })
  })
})

describe('PATCH /users/me/subscriptions', () => {
  it('leaves some streams and joins others, or does nothing at all', async () => {
    const [carol] = await server.users('carol')
    await server.stream('old', { subscribers: [carol] })
    const refused = { delete: ['old'], add: [{ name: 'x'.repeat(61) }] }
    expectError(await carol.patch(subscriptions, refused), 400)
    const args = { delete: ['old'], add: [{ name: 'new' }] }
    expect(expectSuccess(await carol.patch(subscriptions, args))).toMatchObject({
      subscribed: { 'carol@parley.test': ['new'] },
      already_subscribed: {},
      removed: ['old'],
      not_removed: [],
    })
    expectError(await carol.patch(subscriptions), 400, {
      msg: 'Nothing to do. Specify at least one of "add" or "delete".',
    })
  })
})

describe('queries about one stream', () => {
  it('are answered to users who may know of it', async () => {
    const [dan, erin] = await server.users('dan', 'erin')
    const { id } = await server.stream('cave', { subscribers: [dan], inviteOnly: true })
    const isSubscribed = (person: typeof dan, user: string | number) =>
      person.get(`/users/${user}/subscriptions/${id}`)
    expect(expectSuccess(await dan.get(`/streams/${id}`))).toMatchObject({
      stream: { stream_id: id, name: 'cave', invite_only: true, is_default: false },
    })
    expect(expectSuccess(await isSubscribed(dan, dan.id))['is_subscribed']).toBe(true)
    expect(expectSuccess(await isSubscribed(dan, erin.email))['is_subscribed']).toBe(false)
    expectError(await isSubscribed(dan, 999_999), 400, { msg: 'No such user' })

    expectError(await erin.get(`/streams/${id}`), 400, { msg: 'Invalid stream id' })
    expectError(await isSubscribed(erin, dan.id), 400, { msg: 'Invalid stream id' })
    expect(expectSuccess(await dan.get('/realm/profile_fields'))['custom_fields']).toEqual([])
  })

  it('show its policies in the older and the newer spelling', async () => {
    const [fay] = await server.users('fay')
    const { id } = await server.stream('board', { subscribers: [fay] })
    const args = { stream_post_policy: 2, is_default_stream: true }
    expectSuccess(await server.owner.patch(`/streams/${id}`, args))
    expect(expectSuccess(await fay.get(`/streams/${id}`))).toMatchObject({
      stream: { stream_post_policy: 2, is_announcement_only: true, is_default: true },
    })
  })
})

describe('the streams of another person', () => {
  it('are the streams that the reader may know', async () => {
    const [alice, bob] = await server.users('ann', 'ben')
    const both = await server.stream('known to both', { subscribers: [alice, bob] })
    const open = await server.stream('open to all', { subscribers: [bob] })
    const secret = await server.stream('known to bob', { subscribers: [bob], inviteOnly: true })
    const idsFor = async (reader: typeof alice) =>
      expectSuccess(await reader.get(`/users/${bob.id}/channels`))['subscribed_channel_ids']
    expect(await idsFor(bob)).toEqual(expect.arrayContaining([both.id, open.id, secret.id]))
    expect(await idsFor(alice)).toEqual(expect.arrayContaining([both.id, open.id]))
    expect(await idsFor(alice)).not.toContain(secret.id)
    expectError(await alice.get('/users/999999/channels'), 400, { msg: 'No such user' })
  })
})
