import type { MessageToStore } from '../../src/server/data/messages/batch-messages'
import { maybe, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useOwnServer } from '../support/own-server'

/* A worker remembers streams that people have sent to; what it remembers must never count. */
describe('sending to a stream that has changed since the last message', () => {
  const server = useOwnServer()

  const send = (person: Person, to: string, content = 'hello') =>
    person.post('/messages', { type: 'stream', to, topic: 'pizza', content })

  it('refuses former subscribers of a private stream, and accepts new ones', async () => {
    const [alice, bob] = await server.users('alice', 'bob')
    await server.stream('board', { subscribers: [alice, bob], inviteOnly: true })
    expectSuccess(await send(bob, 'board'))

    await bob.delete('/users/me/subscriptions', { subscriptions: ['board'] })
    expectError(await send(bob, 'board'), 400, { code: 'STREAM_DOES_NOT_EXIST', stream: 'board' })

    const subscriptions = [{ name: 'board' }]
    await alice.post('/users/me/subscriptions', { subscriptions, principals: [bob.email] })
    expectSuccess(await send(bob, 'board'))
  })

  it('knows a renamed stream by its new name only', async () => {
    const [carol] = await server.users('carol')
    const stream = await server.stream('tea', { subscribers: [carol] })
    expectSuccess(await send(carol, 'tea'))

    expectSuccess(await server.owner.patch(`/streams/${stream.id}`, { new_name: '"coffee"' }))
    expectError(await send(carol, 'tea'), 400, { code: 'STREAM_DOES_NOT_EXIST', stream: 'tea' })
    expectSuccess(await send(carol, 'coffee'))
  })

  it('reaches a new subscriber at once', async () => {
    const [dave, erin] = await server.users('dave', 'erin')
    await server.stream('news', { subscribers: [dave] })
    expectSuccess(await send(dave, 'news'))

    const queue = await erin.register({ event_types: ['message'] })
    await erin.post('/users/me/subscriptions', { subscriptions: [{ name: 'news' }] })
    expectSuccess(await send(dave, 'news', 'welcome'))
    const isWelcome = ({ message }: Record<string, unknown>) =>
      shapedLike(message, maybe({ content: maybe('') }))?.content === 'welcome'
    expect(await erin.pollUntil(queue, isWelcome)).toHaveLength(1)
  })

  it('stores the neighbors of a message that cannot be stored', async () => {
    const [frank] = await server.users('frank')
    await server.stream('park', { subscribers: [frank] })
    const { db, caches, storeMessage } = server.ctx
    const realm = await db.query
      .selectFrom('users')
      .select('realm_id')
      .where('id', '=', frank.id)
      .executeTakeFirstOrThrow()
    const sender = { id: frank.id, realm_id: realm.realm_id, bot_owner_id: null }
    const target = await caches.sendTargets.read(sender, 'park')
    if (!target) throw new Error('There is no stream.')

    const message = (senderId: number): MessageToStore => ({
      row: {
        realm_id: realm.realm_id,
        sender_id: senderId,
        stream_id: target.id,
        dm_group_id: null,
        stream_revision: target.revision,
        topic: 'pizza',
        content: 'hello',
        rendered_content: '<p>hello</p>',
        is_me_message: false,
        client: 'test',
        sent_at: new Date(),
        read_by_sender: false,
        mentions_everybody: false,
        has_link: false,
        has_image: false,
        is_widget: false,
        queue_id: null,
        local_id: null,
        flags: [],
        body_before_id: '{"dropQueuesOf":[], "id":',
        body_after_id: '}',
      },
      bodyOf: () => ({ dropQueuesOf: [] }),
    })
    const nobody = 999_999_999
    const settled = await Promise.allSettled(
      [frank.id, frank.id, nobody, frank.id].map((id) => storeMessage(message(id))),
    )
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
  })
})
