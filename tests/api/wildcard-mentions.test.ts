import { firstOf } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const server = useTestServer()
describe('wildcard_mention_policy', () => {
  let people: Person[]
  let alice: Person
  let guest: Person
  beforeAll(async () => {
    const names = Array.from({ length: 16 }, (_, index) => `person${index}`)
    people = await server.users(...names)
    alice = firstOf(people)
    guest = await server.user('guest', 'guest')
    await server.stream('crowd', { subscribers: [...people, guest, server.owner] })
    await server.stream('corner', { subscribers: people.slice(0, 15) })
  })

  const choose = async (wildcard_mention_policy: number) =>
    expectSuccess(await server.owner.patch('/realm', { wildcard_mention_policy }))

  const send = (person: Person, to: string, content: string, topic = 'food') =>
    person.post('/messages', { type: 'stream', to, topic, content })

  it.each([
    [1, [true, true, true]],
    [2, [true, true, false]],
    [5, [true, false, false]],
    [6, [false, false, false]],
    [7, [true, false, false]],
  ])('limits wildcard mentions in a large stream at the value %d', async (policy, allowed) => {
    await choose(policy)
    for (const [index, person] of [server.owner, alice, guest].entries()) {
      const answer = await send(person, 'crowd', 'Dear @**all**')
      if (allowed[index]) expectSuccess(answer)
      else {
        expectError(answer, 400, {
          code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
          msg: 'You do not have permission to use wildcard mentions in this stream.',
        })
      }
    }
  })

  it('does not limit small streams, silent names and private messages', async () => {
    await choose(6)
    expectSuccess(await send(alice, 'corner', '@**everyone**'))
    expectSuccess(await send(alice, 'crowd', '@_**all** `@**all**`'))
    expectSuccess(await send(alice, 'crowd', '@**topic**'))
    const to = people.map((person) => person.id)
    expectSuccess(await alice.post('/messages', { type: 'private', to, content: '@**all**' }))
  })

  it('limits topics with many participants, and edits', async () => {
    await choose(6)
    for (const person of people) await person.send('crowd', 'busy', 'x')
    expectError(await send(alice, 'crowd', '@**topic**', 'Busy'), 400, {
      msg: 'You do not have permission to use topic wildcard mentions in this topic.',
    })
    const id = await alice.send('crowd', 'busy', 'soup')
    for (const content of ['@**all** soup', '@**topic** soup']) {
      expectError(await alice.patch(`/messages/${id}`, { content }), 400, {
        msg: expect.stringMatching(/^You do not have permission to use /),
      })
    }
    const { raw_content } = expectSuccess(await alice.get(`/messages/${id}`))
    expect(raw_content).toBe('soup')
  })
})
