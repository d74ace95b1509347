import { expectError, expectSuccess } from '../support/expectations'
import type { Method, Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const path = '/users/me/pointer'
const server = useTestServer()

describe.each(['post', 'put'] as const satisfies Method[])('%s /users/me/pointer', (method) => {
  const move = (person: Person, pointer?: unknown) => person[method](path, { pointer })
  const pointerOf = async (person: Person) => expectSuccess(await person.get(path))['pointer']

  it('moves forward, with an event for the other clients of the requester', async () => {
    const alice = await server.user(`alice-${method}`)
    const queue = await alice.register({ event_types: ['pointer'], fetch_event_types: ['pointer'] })
    expect(queue['pointer']).toBe(-1)
    expect(await pointerOf(alice)).toBe(-1)
    const id = await alice.send('general', 't', 'x')
    expectSuccess(await move(alice, id))
    expect(await alice.pollUntil(queue, 'pointer')).toMatchObject([
      { type: 'pointer', pointer: id },
    ])
    expect(await pointerOf(alice)).toBe(id)
    expect(expectSuccess(await alice.get('/users/me'))['pointer']).toBe(id)
  })

  it('leaves the pointer where it is when it would move back, and sends no event then', async () => {
    const bob = await server.user(`bob-${method}`)
    const ids = [await bob.send('general', 't', 'x'), await bob.send('general', 't', 'x')]
    expectSuccess(await move(bob, ids[1]))
    const queue = await bob.register({ event_types: ['pointer', 'message'] })
    for (const pointer of [ids[1], ids[0], 0]) expectSuccess(await move(bob, pointer))
    const last = await bob.send('general', 't', 'x')
    expect(await bob.pollUntil(queue, 'message')).toMatchObject([{ message: { id: last } }])
    expect(await pointerOf(bob)).toBe(ids[1])
  })

  it('refuses messages outside the requester’s history', async () => {
    const [carol, dan] = await server.users(`carol-${method}`, `dan-${method}`)
    await server.stream(`carols ${method}`, { subscribers: [carol] })
    const elsewhere = await carol.send(`carols ${method}`, 't', 'x')
    const between = await carol.sendPrivately([server.owner.id], 'x')
    for (const pointer of [elsewhere, between, 987_654_321]) {
      expectError(await move(dan, pointer), 400, {
        code: 'BAD_REQUEST',
        msg: 'Invalid message ID',
      })
    }
    expect(await pointerOf(dan)).toBe(-1)
    const toDan = await carol.sendPrivately([dan.id], 'x')
    expectSuccess(await move(dan, toDan))
    expect(await pointerOf(dan)).toBe(toDan)
  })

  it('requires a number', async () => {
    const eva = await server.user(`eva-${method}`)
    expectError(await move(eva), 400, { code: 'REQUEST_VARIABLE_MISSING', var_name: 'pointer' })
    for (const pointer of ['x', '', '1.5', '-1', '9'.repeat(30)]) {
      expectError(await move(eva, pointer), 400, {
        code: 'REQUEST_VARIABLE_INVALID',
        var_name: 'pointer',
        bad_value: pointer,
        msg: `Bad value for 'pointer': ${pointer}`,
      })
    }
  })
})

describe('pointer events', () => {
  it('replace each other until a client reads one', async () => {
    const fay = await server.user('fay')
    const queue = await fay.register({ event_types: ['pointer'] })
    const ids: number[] = []
    for (let count = 0; count < 3; count += 1) ids.push(await fay.send('general', 't', 'x'))
    for (const pointer of ids) expectSuccess(await fay.post(path, { pointer }))

    const isLast = (event: object) => 'pointer' in event && event.pointer === ids[2]
    const events = await fay.pollUntil(queue, isLast)
    expect(events).toEqual([{ type: 'pointer', pointer: ids[2], id: 2 }])
  })
})
