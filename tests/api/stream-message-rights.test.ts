import { anyValue, asNumber, mapOf, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()
const nobody = 8

/** Permissions of a stream over its messages, where the organization gives none. */
describe('a permission of a stream', () => {
  let alice: Person
  let bob: Person
  let guest: Person
  let id: number
  let other: number
  const give = (name: string, value: unknown) =>
    server.owner.patch(`/streams/${id}`, { [name]: { new: value } })
  const only = (person: Person) => ({ direct_members: [person.id], direct_subgroups: [] })
  const sent = async (topic = 'lunch') => server.owner.send('kitchen', topic, 'x')

  beforeAll(async () => {
    ;[alice, bob] = await server.users('alice', 'bob')
    guest = await server.user('gus', 'guest')
    const subscribers = [server.owner, alice, bob, guest]
    id = (await server.stream('kitchen', { subscribers })).id
    other = (await server.stream('hall', { subscribers })).id
    const realm = {
      can_move_messages_between_topics_group: { new: nobody },
      can_move_messages_between_channels_group: { new: nobody },
      can_resolve_topics_group: { new: nobody },
      can_delete_any_message_group: { new: nobody },
      can_delete_own_message_group: { new: nobody },
    }
    expectSuccess(await server.owner.patch('/realm', realm))
  })

  it('defaults to nobody, and is declared and published', async () => {
    const state = await alice.register({ fetch_event_types: ['realm', 'subscription'] })
    const declared = shapedLike(state['server_supported_permission_settings'], {
      stream: mapOf(anyValue),
    }).stream
    const names = [
      'can_move_messages_within_channel_group',
      'can_move_messages_out_of_channel_group',
      'can_resolve_topics_group',
      'can_delete_any_message_group',
      'can_delete_own_message_group',
    ]
    for (const name of names) {
      expect(declared).toMatchObject({
        [name]: {
          ...{ allow_everyone_group: true, allow_nobody_group: true },
          default_group_name: 'role:nobody',
        },
      })
      expect(state['subscriptions']).toContainEqual(expect.objectContaining({ [name]: nobody }))
    }
  })

  it('lets people move messages within the stream', async () => {
    const message = await sent()
    const move = (person: Person) => person.patch(`/messages/${message}`, { topic: 'dinner' })
    expectError(await move(alice), 400)
    expectSuccess(await give('can_move_messages_within_channel_group', only(alice)))
    expectSuccess(await move(alice))
    expectError(await bob.patch(`/messages/${message}`, { topic: 'again' }), 400)
    const away = { stream_id: other }
    expectError(await alice.patch(`/messages/${message}`, away), 400)
  })

  it('lets people move messages out of the stream, and so does administering it', async () => {
    const [first, second] = [await sent(), await sent()]
    const move = (person: Person, message: number) =>
      person.patch(`/messages/${message}`, { stream_id: other })
    expectError(await move(bob, first), 400)
    expectSuccess(await give('can_move_messages_out_of_channel_group', only(bob)))
    expectSuccess(await move(bob, first))
    const carol = await server.user('carol')
    expectError(await move(carol, second), 400)
    expectSuccess(await give('can_administer_channel_group', only(carol)))
    expectSuccess(await move(carol, second))
  })

  it('lets people resolve topics', async () => {
    const message = await sent('broken')
    const resolve = { topic: '✔ broken', propagate_mode: 'change_all' }
    expectError(await bob.patch(`/messages/${message}`, resolve), 400)
    expectSuccess(await give('can_resolve_topics_group', only(bob)))
    expectSuccess(await bob.patch(`/messages/${message}`, resolve))
  })

  it('lets people delete messages, guests too', async () => {
    const message = await sent()
    expectError(await guest.delete(`/messages/${message}`), 400)
    expectSuccess(await give('can_delete_any_message_group', only(guest)))
    expectSuccess(await guest.delete(`/messages/${message}`))
    await sent('rubbish')
    const topic = { topic_name: 'rubbish' }
    expectError(await bob.post(`/streams/${id}/delete_topic`, topic), 400)
    expectSuccess(await guest.post(`/streams/${id}/delete_topic`, topic))

    const own = await bob.send('kitchen', 'lunch', 'x')
    expectError(await bob.delete(`/messages/${own}`), 400)
    expectSuccess(await give('can_delete_own_message_group', 6))
    expectSuccess(await bob.delete(`/messages/${own}`))
    expectError(await bob.delete(`/messages/${await sent()}`), 400)
  })

  it('covers deleting only with the permission of the organization', async () => {
    const dan = await server.user('dan')
    const refusal = { code: 'BAD_REQUEST', msg: 'Insufficient permission' }
    const args = { subscriptions: [{ name: 'attic' }], can_delete_any_message_group: 5 }
    expectError(await dan.post('/users/me/subscriptions', args), 400, refusal)
    const { can_delete_any_message_group: _, ...plain } = args
    expectSuccess(await dan.post('/users/me/subscriptions', plain))
    const { stream_id: attic } = await dan.call('GET /get_stream_id', { stream: 'attic' })
    const change = { can_delete_own_message_group: { new: 5 } }
    expectError(await dan.patch(`/streams/${attic}`, change), 400, refusal)
    expectSuccess(
      await server.owner.patch('/realm', { can_set_delete_message_policy_group: { new: 5 } }),
    )
    expectSuccess(await dan.patch(`/streams/${attic}`, change))
  })

  it('lets people and their bots begin topics, and others write to existing ones', async () => {
    const refusal = { msg: 'You do not have permission to create new topics in this channel.' }
    const bot = await server.bot(alice, 'beginner')
    await sent('there')
    const send = (person: Person, topic: string) =>
      person.post('/messages', { type: 'stream', to: 'kitchen', topic, content: 'x' })
    expectSuccess(await send(bob, 'anything'))
    expectSuccess(await give('can_create_topic_group', only(alice)))
    expectError(await send(bob, 'new'), 400, refusal)
    expectSuccess(await send(bob, 'THERE'))
    expectSuccess(await send(alice, 'new'))
    expectSuccess(await send(bot, 'newer'))
    expectSuccess(await send(bob, 'newer'))

    expectSuccess(await give('can_move_messages_within_channel_group', only(bob)))
    const message = await sent('there')
    const move = (topic: string) => bob.patch(`/messages/${message}`, { topic })
    expectError(await move('nowhere'), 400, refusal)
    expectSuccess(await move('new'))
    const later = { type: 'stream', to: id, topic: 'later', content: 'x' }
    const at = Math.floor(Date.now() / 1000) + 3_600
    expectError(
      await bob.post('/scheduled_messages', { ...later, scheduled_delivery_timestamp: at }),
      400,
      refusal,
    )
  })

  it('covers beginning topics for everybody if newcomers do not see the history', async () => {
    const closed = {
      msg: 'Unsupported parameter combination: history_public_to_subscribers, can_create_topic_group',
    }
    const name = 'vault'
    const args = { subscriptions: [{ name }], invite_only: true }
    const limited = { ...args, can_create_topic_group: 3 }
    expectError(await server.owner.post('/users/me/subscriptions', limited), 400, closed)
    expectSuccess(await server.owner.post('/users/me/subscriptions', args))
    const found = expectSuccess(await server.owner.get('/get_stream_id', { stream: name }))
    const change = (changes: object) =>
      server.owner.patch(`/streams/${asNumber(found['stream_id'])}`, changes as never)
    const limit = { can_create_topic_group: { new: 3 } }
    expectError(await change(limit), 400, closed)
    expectSuccess(await change({ ...limit, is_private: true, history_public_to_subscribers: true }))
    expectError(
      await change({ history_public_to_subscribers: false, is_private: true }),
      400,
      closed,
    )
  })
})
