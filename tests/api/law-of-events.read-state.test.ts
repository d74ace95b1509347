import { Bystanders } from '../support/bystanders'
import { expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useTestServer } from '../support/test-server'

describe('events explain what is unread and starred', () => {
  const server = useTestServer()
  let cast: Bystanders
  beforeAll(async () => {
    cast = await Bystanders.gather(server)
  })

  const flag = async (person: Person, op: string, name: string, messages: number[]) =>
    expectSuccess(await person.post('/messages/flags', { messages, op, flag: name }))

  it.each([false, true])('when messages are sent, in a private stream: %s', async (inviteOnly) => {
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
  })

  it('when they are read, starred, and the reverse', async () => {
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

  it('when their stream is left, and entered again', async () => {
    const { name } = await cast.peopledStream()
    const id = await cast.alice.send(name, 'a', '@**all**')
    await cast.expectExplained(() => cast.unsubscribe(cast.alice, { subscriptions: [name] }))
    await cast.expectExplained(async () => {
      await cast.subscribe(cast.alice, { subscriptions: [{ name }] })
      await flag(cast.alice, 'remove', 'read', [id])
      await cast.robot.send(name, 'a', 'x')
    })
  })
})
