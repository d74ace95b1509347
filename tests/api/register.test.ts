import type { AppContext } from '../../src/server/context'
import { datedAt } from '../../src/server/data/engine/database'
import { findUserByApiKey } from '../../src/server/data/users/users'
import { registerQueue } from '../../src/server/chat/queues/register/register-queue'
import { asNumber, maybe, present, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Person } from '../support/person'
import { useOwnServer } from '../support/own-server'

const always = [
  ...['result', 'msg', 'queue_id', 'last_event_id'],
  ...['zulip_version', 'zulip_feature_level', 'zulip_merge_base'],
]

const namesOf = (list: unknown): string[] =>
  shapedLike(list, [{ name: '', subscribers: maybe([0]) }])
    .map((item) => item.name)
    .sort()

/** Queries that a registration with the whole state takes. */
async function countQueries(ctx: AppContext, person: Person): Promise<number> {
  const account = await findUserByApiKey(ctx.db.query, person.apiKey)
  let queries = 0
  const query = ctx.db.query.withPlugin({
    transformQuery({ node }) {
      queries += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const dated = () => datedAt(query, ctx.clock.now())
  await registerQueue({ ...ctx, db: { ...ctx.db, query, dated } }, present(account, 'account'), {
    clientName: 'test',
    applyMarkdown: false,
    clientGravatar: false,
    includeSubscribers: true,
    lifespanSeconds: 0,
    capabilities: {},
    slimPresence: false,
    origin: person.url,
  })
  return queries
}

describe('POST /register', () => {
  const server = useOwnServer()

  it('answers the queue, the version and, without any filter, the whole state', async () => {
    const [ann] = await server.users('ann')
    const state = expectSuccess(await ann.post('/register'))
    expect(state['queue_id']).toMatch(/^\d+:\d+$/)
    expect(state).toMatchObject({
      last_event_id: -1,
      zulip_version: '11.6',
      zulip_feature_level: 467,
      zulip_merge_base: '11.6',
      event_queue_longpoll_timeout_seconds: 90,
      max_message_length: 10_000,
      max_stream_name_length: 60,
      user_id: ann.id,
      email: 'ann@parley.test',
      is_admin: false,
      can_create_streams: true,
      pointer: -1,
      realm_name: 'Parley Test',
      realm_uri: server.url,
      realm_emoji: {},
      presences: {},
      starred_messages: [],
      muted_topics: [],
      user_topics: [],
      // The message of Welcome Bot.
      unread_msgs: { count: 1, streams: [], huddles: [], old_unreads_missing: false },
      user_settings: { emojiset: 'google', twenty_four_hour_time: false },
      emojiset: 'google',
      enable_sounds: true,
    })
    expect(namesOf(state['streams'])).toEqual(['announce', 'general'])
    const streams = shapedLike(state['streams'], [{ stream_id: 0 }])
    const ids = streams.map((stream) => stream.stream_id).sort((a, b) => a - b)
    expect(state['realm_default_streams']).toEqual(ids)
    expect(namesOf(state['subscriptions'])).toEqual(['announce', 'general'])
  })

  it('tells when the worker started, the same time in each answer', async () => {
    const started = async () =>
      (await server.owner.register({ fetch_event_types: ['realm'] }))['server_generation']
    const time = asNumber(await started())
    expect(time).toBeGreaterThan(1_600_000_000)
    expect(time).toBeLessThanOrEqual(Date.now() / 1_000)
    expect(await started()).toBe(time)
  })

  it('reads only the requested state', async () => {
    const [ann] = await server.users('only')
    const keysOf = async (args: Record<string, unknown>) =>
      Object.keys(expectSuccess(await ann.post('/register', args))).filter(
        (key) => !always.includes(key),
      )
    expect(await keysOf({ event_types: ['message'] })).toEqual(['max_message_id'])
    expect(await keysOf({ event_types: ['messages'] })).toEqual(['max_message_id'])
    expect(await keysOf({ event_types: ['message'], fetch_event_types: ['pointer'] })).toEqual([
      'pointer',
    ])
    expect(await keysOf({ event_types: [] })).toEqual([])
    expect(await keysOf({ fetch_event_types: [] })).toEqual([])
    expect(await keysOf({ fetch_event_types: ['message', 'update_message_flags'] })).toEqual([
      'max_message_id',
      'unread_msgs',
    ])
    expect(await keysOf({ fetch_event_types: ['subscriptions'] })).toEqual([
      'subscriptions',
      'unsubscribed',
      'never_subscribed',
    ])
    expect(await keysOf({ fetch_event_types: ['no_such_type', 'alert_words'] })).toEqual([
      'alert_words',
    ])
  })

  it('leaves out the old copies of settings for clients that read the new ones', async () => {
    const [ann] = await server.users('modern')
    const state = expectSuccess(
      await ann.post('/register', { client_capabilities: { user_settings_object: true } }),
    )
    expect(state['user_settings']).toMatchObject({ emojiset: 'google' })
    expect(state).not.toHaveProperty('emojiset')
    expect(state).not.toHaveProperty('enable_sounds')
  })

  it('parts users into active ones, deactivated ones and system bots', async () => {
    const [ann, gone] = await server.users('here', 'gone')
    expectSuccess(await server.owner.delete(`/users/${gone.id}`))
    const state = await ann.register({ fetch_event_types: ['realm_user'] })
    const emailsOf = (key: string) =>
      shapedLike(state[key], [{ email: '' }]).map(({ email }) => email)
    expect(emailsOf('realm_users')).toContain('here@parley.test')
    expect(emailsOf('realm_users')).not.toContain('gone@parley.test')
    expect(emailsOf('realm_non_active_users')).toContain('gone@parley.test')
    expect(emailsOf('cross_realm_bots')).toEqual([
      'notification-bot@zulip.com',
      'welcome-bot@zulip.com',
      'emailgateway@zulip.com',
    ])
  })

  it('shows bots to administrators, and with their keys to their owner alone', async () => {
    const [ann, bob] = await server.users('botowner', 'stranger')
    const bot = await server.bot(ann, 'helper')
    const botsOf = async (person: Person) => {
      const state = await person.register({ fetch_event_types: ['realm_bot'] })
      return shapedLike(state['realm_bots'], [{ api_key: maybe(''), user_id: 0 }])
    }
    expect(await botsOf(ann)).toMatchObject([{ user_id: bot.id, api_key: bot.apiKey }])
    expect(await botsOf(bob)).toEqual([])
    const known = (await botsOf(server.owner)).find((each) => each.user_id === bot.id)
    expect(known).toMatchObject({ user_id: bot.id, email: bot.email })
    expect(known).not.toHaveProperty('api_key')
  })

  it('lists known streams as subscribed, left or never joined', async () => {
    const [ann, bob] = await server.users('insider', 'outsider')
    const guest = await server.user('visitor', 'guest')
    await server.stream('open', { subscribers: [ann, bob] })
    await server.stream('closed', { subscribers: [ann], inviteOnly: true })
    expectSuccess(await bob.delete('/users/me/subscriptions', { subscriptions: ['open'] }))

    const stateOf = (person: Person) =>
      person.register({
        fetch_event_types: ['stream', 'subscription'],
        include_subscribers: 'partial',
      })
    const [anns, bobs, guests] = [await stateOf(ann), await stateOf(bob), await stateOf(guest)]
    expect(namesOf(anns['streams'])).toEqual(expect.arrayContaining(['closed', 'open']))
    expect(namesOf(bobs['streams'])).toContain('open')
    expect(namesOf(bobs['streams'])).not.toContain('closed')
    expect(namesOf(bobs['unsubscribed'])).toEqual(['open'])
    expect(namesOf(guests['streams'])).toEqual(namesOf(guests['subscriptions']))

    const open = shapedLike(anns['subscriptions'], [{ name: '', subscribers: maybe([0]) }]).find(
      ({ name }) => name === 'open',
    )
    expect(open?.subscribers).toEqual([ann.id])
    const without = await ann.register({ fetch_event_types: ['subscription'] })
    expect(
      shapedLike(without['subscriptions'], [{ name: '', subscribers: maybe([0]) }])[0],
    ).not.toHaveProperty('subscribers')
  })

  it('has the id of the newest message that the user received', async () => {
    const [ann, bob] = await server.users('reader', 'absent')
    await server.stream('news', { subscribers: [ann] })
    const id = await ann.send('news', 'today', 'hello')
    const lastMessageOf = async (person: Person) =>
      (await person.register({ fetch_event_types: ['message'] }))['max_message_id']
    expect(await lastMessageOf(ann)).toBe(id)
    expect(await lastMessageOf(bob)).toBeLessThan(id)
  })

  it('makes as many queries for many users and streams as for few', async () => {
    const [ann] = await server.users('counter')
    const few = await countQueries(server.ctx, ann)
    const more = await server.users('q1', 'q2', 'q3')
    for (const name of ['s1', 's2', 's3', 's4']) await server.stream(name, { subscribers: more })
    expect(few).toBeGreaterThan(2)
    expect(await countQueries(server.ctx, ann)).toBe(few)
  })

  it.each([
    [{ event_types: '{}' }, 'event_types is not a list'],
    [{ event_types: '[1]' }, 'event_types[0] is not a string'],
    [{ event_types: 'message' }, 'Argument "event_types" is not valid JSON.'],
    [{ fetch_event_types: '"x"' }, 'fetch_event_types is not a list'],
    [{ narrow: '{}' }, 'narrow is not a list'],
    [{ narrow: '[["pm-with","x"]]' }, 'Operator pm-with not supported.'],
    [{ narrow: '[["stream","a\\u0000b"]]' }, 'narrow[0][1] contains NULL (0x00) characters.'],
    [{ apply_markdown: 'yes' }, 'Argument "apply_markdown" is not valid JSON.'],
    [{ client_gravatar: '1' }, 'client_gravatar is not a boolean'],
    [{ client_capabilities: '[]' }, 'client_capabilities is not a dict'],
    [
      { client_capabilities: { bulk_message_deletion: 'yes' } },
      'client_capabilities["bulk_message_deletion"] is not a boolean',
    ],
    [{ narrow: [['is', 'colorful']] }, 'Operator is with operand colorful not supported.'],
  ])('refuses %j', async (args, msg) => {
    expectError(await server.owner.post('/register', args), 400, { code: 'BAD_REQUEST', msg })
  })

  it('refuses an invalid lifespan by its name', async () => {
    for (const [name, value] of [
      ['queue_lifespan_secs', 'soon'],
      ['idle_queue_timeout', '-5'],
    ] as const) {
      expectError(await server.owner.post('/register', { [name]: value }), 400, {
        code: 'REQUEST_VARIABLE_INVALID',
        msg: `Bad value for '${name}': ${value}`,
        var_name: name,
        bad_value: value,
      })
    }
  })

  it('takes the text null for absence, as some clients send it', async () => {
    const args = { event_types: 'null', fetch_event_types: '[]', narrow: 'null' }
    expectSuccess(await server.owner.post('/register', args))
  })

  it('refuses guests nothing but all public streams', async () => {
    const guest = await server.user('curious', 'guest')
    expectError(await guest.post('/register', { all_public_streams: true }), 400, {
      code: 'BAD_REQUEST',
      msg: 'User not authorized for this query',
    })
    expectSuccess(await guest.post('/register', { all_public_streams: false }))
  })

  it('refuses callers without credentials', async () => {
    const [ann] = await server.users('keyless')
    expectError(await ann.withKey('0'.repeat(32)).post('/register'), 401)
  })
})
