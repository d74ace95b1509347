import { EventSource } from '../support/event-source'
import { browserOf } from '../support/browser'
import { asNumber, asRecord, asRecords, asText, firstOf, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { useMailbox } from '../support/mailbox'
import { useOwnServer } from '../support/own-server'
import type { Person } from '../support/person'

/* Source: docs/protocol/api-keys.md#calls. */

const invalidKey = { code: 'INVALID_API_KEY', msg: 'Invalid API key' }
const scopeError = { code: 'API_KEY_SCOPE' }
const full = { ...scopeError, msg: 'Named API keys cannot make this call.' }

let ahead = 0
const mailbox = useMailbox()
const server = useOwnServer({
  settings: mailbox.settings,
  clock: { now: () => new Date(Date.now() + ahead) },
})
const minutes = 60_000

const address = '/users/me/api_keys'

/** A person with a named key, and the id of the key. */
async function keyed(
  person: Person,
  scope: string,
  args: Record<string, unknown> = {},
): Promise<{ as: Person; id: number; key: string }> {
  const made = expectSuccess(await person.post(address, { name: 'Script', scope, ...args }))
  const key = asText(made['key'])
  return { as: person.withKey(key), id: asNumber(asRecord(made['api_key'])['id']), key }
}

const parked = async (count: number): Promise<void> => {
  while (server.ctx.events.parkedPolls !== count) await new Promise(setImmediate)
}

describe('Named API keys', () => {
  it('come and go by calls of their person, and show their secret once', async () => {
    const ann = await server.user('ann')
    const { as, id, key } = await keyed(ann, 'write', { name: ' Backup ' })
    expect(key).toMatch(/^parley_[A-Za-z0-9]{40}$/)
    const list = async () => asRecords(expectSuccess(await ann.get(address))['api_keys'])
    const unused = { id, name: 'Backup', scope: 'write', expires_at: null, last_used_at: null }
    expect(await list()).toEqual([{ ...unused, created_at: expect.any(Number) }])
    const stored = await server.db.selectFrom('api_keys').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(key)

    expect(expectSuccess(await as.get('/users/me'))).toMatchObject({ user_id: ann.id })
    await as.sendPrivately([ann.id], 'by a script')
    expect(firstOf(await list())['last_used_at']).toEqual(expect.any(Number))
    // The one key of the account goes on beside it, and a new one ends no named key.
    expectSuccess(await ann.get('/users/me'))
    const renewed = expectSuccess(await ann.post('/users/me/api_key/regenerate'))
    expectSuccess(await as.get('/users/me'))

    const again = ann.withKey(asText(renewed['api_key']))
    expectSuccess(await again.delete(`${address}/${id}`))
    expectError(await as.get('/users/me'), 401, invalidKey)
    expectError(await again.delete(`${address}/${id}`), 400, { msg: 'Invalid API key ID' })
    const { entries } = expectSuccess(await server.owner.get('/audit_log'))
    const acts = asRecords(entries).filter(({ affected_id: of }) => of === ann.id)
    const facts = { key_id: id, name: 'Backup', scope: 'write' }
    expect(acts).toContainEqual(expect.objectContaining({ act: 'api_key_created', after: facts }))
    expect(acts).toContainEqual(expect.objectContaining({ act: 'api_key_revoked', before: facts }))
  })

  it('belong to one email, and to one organization', async () => {
    const [bea, carl] = await server.users('bea', 'carl')
    const { key } = await keyed(bea, 'read')
    expectError(await carl.withKey(key).get('/users/me'), 401, invalidKey)
    const { owner } = await server.realm('another')
    const there = bea.withKey(key).atHost(String(owner.host))
    expectError(await there.get('/users/me'), 401, { code: 'INVALID_API_KEY' })
  })

  it('need a name, an expiry to come, and fewer than fifty others', async () => {
    const dora = await server.user('dora')
    const make = (args: object) => dora.post(address, { name: 'x', scope: 'read', ...args })
    expectError(await make({ name: ' ' }), 400, {
      msg: 'The name of a key has 1 to 60 characters.',
    })
    expectError(await make({ scope: 'all' }), 400, { code: 'REQUEST_VARIABLE_INVALID' })
    expectError(await make({ expires_at: 1 }), 400, {
      msg: 'The expiry of a key is in the future.',
    })
    for (let count = 0; count < 50; count += 1) expectSuccess(await make({ name: `${count}` }))
    expectError(await make({}), 400, { msg: 'Too many API keys (limit: 50)' })
  })

  it('read with the scope "read", and change nothing', async () => {
    const eve = await server.user('eve')
    const { as } = await keyed(eve, 'read')
    await eve.sendPrivately([eve.id], 'for the reader')
    const queue = await as.register({ event_types: ['message'] })
    await eve.sendPrivately([eve.id], 'an event')
    expect(await as.pollUntil(queue, 'message')).toMatchObject([{ type: 'message' }])
    expectSuccess(await as.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }))
    expectSuccess(await as.post('/messages/render', { content: '*hello*' }))
    const msg = 'This API key has the scope "read"; the call needs "write".'
    const message = { type: 'private', to: [eve.id], content: 'no' }
    expectError(await as.post('/messages', message), 403, { ...scopeError, msg })
    expectError(await as.post('/users/me/status', { status_text: 'no' }), 403, scopeError)
    expectSuccess(await as.delete('/events', { queue_id: queue.queue_id }))
  })

  it.each(['read', 'write', 'administration'])(
    'cannot get further rights with the scope "%s"',
    async (scope) => {
      const fay = await server.user(`fay${scope}`, 'administrator')
      const { as, id } = await keyed(fay, scope)
      const browser = await browserOf(fay)
      expectError(await as.post(address, { name: 'more', scope: 'administration' }), 403, full)
      expectError(await as.get(address), 403, full)
      expectError(await as.delete(`${address}/${id}`), 403, full)
      expectError(await as.post('/users/me/api_key/regenerate'), 403, full)
      const password = `password of fay${scope}`
      expectError(await as.post('/json/fetch_api_key', { password }), 403, full)
      expectError(await as.get('/json/sessions'), 403, full)
      expectError(await as.delete('/json/sessions'), 403, full)
      expectSuccess(await browser.get('/json/users/me'))
    },
  )

  it('administer with the scope "administration" alone', async () => {
    const gus = await server.user('gus', 'administrator')
    const [writer, administrator] = [await keyed(gus, 'write'), await keyed(gus, 'administration')]
    const somebody = await server.user('somebody')
    const change = { role: 300 }
    expectError(await writer.as.patch(`/users/${somebody.id}`, change), 403, scopeError)
    expectError(await writer.as.patch('/settings', { email: 'other@x.test' }), 403, {
      msg: 'This API key has the scope "write"; the call needs "administration".',
    })
    expectSuccess(await writer.as.patch('/settings', { enter_sends: true }))
    expectError(await writer.as.delete('/users/me'), 403, scopeError)
    expectSuccess(await administrator.as.patch(`/users/${somebody.id}`, change))
  })

  it('see no keys of bots without the scope "administration"', async () => {
    const hal = await server.user('hal')
    const { as } = await keyed(hal, 'read')
    const foreign = await hal.register({ event_types: ['realm_bot'] })
    const queue = await as.register({
      ...{ event_types: ['realm_bot'], fetch_event_types: ['realm_bot'] },
    })
    const source = await EventSource.open(as, await as.register({ event_types: ['realm_bot'] }))
    const bot = await server.bot(hal, 'halbot')
    const seen = [
      await as.pollUntil(queue, 'realm_bot'),
      // The queue of a program that may see the key.
      await as.pollUntil(foreign, 'realm_bot'),
      await source.event(),
      expectSuccess(await as.post('/register', { fetch_event_types: ['realm_bot'] })),
    ]
    for (const shown of seen) {
      expect(JSON.stringify(shown)).toContain('halbot')
      expect(JSON.stringify(shown)).not.toContain(bot.apiKey)
    }
    source.close()
    expectError(await as.get('/bots'), 403, scopeError)
    expectError(await as.get(`/bots/${bot.id}/api_key`), 403, scopeError)
  })

  it('take polls, queues and streams with them when they are revoked', async () => {
    const ida = await server.user('ida')
    const { as, id } = await keyed(ida, 'read')
    const other = await keyed(ida, 'read')
    const poll = as.get('/events', { ...(await as.register({ event_types: ['message'] })) })
    const source = await EventSource.open(as, await as.register({ event_types: ['message'] }))
    const kept = other.as.poll(await other.as.register({ event_types: ['message'] }))
    await parked(3)
    expectSuccess(await ida.delete(`${address}/${id}`))
    expectError(await poll, 401, invalidKey)
    const frames = []
    for (let frame; (frame = await source.frame());) frames.push(frame)
    expect(JSON.parse(frames.at(-1)?.data ?? '')).toMatchObject(invalidKey)
    await ida.sendPrivately([ida.id], 'for the other')
    expect(await kept).toMatchObject([{ type: 'message' }])
  })

  it('end with their expiry, also while they poll', async () => {
    const jo = await server.user('jo')
    const expires_at = Math.floor(server.ctx.clock.now().getTime() / 1_000) + 3_600
    const { as } = await keyed(jo, 'read', { expires_at })
    expectSuccess(await as.get('/users/me'))
    const poll = as.get('/events', { ...(await as.register({ event_types: ['message'] })) })
    await parked(1)
    ahead += 61 * minutes
    expectError(await as.get('/users/me'), 401, invalidKey)
    await jo.sendPrivately([jo.id], 'too late')
    expectError(await poll, 401, invalidKey)
  })

  it('note their last use to within ten minutes, and write nothing in between', async () => {
    const sam = await server.user('sam')
    const { as, id } = await keyed(sam, 'read')
    const stored = async () => {
      const { last_used_at: usedAt } = await server.db
        .selectFrom('api_keys')
        .select('last_used_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return usedAt?.getTime() ?? 0
    }
    expectSuccess(await as.get('/users/me'))
    const first = await stored()
    expect(first).toBeGreaterThan(0)
    // A change of the account has the next call read the key again.
    const change = async (enter_sends: boolean) =>
      expectSuccess(await sam.patch('/settings', { enter_sends }))
    await change(true)
    expectSuccess(await as.get('/users/me'))
    expect(await stored()).toBe(first)
    ahead += 9 * minutes
    await change(false)
    expectSuccess(await as.get('/users/me'))
    expect(await stored()).toBeGreaterThan(first)
  })

  it('end with the account', async () => {
    const kim = await server.user('kim')
    const { as } = await keyed(kim, 'read')
    expectSuccess(await server.owner.delete(`/users/${kim.id}`))
    expectError(await as.get('/users/me'), 401, invalidKey)
    expectSuccess(await server.owner.post(`/users/${kim.id}/reactivate`))
    expectError(await as.get('/users/me'), 401, invalidKey)
  })

  it('post to webhooks with the scope "write"', async () => {
    const lea = await server.user('lea')
    const [reader, writer] = [await keyed(lea, 'read'), await keyed(lea, 'write')]
    const hook = async ({ key }: { key: string }) =>
      fetch(`${server.url}/api/v1/external/helloworld?api_key=${key}`, {
        ...{ method: 'POST', headers: { 'Content-Type': 'application/json' } },
        body: JSON.stringify({ featured_title: 'a', featured_url: 'https://x.test' }),
      })
    expect((await hook(writer)).status).toBe(200)
    expect((await hook(reader)).status).toBe(403)
  })

  it('belong to bots as well, whose owners make them', async () => {
    const [mia, ned] = await server.users('mia', 'ned')
    const bot = await server.bot(mia, 'miabot')
    const keys = `/users/${bot.id}/api_keys`
    const args = { name: 'Pi', scope: 'write' }
    const made = expectSuccess(await mia.post(keys, args))
    const { id } = shapedLike(made['api_key'], { id: 0 })
    const as = bot.withKey(asText(made['key']))
    expect(expectSuccess(await as.get('/users/me'))).toMatchObject({ user_id: bot.id })
    expectError(await ned.post(keys, args), 400, { msg: 'Insufficient permission' })
    expectError(await ned.get(keys), 400, { msg: 'Must be an organization administrator' })
    expectSuccess(await mia.delete(`${keys}/${id}`))
    expectError(await as.get('/users/me'), 401, invalidKey)
  })

  it('appear to administrators, who revoke and never make them', async () => {
    const oto = await server.user('oto', 'administrator')
    const pia = await server.user('pia')
    const { as, id } = await keyed(pia, 'write')
    const keys = `/users/${pia.id}/api_keys`
    expectError(await oto.post(keys, { name: 'x', scope: 'read' }), 400, {
      msg: 'Insufficient permission',
    })
    expect(expectSuccess(await oto.get(keys))['api_keys']).toMatchObject([{ id }])
    expectSuccess(await oto.delete(`${keys}/${id}`))
    expectError(await as.get('/users/me'), 401, invalidKey)
    const owned = await keyed(server.owner, 'read')
    expectError(await oto.delete(`/users/${server.owner.id}/api_keys/${owned.id}`), 400, {
      msg: 'Must be an organization owner',
    })
  })

  it('come with a mail, if the person wants such mails', async () => {
    const rae = await server.user('rae')
    await keyed(rae, 'read', { name: 'Laptop' })
    expectSuccess(await rae.patch('/settings', { enable_login_emails: false }))
    await keyed(rae, 'read', { name: 'Phone' })
    const subjects = (await mailbox.receive(server.ctx)).filter(({ to }) => to === rae.email)
    expect(subjects.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^New API key in .*: Laptop$/),
    ])
  })
})
