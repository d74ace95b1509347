import { Bystanders } from '../support/bystanders'
import { elementAt, firstOf } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { expectEventsToExplainMessages } from '../support/known-messages'
import type { Arguments, Person } from '../support/person'
import { useTestServer } from '../support/test-server'

describe('events about messages', () => {
  const server = useTestServer()
  let cast: Bystanders
  beforeAll(async () => {
    cast = await Bystanders.gather(server)
  })

  /** The law holds for what clients hold since they registered, and for messages they fetched. */
  async function expectExplained(ids: readonly number[], action: () => Promise<unknown>) {
    const observers = cast.observers()
    const everybody = Object.values(observers).map(({ id }) => id)
    await cast.expectExplained(() =>
      expectEventsToExplainMessages(server, observers, ids, async () => {
        await action()
        // No client can know which message is the last one after a deletion or a move.
        await cast.alice.sendPrivately(everybody, 'the last one')
      }),
    )
  }

  const edit = async (person: Person, id: number, args: Arguments) =>
    expectSuccess(await person.patch(`/messages/${id}`, args))

  /** Messages of alice and the guest in a stream that these and the robot are subscribed to. */
  async function conversation(options: { inviteOnly?: boolean } = {}) {
    const stream = await cast.peopledStream(options)
    const ids: number[] = []
    for (const person of [cast.alice, cast.guest, cast.alice]) {
      ids.push(await person.send(stream.name, 'lunch', 'pizza'))
    }
    return { stream, ids }
  }

  it.each([false, true])('explain edits of the content, private: %s', async (inviteOnly) => {
    const { ids } = await conversation({ inviteOnly })
    await expectExplained(ids, async () => {
      await edit(cast.alice, firstOf(ids), { content: '/me has *pasta*' })
      await edit(cast.alice, firstOf(ids), { content: '@**Gwen** and @**all**: pasta' })
      await edit(cast.guest, elementAt(ids, 1), { content: '' })
    })
  })

  it.each([false, true])('explain other topics, private: %s', async (inviteOnly) => {
    const { ids } = await conversation({ inviteOnly })
    await expectExplained(ids, async () => {
      await edit(cast.alice, elementAt(ids, 1), { topic: 'dinner', propagate_mode: 'change_later' })
      await edit(cast.alice, firstOf(ids), { topic: 'DINNER', content: 'soup' })
      await edit(cast.alice, elementAt(ids, 2), { topic: '✔ dinner', propagate_mode: 'change_all' })
    })
  })

  it.each([
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ])(
    'explain another stream, from a private one: %s, to one: %s',
    async (fromPrivate, toPrivate) => {
      const target = await server.stream(`target ${fromPrivate} ${toPrivate}`, {
        subscribers: [cast.alice, cast.bob, cast.admin],
        inviteOnly: toPrivate,
      })
      const { stream, ids } = await conversation({ inviteOnly: fromPrivate })
      await expectExplained(ids, () =>
        edit(cast.alice, elementAt(ids, 1), {
          stream_id: target.id,
          propagate_mode: 'change_later',
        }),
      )
      await expectExplained(ids, () =>
        edit(cast.alice, elementAt(ids, 2), {
          stream_id: stream.id,
          topic: 'back',
          content: 'home',
          propagate_mode: 'change_all',
        }),
      )
    },
  )

  it.each([false, true])(
    'explain moves of topics that readers follow or have muted, private: %s',
    async (inviteOnly) => {
      const { stream, ids } = await conversation()
      const choose = async (person: Person, topic: string, visibility_policy: number) =>
        expectSuccess(
          await person.post('/user_topics', { stream_id: stream.id, topic, visibility_policy }),
        )
      await choose(cast.alice, 'Lunch', 1)
      await choose(cast.guest, 'lunch', 3)
      await choose(cast.bob, 'lunch', 1)
      await choose(cast.bob, 'dinner', 3)
      const subscribers = [cast.alice, cast.admin]
      const target = await server.stream(`followers ${inviteOnly}`, { subscribers, inviteOnly })
      await expectExplained(ids, async () => {
        await edit(cast.alice, firstOf(ids), { topic: 'dinner', propagate_mode: 'change_all' })
        await edit(cast.alice, firstOf(ids), { stream_id: target.id, propagate_mode: 'change_all' })
      })
    },
  )

  it('explain a stream whose subscribers have seen different parts', async () => {
    const { stream, ids } = await conversation({ inviteOnly: true })
    const principals = [cast.bob.id]
    await cast.subscribe(cast.alice, { subscriptions: [{ name: stream.name }], principals })
    ids.push(await cast.alice.send(stream.name, 'lunch', 'and a drink'))
    await expectExplained(ids, () =>
      edit(cast.alice, firstOf(ids), {
        topic: 'menu',
        content: 'soup',
        propagate_mode: 'change_all',
      }),
    )
    await cast.subscribe(cast.alice, {
      subscriptions: [{ name: stream.name }],
      principals: [cast.admin.id],
    })
    await expectExplained(ids, async () =>
      expectSuccess(
        await cast.admin.post(`/streams/${stream.id}/delete_topic`, { topic_name: 'menu' }),
      ),
    )
  })

  it.each([false, true])('explain deletions, private: %s', async (inviteOnly) => {
    const { ids } = await conversation({ inviteOnly })
    await expectExplained(ids, async () => {
      expectSuccess(await cast.alice.delete(`/messages/${ids[0]}`))
      expectSuccess(await cast.guest.delete(`/messages/${ids[1]}`))
    })
  })

  it('explain the end of a topic', async () => {
    const { stream, ids } = await conversation()
    await expectExplained(ids, async () =>
      expectSuccess(
        await cast.owner.post(`/streams/${stream.id}/delete_topic`, { topic_name: 'Lunch' }),
      ),
    )
  })

  it.each([false, true])('explain reactions, private: %s', async (inviteOnly) => {
    const { ids } = await conversation({ inviteOnly })
    const path = `/messages/${ids[0]}/reactions`
    await expectExplained(ids, async () => {
      expectSuccess(await cast.alice.post(path, { emoji_name: 'tada' }))
      expectSuccess(await cast.guest.post(path, { emoji_name: 'tada' }))
      expectSuccess(await cast.guest.post(path, { emoji_name: '+1' }))
      expectSuccess(await cast.alice.delete(path, { emoji_name: 'tada' }))
    })
  })

  it.each([false, true])('explain submessages of a widget, private: %s', async (inviteOnly) => {
    const stream = await cast.peopledStream({ inviteOnly })
    const id = await cast.alice.send(stream.name, 'lunch', '/poll Where?\n- here')
    const act = async (person: Person, content: object) =>
      expectSuccess(
        await person.post('/submessage', { message_id: id, msg_type: 'widget', content }),
      )
    await expectExplained([id], async () => {
      await act(cast.guest, { type: 'vote', key: 'canned,0', vote: 1 })
      await act(cast.guest, { type: 'new_option', idx: 0, option: 'there' })
      await act(cast.alice, { type: 'vote', key: `${cast.guest.id},0`, vote: 1 })
      await act(cast.guest, { type: 'vote', key: 'canned,0', vote: -1 })
      await act(cast.alice, { type: 'question', question: 'When?' })
      await edit(cast.alice, id, { topic: 'dinner' })
      if (!inviteOnly) await act(cast.bob, { type: 'vote', key: 'canned,0', vote: 1 })
    })
    await expectExplained([id], async () =>
      expectSuccess(await cast.alice.delete(`/messages/${id}`)),
    )
  })

  it('explain private messages', async () => {
    const to = [cast.bob.id, cast.guest.id]
    const ids = [await cast.alice.sendPrivately(to, 'psst')]
    // Which message was the last before one that is deleted, no client could know.
    await cast.alice.sendPrivately(to, 'still there')
    await expectExplained(ids, async () => {
      await edit(cast.alice, firstOf(ids), { content: 'hush' })
      const path = `/messages/${ids[0]}/reactions`
      expectSuccess(await cast.bob.post(path, { emoji_name: 'tada' }))
      expectSuccess(await cast.alice.delete(`/messages/${ids[0]}`))
    })
  })
})
