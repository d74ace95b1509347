import { asRecords, elementAt, present, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { picture } from '../support/pictures'
import { useTestServer } from '../support/test-server'

const server = useTestServer()

type Known = Readonly<Record<string, unknown>>

async function knownTo(person: Person, botId: number): Promise<Known | undefined> {
  const { realm_bots: bots } = await person.register({ fetch_event_types: ['realm_bot'] })
  return asRecords(bots).find((bot) => bot['user_id'] === botId)
}

describe('the key of a bot', () => {
  it('goes from owner to owner, and administrators see it only while it is theirs', async () => {
    const [alice] = await server.users('keeper')
    const dora = await server.user('dora', 'administrator')
    const bot = await server.bot(dora, 'passed')
    const people = [alice, dora, server.owner]
    const queues = await Promise.all(
      people.map((person) => person.register({ event_types: ['realm_bot', 'message'] })),
    )
    expectSuccess(await dora.patch(`/bots/${bot.id}`, { bot_owner_id: alice.id }))
    const key = await alice.call('POST /bots/{bot_id}/api_key/regenerate', { bot_id: bot.id })
    const events = await Promise.all(
      people.map((person, index) => person.eventsUntilNow(elementAt(queues, index))),
    )
    const ofBot = { user_id: bot.id }
    expect(events[0]).toMatchObject([
      { op: 'add', bot: { ...ofBot, api_key: bot.apiKey } },
      { op: 'update', bot: { ...ofBot, api_key: key['api_key'] } },
    ])
    // The former owner loses the key and still sees the bot.
    expect(events[1]).toMatchObject([
      { op: 'delete', bot: ofBot },
      { op: 'add', bot: { ...ofBot, owner_id: alice.id } },
    ])
    expect(JSON.stringify(events[1])).not.toContain('api_key')
    expect(events[2]).toMatchObject([{ op: 'update', bot: { ...ofBot, owner_id: alice.id } }])
    expect(await knownTo(alice, bot.id)).toHaveProperty('api_key', key['api_key'])
    expect(await knownTo(dora, bot.id)).not.toHaveProperty('api_key')
  })

  it('is not told to a new administrator', async () => {
    const [ellen, frank] = await server.users('ellen', 'frank')
    const bot = await server.bot(frank, 'untold')
    const queue = await ellen.register({ event_types: ['realm_bot', 'message'] })
    expectSuccess(await server.owner.patch(`/users/${ellen.id}`, { role: 200 }))
    const events = await ellen.eventsUntilNow(queue)
    expect(events).toContainEqual(
      expect.objectContaining({ op: 'add', bot: expect.objectContaining({ user_id: bot.id }) }),
    )
    expect(JSON.stringify(events)).not.toContain(bot.apiKey)
  })
})

describe('the picture of a bot', () => {
  const uploaded = /^\/user_avatars\/\d+\/[0-9a-f]{32}\.png\?/

  it('comes with it, or later', async () => {
    const [gina] = await server.users('gina')
    const names = { full_name: 'Painter', short_name: 'painter' }
    const made = expectSuccess(
      await gina.upload('/bots', await picture(200, 200), 'face.png', undefined, names),
    )
    expect(made['avatar_url']).toMatch(uploaded)
    const queue = await server.owner.register({
      event_types: ['realm_user', 'realm_bot', 'message'],
    })
    const path = `/bots/${String(made['user_id'])}`
    const response = await server
      .call('patch', path)
      .auth(gina.email, gina.apiKey)
      .attach('face', await picture(100, 100), 'other.png')
      .field('full_name', 'Sculptor')
    const changed = expectSuccess(response)
    expect(changed).toMatchObject({ full_name: 'Sculptor' })
    expect(changed['avatar_url']).toMatch(uploaded)
    expect(changed['avatar_url']).not.toBe(made['avatar_url'])
    const { avatar_url } = changed
    expect(await server.owner.eventsUntilNow(queue)).toMatchObject([
      { type: 'realm_user', op: 'update', person: { full_name: 'Sculptor' } },
      { type: 'realm_user', op: 'update', person: { avatar_url } },
      { type: 'realm_bot', op: 'update', bot: { full_name: 'Sculptor' } },
      { type: 'realm_bot', op: 'update', bot: { avatar_url } },
    ])
    // Without a file it stays.
    expect(expectSuccess(await gina.patch(path, { full_name: 'Carver' }))).toMatchObject({
      avatar_url,
    })
  })

  it('is refused where it is none, and the bot is not made', async () => {
    const [hugo] = await server.users('hugo')
    const text = Buffer.from('no picture')
    const names = { full_name: 'Faceless', short_name: 'faceless' }
    expectError(await hugo.upload('/bots', text, 'face.png', undefined, names), 400, {
      code: 'BAD_IMAGE',
    })
    expect(expectSuccess(await hugo.get('/bots'))['bots']).toEqual([])
  })

  it('is not needed: any form makes a bot', async () => {
    const [iris] = await server.users('iris')
    const response = await server
      .call('post', '/bots')
      .auth(iris.email, iris.apiKey)
      .field({ full_name: 'Plain', short_name: 'plain' })
    expect(expectSuccess(response)['avatar_url']).toContain('made-')
  })
})

describe('POST /users/{user_id}/reactivate', () => {
  it('is for administrators and for owners of bots', async () => {
    const [jim, kay] = await server.users('jim', 'kay')
    const bot = await server.bot(jim, 'sleeper')
    expectSuccess(await jim.delete(`/bots/${bot.id}`))
    const notForMembers = { msg: 'Must be an organization administrator' }
    expectError(await kay.post(`/users/${bot.id}/reactivate`), 400, notForMembers)
    expectError(await jim.post(`/users/${kay.id}/reactivate`), 400, notForMembers)
    expectError(await jim.post('/users/999999/reactivate'), 400, notForMembers)
    expectSuccess(await jim.post(`/users/${bot.id}/reactivate`))
    expectSuccess(await bot.get('/users/me'))
  })

  it('is refused to owners who may make no such bots any more', async () => {
    const [lou] = await server.users('lou')
    const bot = await server.bot(lou, 'forbidden')
    expectSuccess(await lou.delete(`/bots/${bot.id}`))
    const nobody = await systemGroup('role:nobody')
    const members = await systemGroup('role:members')
    const allow = (id: number) =>
      server.owner.patch('/realm', { can_create_bots_group: JSON.stringify({ new: id }) })
    expectSuccess(await allow(nobody))
    expectError(await lou.post(`/users/${bot.id}/reactivate`), 400, {
      msg: 'Insufficient permission',
    })
    expectSuccess(await allow(members))
  })
})

async function systemGroup(name: string): Promise<number> {
  const { realm_user_groups: groups } = await server.owner.register({
    fetch_event_types: ['user_groups', 'realm_user_groups'],
  })
  const group = shapedLike(groups, [{ id: 0, name: '' }]).find((each) => each.name === name)
  return present(group, 'group').id
}
