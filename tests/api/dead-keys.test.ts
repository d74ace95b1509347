import { EventSource } from '../support/event-source'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useOwnServer } from '../support/own-server'

const invalidKey = { code: 'INVALID_API_KEY', msg: 'Invalid API key' }

describe('a key that dies', () => {
  const server = useOwnServer()

  const parked = async (count: number): Promise<void> => {
    while (server.ctx.events.parkedPolls !== count) await new Promise(setImmediate)
  }
  const newKey = async (by: Person, path: string): Promise<string> =>
    String(expectSuccess(await by.post(path))['api_key'])

  it('ends the poll that waits with it; the queue goes on with the new one', async () => {
    const [ann, bob] = await server.users('ann', 'bob')
    const queue = await ann.register({ event_types: ['message'] })
    const poll = ann.get('/events', { ...queue })
    const other = bob.poll(await bob.register({ event_types: ['message'] }))
    await parked(2)

    const renewed = ann.withKey(await newKey(ann, '/users/me/api_key/regenerate'))
    expectError(await poll, 401, invalidKey)
    await parked(1)

    await renewed.sendPrivately([bob.id], 'still there')
    expect(await renewed.pollUntil(queue, 'message')).toMatchObject([{ type: 'message' }])
    expect(await other).toMatchObject([{ type: 'message' }])
  })

  it('ends the event streams that it opened', async () => {
    const [cleo] = await server.users('cleo')
    const bot = await server.bot(cleo, 'follower')
    const queue = await bot.register({ event_types: ['message'] })
    const source = await EventSource.open(bot, queue)
    await parked(1)
    await newKey(cleo, `/bots/${bot.id}/api_key/regenerate`)
    const frames = []
    for (let frame; (frame = await source.frame());) frames.push(frame)
    expect(JSON.parse(frames.at(-1)?.data ?? '')).toMatchObject(invalidKey)
    await parked(0)
  })

  it('ends a poll that was to register its own queue', async () => {
    const [dee] = await server.users('dee')
    const poll = dee.get('/events', { event_types: ['message'] })
    await parked(1)
    await newKey(dee, '/users/me/api_key/regenerate')
    expectError(await poll, 401, invalidKey)
  })

  it('survives other changes of the account', async () => {
    const [eve] = await server.users('eve')
    const queue = await eve.register({ event_types: ['message'] })
    const poll = eve.poll(queue)
    await parked(1)
    expectSuccess(await server.owner.patch(`/users/${eve.id}`, { full_name: 'Eve Other' }))
    expectSuccess(
      await eve.patch('/settings', { old_password: 'password of eve', new_password: 'another' }),
    )
    await eve.sendPrivately([eve.id], 'hello')
    expect(await poll).toMatchObject([{ type: 'message' }])
  })
})
