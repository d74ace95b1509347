import { isDeepStrictEqual } from 'node:util'
import { elementAt } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person, Queue } from '../support/person'
import { useTestServer } from '../support/test-server'
import { untilHolds } from '../support/until'

const pizza = { emoji_name: 'pizza', emoji_code: '1f355', reaction_type: 'unicode_emoji' }

describe('user status', () => {
  const server = useTestServer()

  const set = async (person: Person, args: Arguments) =>
    expectSuccess(await person.post('/users/me/status', args))
  const statusOf = async (person: Person, reader = server.owner) =>
    expectSuccess(await reader.get(`/users/${person.id}/status`))['status']
  const listen = (person: Person) => person.register({ event_types: ['user_status', 'message'] })
  const heard = async (person: Person, queue: Queue) => {
    const events = await person.eventsUntilNow(queue)
    return events.filter((event) => event.type === 'user_status')
  }

  it('is text, emoji or both, is told to everybody, and is in their initial state', async () => {
    const [ann, bob] = await server.users('ann', 'bob')
    const guest = await server.user('gwen', 'guest')
    const listeners = [ann, bob, guest]
    const queues = await Promise.all(listeners.map(listen))
    await set(ann, { status_text: ' at lunch ', emoji_name: 'pizza', away: true })
    for (const [index, person] of listeners.entries()) {
      expect(await heard(person, elementAt(queues, index))).toEqual([
        { id: 0, type: 'user_status', user_id: ann.id, status_text: 'at lunch', ...pizza },
      ])
      const state = await person.register({ fetch_event_types: ['user_status'] })
      expect(state['user_status']).toEqual({
        [ann.id]: { status_text: 'at lunch', ...pizza },
      })
    }
    expect(await statusOf(ann, guest)).toEqual({ status_text: 'at lunch', ...pizza })
    expect(await statusOf(bob)).toEqual({})
  })

  it('ends by itself at the time that its owner chose', async () => {
    const [lin] = await server.users('lin')
    const queue = await listen(lin)
    const ends_at = Math.floor(Date.now() / 1_000) + 1
    await set(lin, { status_text: 'back in a second', ...pizza, ends_at })
    await untilHolds('the status has ended', async () => isDeepStrictEqual(await statusOf(lin), {}))
    const nothing = { status_text: '', emoji_name: '', emoji_code: '', reaction_type: '' }
    expect(await heard(lin, queue)).toMatchObject([
      { status_text: 'back in a second', ends_at },
      { ...nothing, ends_at: null },
    ])
  })

  it('stays if it is changed without an end', async () => {
    const [mel] = await server.users('mel')
    const ends_at = Math.floor(Date.now() / 1_000) + 3_600
    await set(mel, { status_text: 'away', ends_at })
    expect(await statusOf(mel)).toEqual({ status_text: 'away', ends_at })
    const queue = await listen(mel)
    await set(mel, { status_text: 'away' })
    expect(await heard(mel, queue)).toMatchObject([{ ends_at: null }])
    expect(await statusOf(mel)).toEqual({ status_text: 'away' })
    const past = await mel.post('/users/me/status', { status_text: 'late', ends_at: 5 })
    expectError(past, 400, { msg: 'ends_at must be in the future.' })
    const refused = await mel.post('/users/me/status', { away: true, ends_at })
    expectError(refused, 400, { msg: 'ends_at needs a status_text or an emoji_name.' })
  })

  it('changes only the given parts, and its event has only the changes', async () => {
    const [cid] = await server.users('cid')
    const queue = await listen(cid)
    await set(cid, { status_text: 'here' })
    await set(cid, { status_text: 'here', emoji_name: 'pizza' })
    await set(cid, { status_text: 'here', emoji_name: 'pizza' })
    await set(cid, { away: false })
    await set(cid, { status_text: '' })
    expect(await statusOf(cid)).toEqual(pizza)
    // As a phone takes it back.
    await set(cid, { emoji_name: '', emoji_code: '', reaction_type: '' })
    expect(await statusOf(cid)).toEqual({})
    const state = await cid.register({ fetch_event_types: ['user_status'] })
    expect(state['user_status']).not.toHaveProperty(String(cid.id))

    const changes = (await heard(cid, queue)).map(({ id: _id, ...event }) => event)
    const event = { type: 'user_status', user_id: cid.id }
    expect(changes).toEqual([
      { ...event, status_text: 'here' },
      { ...event, ...pizza },
      { ...event, status_text: '' },
      { ...event, emoji_name: '', emoji_code: '', reaction_type: '' },
    ])
  })

  it('takes an emoji by name and code, and the one of its own', async () => {
    const [dan] = await server.users('dan')
    await set(dan, pizza)
    expect(await statusOf(dan)).toEqual(pizza)
    await set(dan, { emoji_name: 'zulip' })
    expect(await statusOf(dan)).toEqual({
      emoji_name: 'zulip',
      emoji_code: 'zulip',
      reaction_type: 'zulip_extra_emoji',
    })
  })

  it('knows the emoji of other clients, and identifies an emoji with a shared name by its code', async () => {
    const [gus] = await server.users('gus')
    const type = { reaction_type: 'unicode_emoji' }
    for (const emoji of [
      { emoji_name: 'working_on_it', emoji_code: '1f6e0' },
      { emoji_name: 'ok', emoji_code: '1f44c' },
      { emoji_name: 'flag_germany', emoji_code: '1f1e9-1f1ea' },
    ]) {
      await set(gus, { emoji_name: emoji.emoji_name })
      expect(await statusOf(gus)).toEqual({ ...emoji, ...type })
    }
    const old = { emoji_name: 'smile', emoji_code: '263a', ...type }
    await set(gus, old)
    expect(await statusOf(gus)).toEqual(old)
  })

  it('counts characters, not their parts', async () => {
    const [eva] = await server.users('eva')
    await set(eva, { status_text: '🍕'.repeat(60) })
    expect(await statusOf(eva)).toEqual({ status_text: '🍕'.repeat(60) })
  })

  it('keeps both of two changes that come at the same time', async () => {
    const [fay] = await server.users('fay')
    await Promise.all([set(fay, { status_text: 'busy' }), set(fay, { emoji_name: 'pizza' })])
    expect(await statusOf(fay)).toEqual({ status_text: 'busy', ...pizza })
  })

  it.each<[Arguments, string]>([
    [{}, 'Client did not pass any new values.'],
    [{ status_text: 'x'.repeat(61) }, 'status_text is too long (limit: 60 characters)'],
    [{ emoji_name: 'no_such_emoji' }, "Emoji 'no_such_emoji' does not exist"],
    [{ ...pizza, emoji_code: '1f354' }, "Emoji 'pizza' does not exist"],
    [{ ...pizza, reaction_type: 'realm_emoji' }, "Emoji 'pizza' does not exist"],
    [
      { emoji_code: '1f355' },
      'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
    ],
  ])('refuses %j, and changes nothing', async (args, msg) => {
    const response = await server.owner.post('/users/me/status', args)
    expectError(response, 400, { code: 'BAD_REQUEST', msg })
    expect(await statusOf(server.owner)).toEqual({})
  })

  it('is for people, and is that of an existing account', async () => {
    const bot = await server.bot(server.owner, 'robot')
    expectError(await bot.post('/users/me/status', { status_text: 'beep' }), 400, {
      code: undefined,
      msg: 'This endpoint does not accept bot requests.',
    })
    expectError(await server.owner.get('/users/987654/status'), 400, { msg: 'No such user' })
    const elsewhere = await server.realm('elsewhere')
    expectError(await elsewhere.owner.get(`/users/${server.owner.id}/status`), 400, {
      msg: 'No such user',
    })
  })
})
