import { elementAt, firstOf, maybe, shapedLike } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import type { Person, ReceivedEvent } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()
const [none, muted, unmuted, followed] = [0, 1, 2, 3] as const
const event_types = ['user_topic', 'muted_topics', 'message']
type Queue = Awaited<ReturnType<Person['register']>>

async function choose(person: Person, stream_id: number, topic: string, visibility_policy: number) {
  expectSuccess(await person.post('/user_topics', { stream_id, topic, visibility_policy }))
}

async function move(person: Person, id: number, args: Record<string, string | number>) {
  expectSuccess(await person.patch(`/messages/${id}`, { propagate_mode: 'change_all', ...args }))
}

/** A person's visibility policies, by stream and topic. */
async function choicesOf(person: Person): Promise<Record<string, number>> {
  const { user_topics } = await person.register({ fetch_event_types: ['user_topic'] })
  const topics = shapedLike(user_topics, [{ stream_id: 0, topic_name: '', visibility_policy: 0 }])
  return Object.fromEntries(
    topics.map((topic) => [`${topic.stream_id} ${topic.topic_name}`, topic.visibility_policy]),
  )
}

/** Events of a queue before a private message that is sent now. */
async function toldUntilNow(person: Person, queue: Queue): Promise<ReceivedEvent[]> {
  await person.sendPrivately([person.id], 'That is all.')
  const events = await person.pollUntil(
    queue,
    ({ message }) => shapedLike(message, maybe({ content: maybe('') }))?.content === 'That is all.',
  )
  return events.filter(({ type }) => type !== 'message')
}

describe('the visibility policy of a topic that moves as a whole', () => {
  let alice: Person
  let bob: Person
  let carol: Person
  let streamId: number
  beforeAll(async () => {
    ;[alice, bob, carol] = await server.users('alice', 'bob', 'carol')
    streamId = (await server.stream('design', { subscribers: [alice, bob, carol] })).id
  })

  it('follows the topic to its new name, and clients are told', async () => {
    const id = await alice.send('design', 'logo', 'x')
    await choose(bob, streamId, 'LOGO', muted)
    await choose(carol, streamId, 'logo', followed)
    const queues = await Promise.all(
      [alice, bob, carol].map((one) => one.register({ event_types })),
    )
    await move(alice, id, { topic: '✔ logo' })

    const seconds = expect.any(Number)
    const told = (topic_name: string, visibility_policy: number) => ({
      type: 'user_topic',
      stream_id: streamId,
      topic_name,
      visibility_policy,
      last_updated: seconds,
    })
    expect(await toldUntilNow(alice, firstOf(queues))).toEqual([])
    expect(await toldUntilNow(bob, elementAt(queues, 1))).toMatchObject([
      told('logo', none),
      told('✔ logo', muted),
      { type: 'muted_topics', muted_topics: [['design', '✔ logo', seconds]] },
    ])
    expect(await toldUntilNow(carol, elementAt(queues, 2))).toMatchObject([
      told('logo', none),
      told('✔ logo', followed),
    ])
    expect(await choicesOf(bob)).toEqual({ [`${streamId} ✔ logo`]: muted })
    expect(await choicesOf(carol)).toEqual({ [`${streamId} ✔ logo`]: followed })
  })

  it.each([
    ['muted', muted, none, none],
    ['muted', muted, muted, muted],
    ['muted', muted, followed, followed],
    ['nothing', none, muted, none],
    ['unmuted', unmuted, muted, unmuted],
    ['followed', followed, unmuted, followed],
  ])('joins what they want of the topic that is there: %s (%d), %d: %d', async (...row) => {
    const [, ofOld, ofNew, wanted] = row
    const [from, to] = [`from ${row.join()}`, `to ${row.join()}`]
    const id = await alice.send('design', from, 'x')
    await alice.send('design', to, 'x')
    await choose(bob, streamId, from, ofOld)
    await choose(bob, streamId, to, ofNew)
    await move(alice, id, { topic: to })
    const after = await choicesOf(bob)
    expect([after[`${streamId} ${from}`], after[`${streamId} ${to}`] ?? none]).toEqual([
      undefined,
      wanted,
    ])
  })

  it('replaces an earlier policy of a topic without messages', async () => {
    const id = await alice.send('design', 'alive', 'x')
    await choose(bob, streamId, 'alive', followed)
    await choose(bob, streamId, 'extinct', muted)
    await choose(carol, streamId, 'extinct', muted)
    await move(alice, id, { topic: 'extinct', propagate_mode: 'change_one' })
    expect(await choicesOf(bob)).toMatchObject({ [`${streamId} extinct`]: followed })
    expect(await choicesOf(carol)).not.toHaveProperty([`${streamId} extinct`])
  })

  it('stays if a part of the topic stays, or if only its letter case changes', async () => {
    const first = await alice.send('design', 'partly', 'x')
    await alice.send('design', 'partly', 'y')
    await choose(bob, streamId, 'partly', muted)
    await move(alice, first, { topic: 'elsewhere', propagate_mode: 'change_one' })
    expect(await choicesOf(bob)).toMatchObject({ [`${streamId} partly`]: muted })
    await move(alice, first, { topic: 'ELSEWHERE' })
    await choose(bob, streamId, 'elsewhere', followed)
    await move(alice, first, { topic: 'Elsewhere' })
    expect(await choicesOf(bob)).toMatchObject({ [`${streamId} elsewhere`]: followed })
  })

  it('follows the topic to another stream, except for users without access there', async () => {
    const vault = await server.stream('vault', { subscribers: [alice, bob], inviteOnly: true })
    const id = await alice.send('design', 'gold', 'x')
    for (const person of [bob, carol]) await choose(person, streamId, 'gold', muted)
    const carols = await carol.register({ event_types })
    await move(alice, id, { stream_id: vault.id })
    expect(await choicesOf(bob)).toMatchObject({ [`${vault.id} gold`]: muted })
    const names = Object.keys(await choicesOf(carol))
    expect(names.filter((name) => name.endsWith(' gold'))).toEqual([])
    expect(await toldUntilNow(carol, carols)).toMatchObject([
      { type: 'user_topic', stream_id: streamId, topic_name: 'gold', visibility_policy: none },
      { type: 'muted_topics' },
    ])
  })
})
