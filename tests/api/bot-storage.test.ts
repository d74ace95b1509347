import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useTestServer } from '../support/test-server'

const path = '/bot_storage'

describe('the storage of bots', () => {
  const server = useTestServer()
  let alice: Person
  let robot: Person
  let other: Person
  beforeAll(async () => {
    alice = await server.user('alice')
    robot = await server.bot(alice, 'robot')
    other = await server.bot(alice, 'other')
  })

  const read = async (bot: Person, keys?: string[]) =>
    expectSuccess(await bot.get(path, { keys }))['storage']

  it('keeps texts under keys until they are removed', async () => {
    expect(await read(robot)).toEqual({})
    expectSuccess(await robot.put(path, { storage: { foo: 'bar', ü: '{"json": "text"}' } }))
    expectSuccess(await robot.put(path, { storage: { foo: 'changed', '': '' } }))
    expect(await read(robot)).toEqual({ foo: 'changed', ü: '{"json": "text"}', '': '' })
    expect(await read(robot, ['foo'])).toEqual({ foo: 'changed' })
    expect(await read(robot, [])).toEqual({})

    expectSuccess(await robot.delete(path, { keys: ['foo', 'ü'] }))
    expect(await read(robot)).toEqual({ '': '' })
    expectSuccess(await robot.delete(path))
    expect(await read(robot)).toEqual({})
  })

  it('is separate for each bot', async () => {
    expectSuccess(await robot.put(path, { storage: { mine: '1' } }))
    expectSuccess(await other.put(path, { storage: { mine: '2' } }))
    expectSuccess(await other.delete(path))
    expect(await read(robot)).toEqual({ mine: '1' })
  })

  it('tells of keys that are missing, and removes nothing then', async () => {
    expectSuccess(await robot.put(path, { storage: { there: 'yes' } }))
    for (const keys of [['there', 'gone'], ['toString']]) {
      expectError(await robot.get(path, { keys }), 400, { msg: 'Key does not exist.' })
      expectError(await robot.delete(path, { keys }), 400, { msg: 'Key does not exist.' })
    }
    expect(await read(robot, ['there'])).toEqual({ there: 'yes' })
  })

  it('is for bots', async () => {
    for (const response of [
      await alice.get(path),
      await alice.put(path, { storage: {} }),
      await alice.delete(path),
    ]) {
      expectError(response, 400, { code: 'BAD_REQUEST', msg: 'This endpoint is for bots only.' })
    }
  })

  it('holds only texts, up to a limit', async () => {
    expectError(await robot.put(path), 400, { code: 'REQUEST_VARIABLE_MISSING' })
    expectError(await robot.put(path, { storage: { n: 1 } }), 400, {
      msg: 'storage["n"] is not a string',
    })
    expectError(await robot.put(path, { storage: { ['k'.repeat(501)]: '' } }), 400)
    await server.db
      .updateTable('bot_storage')
      .set({ value: 'x'.repeat(9_999_990) })
      .where('bot_id', '=', robot.id)
      .where('key', '=', 'mine')
      .execute()
    expectError(await robot.put(path, { storage: { more: 'x'.repeat(100) } }), 400, {
      msg: expect.stringMatching(/^Request exceeds storage limit by \d+ characters/),
    })
    expect(await read(robot, ['there'])).toEqual({ there: 'yes' })
  })
})
