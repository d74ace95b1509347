import { pushDue } from '../../src/server/chat/jobs/pushes/sender'
import { createAddressPolicy } from '../../src/server/chat/rules/outgoing/addresses'
import { asNumber } from '../support/checked'
import { countStatements } from '../support/count-statements'
import { expectSuccess } from '../support/expectations'
import { runDeletionJobs } from '../../src/server/chat/jobs/deletions/deleter'
import { judgeAll } from '../support/judged'
import { useOwnServer } from '../support/own-server'
import type { Arguments, Person } from '../support/person'
import { usePushService } from '../support/push-service'
import type { Answer, ReceivedPush } from '../support/push-service'
import { untilHolds } from '../support/until'

// Source: docs/protocol/notifications.md#web-push.
describe('push notifications', () => {
  const service = usePushService()
  let now = new Date()
  const server = useOwnServer({ settings: service.settings, clock: { now: () => now } })

  const later = (seconds: number): void => {
    now = new Date(now.getTime() + seconds * 1_000)
  }

  async function send(person: Person, args: Arguments): Promise<number> {
    return asNumber(expectSuccess(await person.post('/messages', args))['id'])
  }

  /** Registers a browser of a person, whose receiver has this name. */
  async function subscribe(person: Person, name: string): Promise<number> {
    const { subscription } = service.receiver(name)
    const answer = await person.call('POST /users/me/web_push', { subscription })
    return answer.device_id
  }

  /** Judges missed messages, and answers the pushes that arrive. */
  async function pushes(): Promise<ReceivedPush[]> {
    const before = service.pushes.length
    await judgeAll(server)
    await pushDue(server.ctx)
    return service.pushes.slice(before)
  }

  /** Whether the devices of a person, oldest first, have had a push. */
  async function areSent(person: Person): Promise<boolean[]> {
    const { devices } = await person.call('GET /users/me/web_push')
    return devices.map(({ last_success_at: at }) => at !== null)
  }

  const markRead = async (person: Person, messages: number[]) =>
    expectSuccess(await person.post('/messages/flags', { messages, op: 'add', flag: 'read' }))

  it('are read together if they are for several people', async () => {
    const [sender, ...people] = await server.users('several1', 'several2', 'several3', 'several4')
    for (const person of people) await subscribe(person, person.fullName)
    await send(sender, { type: 'direct', to: people.map(({ id }) => id), content: 'Hello all' })
    await judgeAll(server)
    const before = service.pushes.length
    // Accounts, messages, conversations, notifications to close, unread messages, and their contents.
    const reading = 'wanted'
    expect(await countStatements(() => pushDue(server.ctx), reading)).toBe(6)
    expect(service.pushes.length - before).toBe(people.length)
  })

  it('are recorded together if they are for several people', async () => {
    const [sender, ...people] = await server.users('together1', 'together2', 'together3')
    for (const person of people) await subscribe(person, person.fullName)
    await send(sender, { type: 'direct', to: people.map(({ id }) => id), content: 'Hello all' })
    await judgeAll(server)
    const recording = 'succeeded_at'
    expect(await countStatements(() => pushDue(server.ctx), recording)).toBe(1)
    for (const person of people) expect(await areSent(person)).toEqual([true])
  })

  it('are recorded beside one whose service is slow, which a later reading takes back', async () => {
    const [ada, bo] = await server.users('ada-slow', 'bo-slow')
    for (const name of ['fast', 'slow']) await subscribe(bo, name)
    let goOn = (): void => undefined
    const held = new Promise<Answer>((resolve) => (goOn = () => resolve({ status: 201 })))
    service.answer = ({ receiver }) => (receiver === 'slow' ? held : { status: 201 })
    const id = await send(ada, { type: 'direct', to: [bo.id], content: 'hello' })
    await judgeAll(server)
    const pushing = pushDue(server.ctx)
    await untilHolds('the fast one is recorded', async () => (await areSent(bo))[0] === true)
    expect(await areSent(bo)).toEqual([true, false])
    await markRead(bo, [id])
    goOn()
    await pushing
    later(11)
    await pushes()
    const events = ['fast', 'slow'].map((name) => service.to(name).map(({ event }) => event))
    expect(events).toEqual([
      ['message', 'remove'],
      ['message', 'remove'],
    ])
  })

  it('show the newest message of a conversation, and close when it was read', async () => {
    const [ada, bo] = await server.users('ada1', 'bo1')
    await subscribe(bo, 'bo1')
    const to = { type: 'direct', to: [bo.id] }
    const first = await send(ada, { ...to, content: 'Are you **there**? :tada:' })
    const [push, ...others] = await pushes()
    expect(others).toEqual([])
    expect(push?.headers).toMatchObject({ urgency: 'high', ttl: '86400' })
    expect(push?.payload).toMatchObject({
      ...{ event: 'message', user_id: bo.id, sender_id: ada.id, sender_full_name: ada.fullName },
      ...{ title: ada.fullName, content: 'Are you there? 🎉', count: 1, badge: 1 },
      ...{ zulip_message_id: first, recipient_type: 'private' },
      url: expect.stringContaining(`/near/${first}`),
    })
    const second = await send(ada, { ...to, content: 'hello?' })
    // Within ten seconds of the first, the second waits.
    expect(await pushes()).toEqual([])
    later(11)
    const [next] = await pushes()
    expect(next?.payload).toMatchObject({ count: 2, content: 'hello?', tag: push?.payload['tag'] })
    expect(next?.headers['topic']).toBe(push?.headers['topic'])
    await markRead(bo, [first])
    expect(await pushes()).toEqual([])
    await markRead(bo, [second])
    const [removal] = await pushes()
    expect(removal?.headers).toMatchObject({ urgency: 'low', ttl: '3600' })
    expect(removal?.payload).toMatchObject({
      ...{ event: 'remove', tag: push?.payload['tag'], zulip_message_ids: String(second) },
      badge: 0,
    })
    expect(await pushes()).toEqual([])
  })

  it('close read notifications with the next message if a push must show something', async () => {
    const [ada, bo, cy] = await server.users('ada11', 'bo11', 'cy11')
    await subscribe(bo, 'bo11')
    const first = await send(ada, { type: 'direct', to: [bo.id], content: 'first' })
    const [push] = await pushes()
    const tag = push?.payload['tag']
    // The device is now that of a browser; nothing is sent to it.
    const rename = (endpoint: string) =>
      server.db
        .updateTable('push_devices')
        .set({ endpoint })
        .where('user_id', '=', bo.id)
        .returning('endpoint')
        .execute()
    await rename('https://fcm.googleapis.com/fcm/send/x')
    await markRead(bo, [first])
    expect(await pushes()).toEqual([])
    await rename(`${service.url}/push/bo11`)
    await send(cy, { type: 'direct', to: [bo.id], content: 'second' })
    const [next] = await pushes()
    expect(next?.payload).toMatchObject({ content: 'second', removed_tags: [tag], badge: 1 })
    const answer = expectSuccess(await bo.get('/users/me/web_push'))
    expect(answer['open_tags']).toEqual([next?.payload['tag']])
  })

  it('leave out messages that were read, deleted or emptied meanwhile', async () => {
    const [ada, bo] = await server.users('ada2', 'bo2')
    await subscribe(bo, 'bo2')
    const to = { type: 'direct', to: [bo.id] }
    const read = await send(ada, { ...to, content: 'read' })
    const deleted = await send(server.owner, { ...to, content: 'deleted' })
    const emptied = await send(ada, { ...to, content: 'emptied' })
    await judgeAll(server)
    await markRead(bo, [read])
    expectSuccess(await server.owner.delete(`/messages/${deleted}`))
    expectSuccess(await ada.patch(`/messages/${emptied}`, { content: '' }))
    expect(await pushes()).toEqual([])
    const shown = await send(server.owner, { ...to, content: 'shown, then deleted' })
    expect(await pushes()).toHaveLength(1)
    expectSuccess(await server.owner.delete(`/messages/${shown}`))
    expect((await pushes()).map(({ payload }) => payload['event'])).toEqual(['remove'])
  })

  it('are counted as dropped only if they were never shown', async () => {
    const [ada, bo] = await server.users('ada19', 'bo19')
    await subscribe(bo, 'bo19')
    const dropped = async () => {
      const { values } = await server.ctx.metrics.notificationsDropped.get()
      return values.find(({ labels }) => labels.channel === 'push')?.value ?? 0
    }
    const to = { type: 'direct', to: [bo.id] }
    const before = await dropped()
    const shown = await send(ada, { ...to, content: 'shown' })
    expect(await pushes()).toHaveLength(1)
    await markRead(bo, [shown])
    await pushes()
    expect(await dropped()).toBe(before)
    later(11)
    const unseen = await send(ada, { ...to, content: 'read at once' })
    await judgeAll(server)
    await markRead(bo, [unseen])
    expect(await pushes()).toEqual([])
    expect(await dropped()).toBe(before + 1)
  })

  it('close when the messages of a deactivated sender are deleted', async () => {
    const [ada, bo] = await server.users('ada-gone', 'bo-gone')
    await subscribe(bo, 'bo-gone')
    await send(ada, { type: 'direct', to: [bo.id], content: 'buy' })
    expect(await pushes()).toHaveLength(1)
    const actions = { delete_direct_messages: true }
    expectSuccess(await server.owner.delete(`/users/${ada.id}`, { actions }))
    await runDeletionJobs(server.ctx)
    later(11)
    expect((await pushes()).map(({ payload }) => payload['event'])).toEqual(['remove'])
  })

  it('follow the settings of accounts, streams and topics', async () => {
    const [ada, bo, cy, di] = await server.users('ada3', 'bo3', 'cy3', 'di3')
    const everybody = [ada, bo, cy, di]
    const stream = await server.stream('pushed', { subscribers: everybody })
    for (const person of everybody) await subscribe(person, person.fullName.replace(/\W/g, ''))
    const change = { stream_id: stream.id, property: 'push_notifications', value: true }
    expectSuccess(
      await bo.post('/users/me/subscriptions/properties', { subscription_data: [change] }),
    )
    const policy = { stream_id: stream.id, topic: 'lunch', visibility_policy: 3 }
    expectSuccess(await cy.post('/user_topics', policy))
    expectSuccess(await di.patch('/settings', { enable_offline_push_notifications: false }))
    const to = { type: 'channel', to: stream.id, topic: 'lunch' }
    await send(ada, { ...to, content: `Who eats, @**${di.fullName}**?` })
    const received = await pushes()
    const summary = received.map(
      ({ payload }) => `${String(payload['user_id'])} ${String(payload['title'])}`,
    )
    expect(summary.sort()).toEqual([`${bo.id} #pushed > lunch`, `${cy.id} #pushed > lunch`].sort())
    expect(received[0]?.payload).toMatchObject({
      ...{ subtitle: `${ada.fullName}:`, recipient_type: 'stream', stream: 'pushed' },
      ...{ stream_id: stream.id, topic: 'lunch' },
    })
    expect(received[0]?.headers['urgency']).toBe('normal')
  })

  it('wait five minutes for people who are there and chose so, and reach mentions of an edit', async () => {
    const [ada, bo] = await server.users('ada4', 'bo4')
    await subscribe(bo, 'bo4')
    expectSuccess(await bo.patch('/settings', { enable_online_push_notifications: false }))
    expectSuccess(await bo.post('/users/me/presence', { status: 'active' }))
    await send(ada, { type: 'direct', to: [bo.id], content: 'hello' })
    expect(await pushes()).toEqual([])
    later(301)
    expect(await pushes()).toHaveLength(1)
    const stream = await server.stream('edited', { subscribers: [ada, bo] })
    const id = await send(ada, { type: 'channel', to: stream.id, topic: 'x', content: 'nothing' })
    expect(await pushes()).toEqual([])
    const content = `@**${bo.fullName}|${bo.id}**`
    expectSuccess(await ada.patch(`/messages/${id}`, { content }))
    const [push] = await pushes()
    expect(push?.payload).toMatchObject({ subtitle: `${ada.fullName} mentioned you:` })
  })

  it('wait for the end of quiet times, and come together then', async () => {
    const [ada, bo] = await server.users('ada10', 'bo10')
    await subscribe(bo, 'bo10')
    const seconds = () => Math.floor(now.getTime() / 1_000)
    const quiet = async (dnd_until: number) =>
      expectSuccess(await bo.patch('/settings', { dnd_until }))
    await quiet(seconds() + 3_600)
    const stream = await server.stream('night', { subscribers: [ada, bo] })
    await send(ada, { type: 'direct', to: [bo.id], content: 'asleep?' })
    const content = `@**${bo.fullName}|${bo.id}**`
    await send(ada, { type: 'channel', to: stream.id, topic: 'x', content })
    expect(await pushes()).toEqual([])
    later(3_601)
    const held = await pushes()
    expect(held.map(({ payload }) => payload['content'])).toEqual([
      '2 messages while you were not to be disturbed.',
    ])
    await quiet(seconds() + 3_600)
    await send(ada, { type: 'direct', to: [bo.id], content: 'again' })
    expect(await pushes()).toEqual([])
    later(11)
    await quiet(0)
    expect(await pushes()).toHaveLength(1)
    const everyDay = [1, 2, 3, 4, 5, 6, 7]
    const dnd_schedule = [{ days: everyDay, from: '00:00', to: '00:00' }]
    expectSuccess(await bo.patch('/settings', { dnd_schedule }))
    await send(ada, { type: 'direct', to: [bo.id], content: 'never' })
    later(11)
    expect(await pushes()).toEqual([])
    const wrong = [{ days: [8], from: '25:00', to: '7' }]
    const answer = await bo.patch('/settings', { dnd_schedule: wrong })
    expect(answer.status).toBe(400)
  })

  it('wait on for a present reader who changes quiet times, and come together at their end', async () => {
    const [ada, bo] = await server.users('ada20', 'bo20')
    await subscribe(bo, 'bo20')
    const quiet = async (seconds: number) =>
      expectSuccess(
        await bo.patch('/settings', { dnd_until: Math.floor(now.getTime() / 1_000) + seconds }),
      )
    expectSuccess(await bo.patch('/settings', { enable_online_push_notifications: false }))
    expectSuccess(await bo.post('/users/me/presence', { status: 'active' }))
    const stream = await server.stream('waiting', { subscribers: [ada, bo] })
    const content = `@**${bo.fullName}|${bo.id}**`
    await send(ada, { type: 'direct', to: [bo.id], content: 'hello' })
    await send(ada, { type: 'channel', to: stream.id, topic: 'x', content })
    expect(await pushes()).toEqual([])
    await quiet(-60)
    expect(await pushes()).toEqual([])
    await quiet(3_600)
    later(600)
    expect(await pushes()).toEqual([])
    later(3_001)
    const held = await pushes()
    expect(held.map(({ payload }) => payload['content'])).toEqual([
      '2 messages while you were not to be disturbed.',
    ])
  })

  it('are tried again as the service asks, and end the device that is gone', async () => {
    const [ada, bo] = await server.users('ada5', 'bo5')
    await subscribe(bo, 'bo5')
    const to = { type: 'direct', to: [bo.id] }
    await send(ada, { ...to, content: 'first' })
    service.answer = () => ({ status: 503, headers: { 'retry-after': '600' } })
    expect(await pushes()).toEqual([])
    service.answer = () => ({ status: 201 })
    later(590)
    expect(await pushes()).toEqual([])
    later(20)
    expect(await pushes()).toHaveLength(1)
    const devices = async () => {
      const answer = await bo.call('GET /users/me/web_push')
      return answer.devices
    }
    expect(await devices()).toMatchObject([{ last_success_at: Math.floor(now.getTime() / 1_000) }])
    service.answer = () => ({ status: 410 })
    later(20)
    await send(ada, { ...to, content: 'second' })
    expect(await pushes()).toEqual([])
    expect(await devices()).toEqual([])
  })

  it('belong to the account that registered the browser last', async () => {
    const [ada, bo, cy] = await server.users('ada6', 'bo6', 'cy6')
    const { subscription } = service.receiver('shared')
    for (const person of [bo, cy]) {
      expectSuccess(await person.post('/users/me/web_push', { subscription }))
    }
    await send(ada, { type: 'direct', to: [bo.id, cy.id], content: 'hello' })
    expect((await pushes()).map(({ payload }) => payload['user_id'])).toEqual([cy.id])
    const { endpoint } = subscription
    expect((await bo.delete('/users/me/web_push', { endpoint })).body).toMatchObject({
      msg: 'Device not recognized',
    })
    expectSuccess(await cy.delete('/users/me/web_push', { endpoint }))
  })

  it('go to topics in plain text, and as a test on request', async () => {
    const [ada, bo] = await server.users('ada7', 'bo7')
    const subscription = { endpoint: `${service.url}/topics/secret` }
    expectSuccess(await bo.post('/users/me/web_push', { subscription, token: 'tk_1' }))
    await send(ada, { type: 'direct', to: [bo.id], content: 'to the phone' })
    await pushes()
    const [call] = service.topicCalls
    expect(call?.headers.authorization).toBe('Bearer tk_1')
    expect(call?.body).toMatchObject({
      ...{ topic: 'secret', title: ada.fullName, message: 'to the phone', priority: 4 },
    })
    const id = await subscribe(bo, 'bo7')
    expectSuccess(await bo.post('/users/me/web_push/test', { device_id: id }))
    const [test, ...others] = await pushes()
    expect(others).toEqual([])
    expect(test?.payload).toMatchObject({ event: 'test', title: 'Test notification' })
  })

  it('go to topics whose address is not encoded well, which hold up no others', async () => {
    const [ada, bo] = await server.users('ada17', 'bo17')
    const endpoint = `${service.url}/topics/50%off`
    expectSuccess(await bo.post('/users/me/web_push', { subscription: { endpoint } }))
    const before = service.topicCalls.length
    await send(ada, { type: 'direct', to: [bo.id], content: 'hello' })
    await pushes()
    expect(service.topicCalls.slice(before).map(({ body }) => body['topic'])).toEqual(['50%off'])
    expectSuccess(await bo.delete('/users/me/web_push', { endpoint: `${endpoint}#part` }))
  })

  it('are put off if this server cannot write them, and given up after a day', async () => {
    const [ada, bo] = await server.users('ada18', 'bo18')
    await subscribe(bo, 'bo18')
    await send(ada, { type: 'direct', to: [bo.id], content: 'hello' })
    await judgeAll(server)
    const jobs = server.db.selectFrom('push_jobs').where('user_id', '=', bo.id)
    const devices = server.db.updateTable('push_devices').where('user_id', '=', bo.id)
    await devices.set({ p256dh: 'no key' }).execute()
    const fail = async () => {
      await server.db
        .updateTable('push_jobs')
        .set({ leased_until: new Date(0) })
        .execute()
      await pushDue(server.ctx)
    }
    for (let attempt = 1; attempt <= 3; attempt += 1) await fail()
    const first = await jobs.selectAll().executeTakeFirstOrThrow()
    expect(first).toMatchObject({ attempts: 3 })
    await fail()
    const { due_at } = await jobs.selectAll().executeTakeFirstOrThrow()
    expect(due_at?.getTime()).toBe(now.getTime() + 60_000)
    later(86_400)
    await fail()
    expect(await jobs.selectAll().executeTakeFirstOrThrow()).toMatchObject({ due_at: null })
  })

  it.each([
    'http://push.example.com/x',
    'https://127.1/x',
    'https://169.254.169.254/latest',
    'https://[::1]/x',
    'https://user:secret@push.example.com/x',
    'https://push.example.com/',
    'ftp://push.example.com/x',
    'nonsense',
  ])('refuse the endpoint %s', async (endpoint) => {
    // 127.0.0.1 alone is configured here; 127.1 is the same address, so another one stands for it.
    const other = endpoint.replace('127.1', '127.0.0.2')
    const answer = await server.owner.post('/users/me/web_push', {
      subscription: { endpoint: other },
    })
    expect(answer.body).toMatchObject({ result: 'error', msg: 'Invalid push subscription' })
  })

  it('follow no name and no redirect into the private network', async () => {
    const [ada, bo] = await server.users('ada8', 'bo8')
    const subscription = { endpoint: 'https://localhost/topic' }
    expectSuccess(await bo.post('/users/me/web_push', { subscription }))
    await subscribe(bo, 'bo8')
    service.answer = () => ({ status: 307, headers: { location: `${service.url}/topics/` } })
    const before = service.topicCalls.length
    await send(ada, { type: 'direct', to: [bo.id], content: 'hello' })
    await pushes()
    expect(service.topicCalls).toHaveLength(before)
    const errors = async () => {
      const answer = await bo.call('GET /users/me/web_push')
      const devices = answer.devices
      return devices.map(({ last_error }) => last_error)
    }
    expect((await errors())[1]).toBe('status 307')
    await send(ada, { type: 'direct', to: [bo.id], content: 'hello again' })
    later(61)
    await judgeAll(server)
    await pushDue({ ...server.ctx, addresses: createAddressPolicy([]) })
    expect(await errors()).toEqual([
      'localhost is not an address on the Internet',
      '127.0.0.1 is not an address on the Internet',
    ])
  })

  it('are for people, with at most 20 devices', async () => {
    const [bo] = await server.users('bo9')
    const bot = await server.bot(bo, 'pusher')
    expect((await bot.get('/users/me/web_push')).body).toMatchObject({ result: 'error' })
    for (let number = 0; number < 20; number += 1) await subscribe(bo, `many${number}`)
    const { subscription } = service.receiver('one-more')
    const answer = await bo.post('/users/me/web_push', { subscription })
    expect(answer.body).toMatchObject({ msg: 'Too many devices (limit: 20)' })
    await subscribe(bo, 'many3')
  })
})
