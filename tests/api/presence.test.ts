import { asNumber, asRecord, elementAt } from '../support/checked'
import type { Arguments, Person } from '../support/person'
import { expectError, expectSuccess } from '../support/expectations'
import { useOwnServer } from '../support/own-server'
import { untilHolds } from '../support/until'

const start = 1_700_000_000

describe('presence', () => {
  let seconds = 0
  const server = useOwnServer({ clock: { now: () => new Date((start + seconds) * 1000) } })
  beforeEach(() => {
    // Everybody present in an earlier test is away.
    seconds += 10_000
  })

  const now = () => start + seconds
  const ping = async (person: Person, args: Arguments = {}) =>
    expectSuccess(await person.post('/users/me/presence', { status: 'active', ...args }))
  const presencesIn = (body: Record<string, unknown>) => asRecord(body['presences'])
  const lastIdIn = (body: Record<string, unknown>) => asNumber(body['presence_last_update_id'])
  const presenceOf = async (person: Person, reader = server.owner) =>
    expectSuccess(await reader.get(`/users/${person.id}/presence`))['presence']

  describe('POST /users/me/presence', () => {
    it('returns presences by email', async () => {
      const [ann, bob] = await server.users('ann', 'bob')
      await ping(ann)
      seconds += 30
      const body = await ping(bob, { status: 'idle', new_user_input: false })
      expect(body['server_timestamp']).toBe(now())
      expect(presencesIn(body)).toEqual({
        [ann.email]: {
          aggregated: { client: 'website', status: 'active', timestamp: now() - 30 },
          website: {
            client: 'website',
            status: 'active',
            timestamp: now() - 30,
            pushable: false,
          },
        },
        [bob.email]: {
          aggregated: { client: 'website', status: 'idle', timestamp: now() },
          website: { client: 'website', status: 'idle', timestamp: now(), pushable: false },
        },
      })
    })

    it('answers by id if the client asks for that', async () => {
      const [cid] = await server.users('cid')
      const body = await ping(cid, { slim_presence: true })
      expect(presencesIn(body)[cid.id]).toEqual({
        active_timestamp: now(),
        idle_timestamp: now(),
      })
    })

    it('returns only presences newer than the client’s', async () => {
      const [dan, eva] = await server.users('dan', 'eva')
      const first = await ping(dan, { slim_presence: true, last_update_id: -1 })
      const known = { slim_presence: true, last_update_id: lastIdIn(first) }
      expect(presencesIn(first)).toHaveProperty(String(dan.id))
      const second = await ping(dan, known)
      expect(second).toMatchObject({ presences: {}, presence_last_update_id: lastIdIn(first) })

      await ping(eva)
      const third = await ping(dan, known)
      expect(Object.keys(presencesIn(third))).toEqual([String(eva.id)])
      expect(lastIdIn(third)).toBeGreaterThan(lastIdIn(first))
    })

    it('answers nothing when it is only a ping', async () => {
      const [fay] = await server.users('fay')
      const body = await ping(fay, { ping_only: true })
      expect(body).toEqual({ result: 'success', msg: '' })
      expect(await presenceOf(fay)).toMatchObject({ website: { status: 'active' } })
    })

    it('leaves out people who were away for longer than the client looks back', async () => {
      const [gus, hal] = await server.users('gus', 'hal')
      await ping(gus)
      seconds += 3 * 86_400
      const seenIn = async (days: number | undefined) =>
        Object.keys(presencesIn(await ping(hal, { history_limit_days: days })))
      expect(await seenIn(2)).toEqual([hal.email])
      expect(await seenIn(4)).toEqual(expect.arrayContaining([hal.email, gus.email]))
      expect(await seenIn(0)).toEqual([])
      seconds += 12 * 86_400
      expect(await seenIn(undefined)).toEqual([hal.email])
    })

    it('tells everybody, guests too, when somebody comes or does something again', async () => {
      const [ida, jan] = await server.users('ida', 'jan')
      const guest = await server.user('gwen', 'guest')
      const queues = await Promise.all(
        [ida, jan, guest].map((person) => person.register({ event_types: ['presence'] })),
      )
      await ping(ida, { status: 'idle' })
      for (const [index, person] of [ida, jan, guest].entries()) {
        expect(await person.pollUntil(elementAt(queues, index), 'presence')).toEqual([
          {
            id: 0,
            type: 'presence',
            user_id: ida.id,
            email: ida.email,
            server_timestamp: now(),
            presence: {
              website: { client: 'website', status: 'idle', timestamp: now(), pushable: false },
            },
          },
        ])
      }
      seconds += 10
      await ping(ida)
      expect(await jan.pollUntil(elementAt(queues, 1), 'presence')).toMatchObject([
        { presence: { website: { status: 'active', timestamp: now() } } },
      ])
    })

    it('publishes the return of a user, and no event for each sign of life', async () => {
      const [kay, lou] = await server.users('kay', 'lou')
      const queue = await lou.register({ event_types: ['presence', 'message'] })
      await ping(kay)
      expect(await lou.pollUntil(queue, 'presence')).toHaveLength(1)
      for (let minute = 0; minute < 5; minute += 1) {
        seconds += 60
        await ping(kay)
      }
      seconds += 200
      await lou.sendPrivately([lou.id], 'away')
      await ping(kay)
      const isReturn = (event: object) => JSON.stringify(event).includes(`"timestamp":${now()}`)
      expect((await lou.pollUntil(queue, isReturn)).map(({ type }) => type)).toEqual([
        'message',
        'presence',
      ])
    })

    it('counts a user with two clients as active while one of them is active', async () => {
      const [max, nia] = await server.users('max', 'nia')
      const queue = await nia.register({ event_types: ['presence'] })
      await ping(max)
      await ping(max, { status: 'idle' })
      seconds += 60
      await ping(max, { status: 'idle' })
      expect(await presenceOf(max)).toMatchObject({ aggregated: { status: 'active' } })
      seconds += 60
      await ping(max, { status: 'idle' })
      expect(await presenceOf(max)).toMatchObject({ aggregated: { status: 'idle' } })
      const isIdle = (event: object) => JSON.stringify(event).includes('idle')
      expect(await nia.pollUntil(queue, isIdle)).toMatchObject([
        { presence: { website: { status: 'idle', timestamp: now() } } },
      ])
    })

    it('asks PostgreSQL nothing', async () => {
      const [oda] = await server.users('oda')
      await ping(oda)
      const transaction = jest.spyOn(server.db, 'transaction')
      const queries = jest.spyOn(server.db, 'selectFrom')
      // Meanwhile the relay may look into the outbox, and an account be looked up anew: not each time.
      await untilHolds('a ping asks nothing', async () => {
        jest.clearAllMocks()
        seconds += 1_000
        await ping(oda)
        return transaction.mock.calls.length + queries.mock.calls.length === 0
      })
      jest.restoreAllMocks()
    })

    it('is published once even if no event can be sent', async () => {
      const [pat] = await server.users('pat')
      const publish = jest
        .spyOn(server.ctx.events, 'publish')
        .mockRejectedValue(new Error('no store'))
      await ping(pat)
      expect(publish).toHaveBeenCalledTimes(1)
      publish.mockRestore()
    })

    it('leaves out people who turned presence off', async () => {
      const [wes] = await server.users('wes')
      await ping(wes)
      expectSuccess(await wes.patch('/settings', { presence_enabled: false }))
      const before = await ping(server.owner)
      expect(presencesIn(before)).toHaveProperty([wes.email])
      expect(presencesIn(await ping(wes))).not.toHaveProperty([wes.email])
      expect(presencesIn(await ping(server.owner))).not.toHaveProperty([wes.email])
      await ping(wes, { ping_only: true })
      expectError(await server.owner.get(`/users/${wes.id}/presence`), 400)
    })

    it('leaves out people who lost access while their report was on its way', async () => {
      const [vic] = await server.users('vic')
      const { presence } = server.ctx
      const note = presence.note.bind(presence)
      const delayed = jest.spyOn(presence, 'note').mockImplementationOnce(async (...args) => {
        expectSuccess(await server.owner.delete(`/users/${vic.id}`))
        return note(...args)
      })
      await ping(vic, { ping_only: true })
      expect(delayed).toHaveBeenCalledTimes(1)
      delayed.mockRestore()
      expect(presencesIn(await ping(server.owner))).not.toHaveProperty([vic.email])
    })

    it('is for people, who are active or idle', async () => {
      const bot = await server.bot(server.owner, 'robot')
      expectError(await bot.post('/users/me/presence', { status: 'active' }), 400, {
        code: undefined,
        msg: 'This endpoint does not accept bot requests.',
      })
      expectError(await server.owner.post('/users/me/presence', { status: 'busy' }), 400, {
        code: 'BAD_REQUEST',
        msg: 'Invalid status: busy',
      })
      expectError(await server.owner.post('/users/me/presence'), 400, {
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: 'status',
      })
    })
  })

  describe('GET /users/{user_id}/presence', () => {
    it('shows a user, named by id or email, as they were, and whether that is past', async () => {
      const [quinn] = await server.users('quinn')
      await ping(quinn)
      const then = now()
      const website = { status: 'active', timestamp: then }
      expect(await presenceOf(quinn)).toEqual({ aggregated: website, website })
      seconds += 141
      const path = `/users/${quinn.email.toUpperCase()}/presence`
      expect(expectSuccess(await server.owner.get(path))['presence']).toEqual({
        aggregated: { status: 'offline', timestamp: then },
        website,
      })
    })

    it('refuses bots, strangers and users who were never there', async () => {
      const [ray] = await server.users('ray')
      const bot = await server.bot(ray, 'raysbot')
      const get = (who: string | number) => server.owner.get(`/users/${who}/presence`)
      expectError(await get(bot.id), 400, {
        code: undefined,
        msg: 'Presence is not supported for bot users.',
      })
      expectError(await get('nobody@parley.test'), 400, { msg: 'No such user' })
      expectError(await get(ray.id), 400, { msg: `No presence data for ${ray.id}` })
      const elsewhere = await server.realm('elsewhere')
      await ping(ray)
      expectError(await elsewhere.owner.get(`/users/${ray.id}/presence`), 400, {
        msg: 'No such user',
      })
      expect(presencesIn(expectSuccess(await elsewhere.owner.get('/realm/presence')))).toEqual({})
    })
  })

  describe('GET /realm/presence', () => {
    it('lists recently present users, in both forms', async () => {
      const [sue] = await server.users('sue')
      await ping(sue)
      const list = async (args: Arguments) =>
        presencesIn(expectSuccess(await server.owner.get('/realm/presence', args)))
      expect((await list({}))[sue.email]).toMatchObject({ aggregated: { timestamp: now() } })
      expect((await list({ slim_presence: true }))[sue.id]).toEqual({
        active_timestamp: now(),
        idle_timestamp: now(),
      })
    })
  })

  describe('the presences of many people', () => {
    const many = 150
    const list = async (person: Person, args: Arguments) =>
      presencesIn(expectSuccess(await person.get('/realm/presence', args)))

    it('are the same for all who see everybody, in both forms, and as new as the last sign', async () => {
      const [vic, wim] = await server.users('vicky', 'wim')
      const { presence } = server.ctx
      const realmId = server.realmId
      const crowd = Array.from({ length: many }, (_, index) => ({
        ...{ userId: 1_000_000 + index, email: `${index}@crowd.test` },
        ...{ status: 'active' as const, at: now() },
      }))
      await Promise.all(crowd.map((sign) => presence.note(realmId, sign)))
      await ping(vic)

      for (const args of [{}, { slim_presence: true }]) {
        const name = args.slim_presence ? vic.id : vic.email
        const listed = await list(wim, args)
        expect(listed[name]).toBeDefined()
        expect(Object.keys(listed).length).toBeGreaterThan(many)
        expect(await list(server.owner, args)).toEqual(listed)
        expect(presencesIn(await ping(vic, { ...args, last_update_id: -1 }))).toEqual(listed)
      }
      seconds += 200
      await ping(vic)
      const slim = { slim_presence: true }
      expect((await list(wim, slim))[vic.id]).toMatchObject({ active_timestamp: now() })
      expectSuccess(await vic.patch('/settings', { presence_enabled: false }))
      await ping(vic)
      expect(await list(wim, slim)).not.toHaveProperty(String(vic.id))
      expect(await list(wim, {})).not.toHaveProperty([vic.email])
      await presence.forget(
        realmId,
        crowd.map(({ userId }) => userId),
      )
    })

    it('leave out people who were away for longer than the client looks back', async () => {
      const [yan] = await server.users('yan')
      const realmId = server.realmId
      const crowd = Array.from({ length: many }, (_, index) => 2_000_000 + index)
      await Promise.all(
        crowd.map((userId, index) =>
          server.ctx.presence.note(realmId, {
            ...{ userId, email: `${userId}@crowd.test`, status: 'active' },
            at: now() - index * 86_400,
          }),
        ),
      )
      const inDays = async (history_limit_days: number) => {
        const listed = await list(yan, { slim_presence: true, history_limit_days })
        return crowd.filter((userId) => listed[userId]).length
      }
      expect(await inDays(1)).toBe(1)
      expect(await inDays(14)).toBe(14)
      expect(await inDays(1)).toBe(1)
      seconds += 86_400
      expect(await inDays(14)).toBe(13)
      await server.ctx.presence.forget(realmId, crowd)
    })
  })

  describe('POST /register', () => {
    const stateOf = (person: Person, args: Arguments = {}) =>
      person.register({ fetch_event_types: ['presence'], ...args })

    it('holds presences, in the form that the client reads', async () => {
      const [tom] = await server.users('tom')
      await ping(tom)
      const old = await stateOf(tom)
      expect(presencesIn(old)[tom.email]).toMatchObject({ website: { status: 'active' } })
      expect(old['server_timestamp']).toBe(now())
      const slim = await stateOf(tom, { slim_presence: true, presence_history_limit_days: 1 })
      expect(Object.keys(presencesIn(slim))).toContain(String(tom.id))

      const update = await ping(tom, { last_update_id: lastIdIn(slim) })
      expect(presencesIn(update)).toEqual({})
    })

    it('leaves out users who left, until they are back', async () => {
      const [uma] = await server.users('uma')
      await ping(uma)
      expectSuccess(await server.owner.delete(`/users/${uma.id}`))
      const emails = async () => Object.keys(presencesIn(await stateOf(server.owner)))
      expect(await emails()).not.toContain(uma.email)
      expectError(await server.owner.get(`/users/${uma.id}/presence`), 400)

      expectSuccess(await server.owner.post(`/users/${uma.id}/reactivate`))
      expect(await emails()).not.toContain(uma.email)
      await ping(uma)
      expect(await emails()).toContain(uma.email)
    })
  })
})
