import { maybe, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { unreadAmong } from '../support/stored-messages'
import { useTestServer } from '../support/test-server'

const server = useTestServer()
const mutedTopics = '/users/me/subscriptions/muted_topics'

const stateOf = async (person: Person) =>
  person.register({ fetch_event_types: ['muted_topics', 'user_topic', 'muted_users'] })

describe('topics', () => {
  it('are muted, unmuted and followed, as all clients of their reader learn', async () => {
    const [alice, bob] = await server.users('alice', 'bob')
    const { id } = await server.stream('design', { subscribers: [alice, bob] })
    const event_types = ['user_topic', 'muted_topics', 'message']
    const [named, all, bobs] = await Promise.all([
      alice.register({ event_types }),
      alice.register(),
      bob.register({ event_types }),
    ])
    const setPolicy = async (topic: string, visibility_policy: number) =>
      expectSuccess(await alice.post('/user_topics', { stream_id: id, topic, visibility_policy }))
    await setPolicy('Noise', 1)
    await setPolicy('NOISE', 1)
    await setPolicy('noise', 3)
    await setPolicy('noise', 0)
    await setPolicy('never mentioned', 0)
    for (const person of [alice, bob]) await person.sendPrivately([person.id], 'That is all.')

    const topic = { type: 'user_topic', stream_id: id, last_updated: expect.any(Number) }
    const changes = [
      { ...topic, topic_name: 'Noise', visibility_policy: 1 },
      { ...topic, topic_name: 'noise', visibility_policy: 3 },
      { ...topic, topic_name: 'noise', visibility_policy: 0 },
    ]
    expect((await alice.pollUntil(named, 'message')).slice(0, -1)).toMatchObject([
      changes[0],
      { type: 'muted_topics', muted_topics: [['design', 'Noise', topic.last_updated]] },
      changes[1],
      { type: 'muted_topics', muted_topics: [] },
      changes[2],
    ])
    expect((await alice.pollUntil(all, 'message')).slice(0, -1)).toMatchObject(changes)
    expect(await bob.pollUntil(bobs, 'message')).toHaveLength(1)
  })

  it('are all in the last list that clients get when several are muted at once', async () => {
    const [dave] = await server.users('dave')
    const { id } = await server.stream('crowd', { subscribers: [dave] })
    const queue = await dave.register({ event_types: ['muted_topics', 'message'] })
    const topics = Array.from({ length: 12 }, (_, index) => `topic ${index}`)
    await Promise.all(
      topics.map(async (topic) => {
        const args = { stream_id: id, topic, visibility_policy: 1 }
        expectSuccess(await dave.post('/user_topics', args))
      }),
    )
    await dave.sendPrivately([dave.id], 'That is all.')
    const last = (await dave.pollUntil(queue, 'message')).at(-2)
    expect(last).toMatchObject({ type: 'muted_topics' })
    expect(last?.['muted_topics']).toHaveLength(topics.length)
  })

  it('come with the state, in the form of each generation', async () => {
    const [carol] = await server.users('carol')
    const { id } = await server.stream('garden', { subscribers: [carol] })
    expectSuccess(await carol.patch(mutedTopics, { stream: 'Garden', topic: 'weeds', op: 'add' }))
    const args = { stream_id: id, topic: 'roses', visibility_policy: 3 }
    expectSuccess(await carol.post('/user_topics', args))
    const seconds = expect.any(Number)
    expect(await stateOf(carol)).toMatchObject({
      muted_topics: [['garden', 'weeds', seconds]],
      user_topics: [
        { stream_id: id, topic_name: 'roses', last_updated: seconds, visibility_policy: 3 },
        { stream_id: id, topic_name: 'weeds', last_updated: seconds, visibility_policy: 1 },
      ],
    })
  })

  it('are muted once, and unmuted once, by older clients', async () => {
    const [dan] = await server.users('dan')
    const { id } = await server.stream('attic', { subscribers: [dan] })
    const mute = (op: string) => dan.patch(mutedTopics, { stream_id: id, topic: 'dust', op })
    expectError(await mute('remove'), 400, { msg: 'Topic is not muted' })
    expectSuccess(await mute('add'))
    expectError(await mute('add'), 400, { msg: 'Topic already muted' })
    expectSuccess(await mute('remove'))
    expectError(await mute('toggle'), 400, { var_name: 'op' })
  })

  it('belong to streams that their reader may know of', async () => {
    const [erin] = await server.users('erin')
    // The creator of a stream administers it and keeps its visibility, so the owner creates it.
    const subscribers = [server.owner, erin]
    const { id } = await server.stream('vault', { subscribers, inviteOnly: true })
    const args = { topic: 'gold', visibility_policy: 1 }
    expectSuccess(await erin.post('/user_topics', { ...args, stream_id: id }))
    expectSuccess(await erin.delete('/users/me/subscriptions', { subscriptions: ['vault'] }))
    expectSuccess(await server.owner.patch(`/streams/${id}`, { new_name: 'bunker' }))
    expect((await stateOf(erin))['muted_topics']).toEqual([])
    for (const stream_id of [id, 999_999]) {
      expectError(await erin.post('/user_topics', { ...args, stream_id }), 400, {
        msg: 'Invalid stream id',
      })
    }
    for (const stream of ['bunker', 'nowhere']) {
      expectError(await erin.patch(mutedTopics, { stream, topic: 'x', op: 'add' }), 400, {
        code: 'STREAM_DOES_NOT_EXIST',
        stream,
      })
    }
    expectError(await erin.patch(mutedTopics, { topic: 'x', op: 'add' }), 400)
  })
})

describe('people', () => {
  it('are muted, and the clients of the muting user are told', async () => {
    const [fay, gus] = await server.users('fay', 'gus')
    const queue = await fay.register({ event_types: ['muted_users'] })
    const guss = await gus.register({ event_types: ['muted_users', 'message'] })
    expectSuccess(await fay.post(`/users/me/muted_users/${gus.id}`))
    const muted_users = [{ id: gus.id, timestamp: expect.any(Number) }]
    expect(await fay.pollUntil(queue, 'muted_users')).toMatchObject([{ muted_users }])
    expect(await stateOf(fay)).toMatchObject({ muted_users })
    expectError(await fay.post(`/users/me/muted_users/${gus.email}`), 400, {
      msg: 'User already muted',
    })
    expectSuccess(await fay.delete(`/users/me/muted_users/${gus.email}`))
    expect(await fay.pollUntil(queue, 'muted_users')).toMatchObject([{ muted_users: [] }])
    expectError(await fay.delete(`/users/me/muted_users/${gus.id}`), 400, {
      msg: 'User is not muted',
    })
    await gus.sendPrivately([gus.id], 'Nobody tells me anything.')
    expect(await gus.pollUntil(guss, 'message')).toHaveLength(1)
  })

  it('are all in the last list that clients get when several are muted at once', async () => {
    const [ivy, ...others] = await server.users(
      'ivy',
      'jo',
      'kit',
      'lee',
      'max',
      'ned',
      'oz',
      'pia',
    )
    const queue = await ivy.register({ event_types: ['muted_users', 'message'] })
    await Promise.all(
      others.map(async ({ id }) => expectSuccess(await ivy.post(`/users/me/muted_users/${id}`))),
    )
    await ivy.sendPrivately([ivy.id], 'That is all.')
    const last = (await ivy.pollUntil(queue, 'message')).at(-2)
    expect(last).toMatchObject({ type: 'muted_users' })
    expect(last?.['muted_users']).toHaveLength(others.length)
  })

  it('have their earlier and new messages marked as read, and new ones unread again when unmuted', async () => {
    const [ray, sue] = await server.users('ray', 'sue')
    const { name } = await server.stream('noise', { subscribers: [ray, sue] })
    const send = async () => [
      await sue.send(name, 'talk', '@**Ray**'),
      await sue.sendPrivately([ray.id], 'x'),
    ]
    const before = await send()
    const other = await ray.send(name, 'talk', 'x')
    const queue = await ray.register({ event_types: ['update_message_flags', 'message'] })
    expectSuccess(await ray.post(`/users/me/muted_users/${sue.id}`))
    expect(await ray.pollUntil(queue, 'update_message_flags')).toMatchObject([
      { op: 'add', flag: 'read', messages: before, all: false },
    ])
    const muted = await send()
    const told = await ray.pollUntil(queue, ({ message }) => {
      return shapedLike(message, maybe({ id: maybe(0) }))?.id === muted[1]
    })
    expect(told).toMatchObject([{ flags: ['read', 'mentioned'] }, { flags: ['read'] }])
    expectSuccess(await ray.delete(`/users/me/muted_users/${sue.id}`))
    const after = await send()
    expect(await unreadAmong(server, ray, [...before, other, ...muted, ...after])).toEqual([
      other,
      ...after,
    ])
    // It is the muting one alone to whom all this happens.
    expect(await unreadAmong(server, sue, [other])).toEqual([other])
  })

  it('are existing users other than the requester', async () => {
    const [hal] = await server.users('hal')
    expectError(await hal.post(`/users/me/muted_users/${hal.id}`), 400, { msg: 'Cannot mute self' })
    expectError(await hal.post('/users/me/muted_users/999999'), 400, { msg: 'No such user' })
    const foreign = await server.realm('elsewhere')
    expectError(await hal.post(`/users/me/muted_users/${foreign.owner.id}`), 400, {
      msg: 'No such user',
    })
  })
})
