import { shapedLike } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

const topicsOf = async (person: Person) => {
  const state = await person.register({ fetch_event_types: ['user_topic'] })
  const topics = shapedLike(state['user_topics'], [{ topic_name: '', visibility_policy: 0 }])
  return Object.fromEntries(topics.map((each) => [each.topic_name, each.visibility_policy]))
}
const choose = async (person: Person, settings: Record<string, unknown>) =>
  expectSuccess(await person.patch('/settings', settings))
const react = async (person: Person, id: number) =>
  expectSuccess(await person.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))

describe('topics', () => {
  it.each([
    [1, { begun: 3, joined: 3, liked: 3, voted: 3 }],
    [2, { begun: 3, joined: 3 }],
    [3, { begun: 3 }],
    [4, {}],
  ])('are followed automatically by the policy %i', async (policy, expected) => {
    const [alice, bob] = await server.users(`alice${policy}`, `bob${policy}`)
    const { name } = await server.stream(`stream ${policy}`, { subscribers: [alice, bob] })
    await choose(alice, { automatically_follow_topics_policy: policy })
    await alice.send(name, 'begun', 'first')
    await bob.send(name, 'joined', 'first')
    await alice.send(name, 'Joined', 'second')
    await react(alice, await bob.send(name, 'liked', 'first'))
    const poll = await bob.send(name, 'voted', '/poll Where?\nhere\nthere')
    const vote = { type: 'vote', key: 'canned,0', vote: 1 }
    const submessage = { message_id: poll, msg_type: 'widget', content: JSON.stringify(vote) }
    expectSuccess(await alice.post('/submessage', submessage))
    const found = await topicsOf(alice)
    const lower = Object.entries(found).map(([topic, value]) => [topic.toLowerCase(), value])
    expect(Object.fromEntries(lower)).toEqual(expected)
    expect(await topicsOf(bob)).toEqual({})
  })

  it('are followed after a mention, if the user wants that', async () => {
    const [carol, dan, eve] = await server.users('carol', 'dan', 'eve')
    const { name } = await server.stream('mentions', { subscribers: [carol, dan, eve] })
    await choose(dan, { automatically_follow_topics_where_mentioned: true })
    const queue = await dan.register({ event_types: ['user_topic'] })
    await carol.send(name, 'plans', '@**Dan** and @**Eve**, look')
    await carol.send(name, 'quietly', '@_**Dan** need not look')
    expect(await dan.pollUntil(queue, 'user_topic')).toMatchObject([
      { topic_name: 'plans', visibility_policy: 3 },
    ])
    expect(await topicsOf(dan)).toEqual({ plans: 3 })
    expect(await topicsOf(eve)).toEqual({})
  })

  it('The answer to the sender names the policy of the topic, if sending has changed it', async () => {
    const [hal, ida] = await server.users('hal', 'ida')
    const { id, name } = await server.stream('answers', { subscribers: [hal, ida] })
    await choose(hal, { automatically_follow_topics_policy: 3 })
    const answerTo = async (person: Person, topic: string) =>
      expectSuccess(
        await person.post('/messages', { type: 'stream', to: name, topic, content: 'hi' }),
      )['automatic_new_visibility_policy']
    expect(await answerTo(hal, 'begun')).toBe(3)
    expect(await answerTo(hal, 'begun')).toBeUndefined()
    expect(await answerTo(ida, 'others')).toBeUndefined()
    expect(await answerTo(hal, 'others')).toBeUndefined()
    await choose(ida, { automatically_unmute_topics_in_muted_streams_policy: 1 })
    const subscription_data = [{ stream_id: id, property: 'is_muted', value: true }]
    expectSuccess(await ida.post('/users/me/subscriptions/properties', { subscription_data }))
    expect(await answerTo(ida, 'begun')).toBe(2)
  })

  it('are followed and unmuted in muted streams, and keep a stronger choice of the user', async () => {
    const fay = await server.user('fay')
    const { id, name } = await server.stream('noisy', { subscribers: [fay] })
    await choose(fay, { automatically_unmute_topics_in_muted_streams_policy: 2 })
    await fay.send(name, 'before', 'not muted yet')
    const subscription_data = [{ stream_id: id, property: 'is_muted', value: true }]
    expectSuccess(await fay.post('/users/me/subscriptions/properties', { subscription_data }))
    for (const visibility_policy of [1, 3]) {
      const topic = visibility_policy === 1 ? 'muted' : 'followed'
      const chosen = { stream_id: id, topic, visibility_policy }
      expectSuccess(await fay.post('/user_topics', chosen))
    }
    for (const topic of ['new', 'muted', 'followed']) await fay.send(name, topic, 'hello')
    expect(await topicsOf(fay)).toEqual({ new: 2, muted: 2, followed: 3 })
  })
})

describe('a typing notice', () => {
  it.each(['direct', 'stream'])('%s reaches only people with the setting on', async (type) => {
    const [gil, hal, ida] = await server.users(`gil${type}`, `hal${type}`, `ida${type}`)
    const { id, name } = await server.stream(`typed ${type}`, { subscribers: [gil, hal, ida] })
    await choose(hal, { receives_typing_notifications: false })
    const wants = {
      event_types: ['typing', 'message'],
      client_capabilities: { stream_typing_notifications: true },
    }
    const [hals, idas] = await Promise.all([hal.register(wants), ida.register(wants)])
    const args = type === 'direct' ? { to: [hal.id, ida.id] } : { stream_id: id, topic: 'x' }
    expectSuccess(await gil.post('/typing', { type, op: 'start', ...args }))
    await gil.send(name, 'x', 'done')
    expect(await hal.pollUntil(hals, 'message')).toHaveLength(1)
    expect(await ida.pollUntil(idas, 'message')).toMatchObject([{ type: 'typing' }, {}])
  })
})
