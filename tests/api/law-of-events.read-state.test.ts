import { Bystanders } from '../support/bystanders'
import { elementAt } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useTestServer } from '../support/test-server'

describe('events about unread and starred messages', () => {
  const server = useTestServer()
  let cast: Bystanders
  beforeAll(async () => {
    cast = await Bystanders.gather(server)
  })

  const flag = async (person: Person, op: string, name: string, messages: number[]) =>
    expectSuccess(await person.post('/messages/flags', { messages, op, flag: name }))

  it.each([false, true])(
    'explain messages that are sent, in a private stream: %s',
    async (inviteOnly) => {
      const { name } = await cast.peopledStream({ inviteOnly })
      await cast.expectExplained(async () => {
        await cast.alice.send(name, 'Topic', 'hello')
        await cast.robot.send(name, 'topic', '@**Alice** and @**all**')
        await cast.alice.send(name, 'TOPIC', '@**topic** @**Robot** @**Bob**')
        await cast.alice.post('/messages', {
          type: 'stream',
          to: name,
          topic: 'other',
          content: 'read',
          read_by_sender: true,
        })
        await cast.alice.sendPrivately([cast.bob.id], 'hello @**Bob**')
        await cast.bob.sendPrivately([cast.alice.id, cast.guest.id], 'hello @**all**')
      })
    },
  )

  it('explain messages that are read, starred, and the reverse', async () => {
    const { id, name } = await cast.peopledStream()
    const ids = [
      await cast.alice.send(name, 'a', '@**Gwen**'),
      await cast.alice.send(name, 'b', 'x'),
      await cast.alice.sendPrivately([cast.guest.id], 'x'),
      await cast.alice.sendPrivately([cast.guest.id, cast.bob.id], 'x'),
    ]
    await cast.expectExplained(async () => {
      await flag(cast.guest, 'add', 'read', ids)
      await flag(cast.guest, 'add', 'starred', ids)
      await flag(cast.guest, 'add', 'collapsed', ids)
      await flag(cast.guest, 'remove', 'read', ids)
      await flag(cast.guest, 'remove', 'starred', ids.slice(1))
      await flag(cast.alice, 'add', 'read', ids.slice(2))
      await flag(cast.bob, 'add', 'starred', ids)
    })
    await cast.expectExplained(async () => {
      const topic = { stream_id: id, topic_name: 'a' }
      expectSuccess(await cast.guest.post('/mark_topic_as_read', topic))
      expectSuccess(await cast.robot.post('/mark_stream_as_read', { stream_id: id }))
      expectSuccess(await cast.alice.post('/mark_all_as_read'))
    })
    await cast.expectExplained(() => flag(cast.alice, 'remove', 'read', ids))
  })

  it.each([false, true])(
    'explain messages of readers whom others unsubscribe, private: %s',
    async (isPrivate) => {
      const { id, name } = await cast.peopledStream({ inviteOnly: isPrivate })
      const other = await cast.peopledStream({ inviteOnly: isPrivate })
      const read = await cast.robot.send(name, 'a', 'x')
      await cast.robot.send(name, 'a', '@**all**')
      await cast.robot.send(other.name, 'a', '@**Alice**')
      await flag(cast.alice, 'add', 'read', [read])
      const principals = [cast.alice.id, cast.guest.id, cast.robot.id]
      await cast.expectExplained(() =>
        cast.unsubscribe(cast.owner, { subscriptions: [name, other.name], principals }),
      )
      expect(id).not.toBe(other.id)
    },
  )

  it.each([false, true])(
    'explain messages whose stream is archived, private: %s',
    async (isPrivate) => {
      const { id, name } = await cast.peopledStream({ inviteOnly: isPrivate })
      await cast.robot.send(name, 'a', '@**all**')
      await cast.expectExplained(async () =>
        expectSuccess(await cast.owner.delete(`/streams/${id}`)),
      )
    },
  )

  it('tell people who leave exactly their unread messages, and others nothing', async () => {
    const streams = [await cast.peopledStream(), await cast.peopledStream()]
    const names = streams.map(({ name }) => name)
    // They had a greeting.
    expectSuccess(await cast.alice.post('/mark_all_as_read'))
    expectSuccess(await cast.guest.post('/mark_all_as_read'))
    const ids: number[] = []
    for (const name of [...names, ...names]) ids.push(await cast.robot.send(name, 'a', 'x'))
    await flag(cast.alice, 'add', 'read', [elementAt(ids, 1)])
    await flag(cast.guest, 'add', 'read', ids)
    const people = [cast.alice, cast.guest]
    const args = { event_types: ['update_message_flags', 'message'] }
    const queues = await Promise.all(people.map((person) => person.register(args)))
    for (const person of people) await cast.unsubscribe(person, { subscriptions: names })
    await cast.owner.sendPrivately([cast.alice.id, cast.guest.id], 'done')
    const [alices, guests] = await Promise.all(
      people.map((person, index) => person.pollUntil(elementAt(queues, index), 'message')),
    )
    expect(alices).toMatchObject([
      { op: 'add', flag: 'read', messages: [ids[0], ids[2], ids[3]], all: false },
      { type: 'message' },
    ])
    expect(guests).toMatchObject([{ type: 'message' }])
  })

  it('explain messages of somebody who is muted, and no longer', async () => {
    const { name } = await cast.peopledStream()
    const write = async () => {
      await cast.robot.send(name, 'a', '@**Alice** @**all**')
      await cast.robot.sendPrivately([cast.alice.id, cast.guest.id], 'x')
      await cast.guest.send(name, 'a', 'x')
    }
    await write()
    await cast.expectExplained(async () => {
      expectSuccess(await cast.alice.post(`/users/me/muted_users/${cast.robot.id}`))
      await write()
      expectSuccess(await cast.alice.delete(`/users/me/muted_users/${cast.robot.id}`))
      await write()
    })
  })

  it('explain messages whose reader leaves the stream, and comes back', async () => {
    const { name } = await cast.peopledStream()
    const id = await cast.alice.send(name, 'a', '@**all**')
    await cast.expectExplained(() => cast.unsubscribe(cast.alice, { subscriptions: [name] }))
    await cast.expectExplained(async () => {
      await cast.subscribe(cast.alice, { subscriptions: [{ name }] })
      await flag(cast.alice, 'remove', 'read', [id])
      await cast.robot.send(name, 'a', 'x')
    })
  })

  it.each([false, true])(
    'explain messages that are out of sight, shared history: %s',
    async (sharesPast) => {
      const { id, name } = await cast.peopledStream({ inviteOnly: true })
      await cast.letOwnerIn(name)
      await cast.changeStream(id, { is_private: true, history_public_to_subscribers: sharesPast })
      const messages = [
        await cast.alice.send(name, 'a', 'x'),
        await cast.robot.send(name, 'a', 'y'),
      ]
      for (const person of [cast.alice, cast.guest]) await flag(person, 'add', 'starred', messages)
      const principals = [cast.alice.id, cast.guest.id]
      await cast.expectExplained(() =>
        cast.unsubscribe(cast.owner, { subscriptions: [name], principals }),
      )
      await cast.expectExplained(() =>
        cast.subscribe(cast.owner, { subscriptions: [{ name }], principals }),
      )
      await cast.expectExplained(() => cast.unsubscribe(cast.alice, { subscriptions: [name] }))
      await cast.expectExplained(() => cast.changeStream(id, { is_private: false }))
      await cast.expectExplained(() => cast.changeStream(id, { is_private: true }))
    },
  )

  it('explain a message that leaves for a private stream, and comes back', async () => {
    const [{ id, name }, hidden] = [await cast.peopledStream(), await cast.peopledStream()]
    await cast.changeStream(hidden.id, { is_private: true })
    await cast.letOwnerIn(hidden.name)
    await cast.unsubscribe(cast.owner, {
      subscriptions: [hidden.name],
      principals: [cast.guest.id],
    })
    const message = await cast.alice.send(name, 'a', 'x')
    for (const person of [cast.alice, cast.bob, cast.guest]) {
      await flag(person, 'add', 'starred', [message])
    }
    // After a deletion, no client can know which message is the newest.
    await cast.alice.send(name, 'b', 'x')
    const move = async (stream_id: number) =>
      expectSuccess(await cast.owner.patch(`/messages/${message}`, { stream_id }))
    await cast.expectExplained(() => move(hidden.id))
    await cast.expectExplained(() => move(id))
  })

  it('explain messages whose reader gets a role that reads more, or less', async () => {
    const { name } = await cast.peopledStream()
    const messages = [await cast.alice.send(name, 'a', 'x')]
    await flag(cast.guest, 'add', 'starred', messages)
    await cast.unsubscribe(cast.guest, { subscriptions: [name] })
    await cast.expectExplained(() => cast.changeUser(cast.guest.id, { role: 400 }))
  })
})
