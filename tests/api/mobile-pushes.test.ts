import { anyValue, asRecord, mapOf, shapedLike } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { useMobilePushes } from '../support/mobile-pushes'
import type { TakenMobilePush } from '../support/mobile-services'
import type { Person } from '../support/person'

// Source: docs/protocol/notifications.md#push-payload.
describe('pushes to mobile apps past a bouncer', () => {
  const { services, server, now, later, send, deliver } = useMobilePushes()

  const android = async (person: Person, token: string) =>
    expectSuccess(await person.post('/users/me/android_gcm_reg_id', { token }))

  const apple = async (person: Person, token: string) =>
    expectSuccess(
      await person.post('/users/me/apns_device_token', { token, appid: 'org.zulip.Zulip' }),
    )

  /** Judges missed messages, and answers the pushes that arrive. */
  async function pushes(): Promise<TakenMobilePush[]> {
    const before = services.pushes.length
    await deliver()
    return services.pushes.slice(before)
  }

  const dataOf = (push: TakenMobilePush | undefined) =>
    shapedLike(push?.body, { data: mapOf('') }).data

  const markRead = async (person: Person, messages: number[]) =>
    expectSuccess(await person.post('/messages/flags', { messages, op: 'add', flag: 'read' }))

  it('carry a private message, and take it back when it was read elsewhere', async () => {
    const [ada, bo] = await server.users('ada1', 'bo1')
    await android(bo, 'android-1')
    await apple(bo, 'ab01')
    const to = { type: 'direct', to: [bo.id] }
    const id = await send(ada, { ...to, content: 'Are you **there**? :tada:' })
    expect(await pushes()).toHaveLength(2)
    const [message] = services.to('android-1')
    expect(message).toMatchObject({
      android: { priority: 'high', ttl: '86400s' },
      data: {
        ...{ event: 'message', user_id: String(bo.id), sender_id: String(ada.id) },
        ...{ sender_full_name: ada.fullName, zulip_message_id: String(id) },
        ...{ content: 'Are you there? 🎉', content_truncated: 'false' },
        ...{ recipient_type: 'private', server: 'localhost', realm_url: 'http://localhost' },
        time: String(Math.floor(now().getTime() / 1_000)),
      },
    })
    expect(message?.['data']).not.toHaveProperty('pm_users')
    const [toApple] = services.to('ab01')
    expect(toApple).toMatchObject({
      aps: {
        alert: { title: ada.fullName, body: 'Are you there? 🎉' },
        ...{ sound: 'default', badge: 0 },
      },
      zulip: { user_id: bo.id, sender_id: ada.id, recipient_type: 'private', message_ids: [id] },
    })
    expect(shapedLike(toApple?.['aps'], { alert: mapOf(anyValue) }).alert).not.toHaveProperty(
      'subtitle',
    )
    await markRead(bo, [id])
    const removals = await pushes()
    expect(removals).toHaveLength(2)
    expect(services.to('android-1')[1]).toMatchObject({
      android: { priority: 'normal' },
      data: { event: 'remove', zulip_message_ids: String(id), zulip_message_id: String(id) },
    })
    expect(services.to('ab01')[1]).toEqual({
      aps: { badge: 0 },
      zulip: expect.objectContaining({ event: 'remove', zulip_message_ids: String(id) }),
    })
    expect(removals.find(({ token }) => token === 'ab01')?.headers['apns-priority']).toBe('5')
    expect(await pushes()).toEqual([])
  })

  it('name streams, groups and members, and fold quotes beside own words', async () => {
    const [ada, bo, cy] = await server.users('ada2', 'bo2', 'cy2')
    const stream = await server.stream('phones', { subscribers: [ada, bo] })
    const group = { name: 'backend2', description: '', members: [bo.id, cy.id] }
    const { group_id } = expectSuccess(await server.owner.post('/user_groups/create', group))
    await pushes()
    await android(bo, 'android-2')
    await apple(bo, 'ab02')
    const place = { type: 'channel', to: stream.id, topic: 'lunch' }
    const content = '```quote\nold words\n```\n\nNew ones, @*backend2*'
    const id = await send(ada, { ...place, content })
    await pushes()
    expect(services.to('android-2')).toMatchObject([
      {
        data: {
          ...{ recipient_type: 'stream', stream: 'phones', stream_id: String(stream.id) },
          ...{ topic: 'lunch', content: '[…]\nNew ones, @backend2' },
          ...{ mentioned_user_group_id: String(group_id), mentioned_user_group_name: 'backend2' },
        },
      },
    ])
    expect(services.to('ab02')).toMatchObject([
      {
        aps: {
          alert: {
            title: '#phones > lunch',
            subtitle: `${ada.fullName} mentioned @backend2:`,
          },
        },
        zulip: { stream_id: stream.id, topic: 'lunch', message_ids: [id] },
      },
    ])
    await send(ada, { type: 'direct', to: [bo.id, cy.id], content: 'x'.repeat(300) })
    await pushes()
    const data = shapedLike(services.to('android-2')[1]?.['data'], mapOf(''))
    const ids = [ada.id, bo.id, cy.id].sort((a, b) => a - b).join(',')
    expect(data).toMatchObject({ pm_users: ids, content_truncated: 'true' })
    expect(data['content']).toBe(`${'x'.repeat(200)}…`)
    const others = [ada, cy].map(({ fullName }) => fullName).sort()
    expect(services.to('ab02')[1]).toMatchObject({
      aps: { alert: { title: others.join(', '), subtitle: `${ada.fullName}:` } },
    })
  })

  it('leave a message that is still unread alone, and take back the others', async () => {
    const [ada, bo] = await server.users('ada3', 'bo3')
    await android(bo, 'android-3')
    const to = { type: 'direct', to: [bo.id] }
    const first = await send(ada, { ...to, content: 'first' })
    await pushes()
    later(11)
    const second = await send(server.owner, { ...to, content: 'another' })
    const third = await send(ada, { ...to, content: 'third' })
    expect((await pushes()).map((push) => dataOf(push)['content']).sort()).toEqual([
      'another',
      'third',
    ])
    later(11)
    await markRead(bo, [first])
    const [removal, ...others] = await pushes()
    expect(others).toEqual([])
    expect(dataOf(removal)).toMatchObject({ event: 'remove', zulip_message_ids: String(first) })
    later(11)
    expectSuccess(await ada.delete(`/messages/${third}`))
    expectSuccess(await server.owner.delete(`/messages/${second}`))
    const gone = (await pushes()).map((push) => dataOf(push)['zulip_message_ids'])
    expect(gone.sort()).toEqual([String(second), String(third)].sort())
  })

  it('end only the devices that the services no longer know', async () => {
    const [ada, bo] = await server.users('ada4', 'bo4')
    await android(bo, 'android-4')
    await apple(bo, 'ab04')
    const send1 = () => send(ada, { type: 'direct', to: [bo.id], content: 'hello' })
    const devices = async () => {
      const { devices: list } = expectSuccess(await bo.get('/users/me/web_push'))
      return shapedLike(list, [{ service: '', last_error: anyValue }]).map(
        ({ service, last_error }) => [service, last_error],
      )
    }
    services.answer = ({ body }) =>
      'aps' in body
        ? { status: 503, body: { reason: 'Shutdown' } }
        : { status: 403, body: { error: { details: [{ errorCode: 'SENDER_ID_MISMATCH' }] } } }
    await send1()
    await pushes()
    expect(await devices()).toEqual([
      ['fcm', 'FCM: SENDER_ID_MISMATCH'],
      ['apns', 'APNs: Shutdown'],
    ])
    services.answer = () => undefined
    later(61)
    expect((await pushes()).map(({ token }) => token)).toEqual(['ab04'])
    services.answer = ({ body }) =>
      'aps' in body
        ? { status: 410, body: { reason: 'Unregistered' } }
        : { status: 404, body: { error: { details: [{ errorCode: 'UNREGISTERED' }] } } }
    later(11)
    await send1()
    await pushes()
    expect(await devices()).toEqual([])
    const rows = await server.db.selectFrom('mobile_devices').selectAll().execute()
    expect(rows.filter(({ user_id }) => user_id === bo.id)).toEqual([])
  })

  it('share tokens and connections, which are renewed in time', async () => {
    const [ada, bo] = await server.users('ada5', 'bo5')
    await android(bo, 'android-5')
    await apple(bo, 'ab05')
    const round = async () => {
      await send(ada, { type: 'direct', to: [bo.id], content: 'hello' })
      const count = (await pushes()).length
      later(11)
      return [count, services.tokens, services.providerTokens.size, services.sessions.length]
    }
    const [, tokens = 0, provided = 0, sessions = 0] = await round()
    expect(await round()).toEqual([2, tokens, provided, sessions])
    later(3_600)
    expect(await round()).toEqual([2, tokens + 1, provided + 1, sessions])
    // Apple ends the connection; the next push opens another.
    for (const session of services.sessions) session.destroy()
    services.answer = () => undefined
    await send(ada, { type: 'direct', to: [bo.id], content: 'after that' })
    await pushes()
    later(61)
    await pushes()
    expect(services.to('ab05').at(-1)).toMatchObject({ aps: { alert: { body: 'after that' } } })
  })

  it('have no texts if contents are withheld, and their number after quiet times', async () => {
    const [ada, bo] = await server.users('ada6', 'bo6')
    await android(bo, 'android-6')
    const stream = await server.stream('secrets', { subscribers: [ada, bo] })
    const content = `Psst, @**${bo.fullName}|${bo.id}**`
    const place = { type: 'channel', to: stream.id, topic: 'hidden' }
    expectSuccess(await server.owner.patch('/realm', { require_e2ee_push_notifications: true }))
    await send(ada, { ...place, content })
    const [push] = await pushes()
    expectSuccess(await server.owner.patch('/realm', { require_e2ee_push_notifications: false }))
    expect(dataOf(push)).toMatchObject({ content: 'New message', stream_id: String(stream.id) })
    const text = JSON.stringify(push)
    for (const secret of ['Psst', 'secrets', 'hidden', ada.fullName, ada.email]) {
      expect(text).not.toContain(secret)
    }
    const until = Math.floor(now().getTime() / 1_000) + 3_600
    expectSuccess(await bo.patch('/settings', { dnd_until: until }))
    await send(ada, { ...place, content })
    await send(ada, { ...place, content })
    expect(await pushes()).toEqual([])
    later(3_601)
    const held = await pushes()
    expect(held.map((each) => dataOf(each)['content'])).toEqual([
      '2 messages while you were not to be disturbed.',
    ])
    expect(dataOf(held[0])['sender_full_name']).not.toBe(ada.fullName)
  })

  it('include a test that the person asks for', async () => {
    const [bo] = await server.users('bo7')
    const test = '/mobile_push/test_notification'
    const { body: none } = await bo.post(test)
    expect(none).toMatchObject({ code: 'INVALID_PUSH_DEVICE_TOKEN', msg: 'Device not recognized' })
    await android(bo, 'android-7')
    await apple(bo, 'AB07')
    expectSuccess(await bo.post(test, { token: 'android-7' }))
    const [push, ...others] = await pushes()
    expect(others).toEqual([])
    expect(dataOf(push)).toMatchObject({ event: 'test', user_id: String(bo.id) })
    expectSuccess(await bo.post(test))
    await pushes()
    expect(services.to('ab07')).toMatchObject([
      { aps: { alert: { title: 'Test notification' } }, zulip: { event: 'test' } },
    ])
    expect((await bo.post(test, { token: 'other' })).body).toMatchObject(asRecord(none))
  })

  it('go to devices until these are removed, for each account', async () => {
    const [ada, bo, cy] = await server.users('ada8', 'bo8', 'cy8')
    const path = '/users/me/android_gcm_reg_id'
    for (const person of [bo, cy, cy]) await android(person, 'android-8')
    await send(ada, { type: 'direct', to: [bo.id, cy.id], content: 'both' })
    expect(await pushes()).toHaveLength(2)
    expectSuccess(await bo.delete(path, { token: 'android-8' }))
    expect((await bo.delete(path, { token: 'android-8' })).body).toMatchObject({
      msg: 'Token does not exist',
    })
    later(11)
    await send(ada, { type: 'direct', to: [bo.id, cy.id], content: 'one' })
    expect((await pushes()).map((push) => dataOf(push)['user_id'])).toEqual([String(cy.id)])
    expect((await bo.post(path, { token: '' })).body).toMatchObject({
      msg: 'Empty or invalid length token',
    })
    const wrong = { token: 'not a token', appid: 'org.zulip.Zulip' }
    expect((await bo.post('/users/me/apns_device_token', wrong)).body).toMatchObject({
      msg: 'Invalid APNS token',
    })
    await apple(bo, Buffer.from('ab08', 'hex').toString('base64'))
    expectSuccess(await bo.delete('/users/me/apns_device_token', { token: 'ab08' }))
    const bot = await server.bot(bo, 'phone')
    expect((await bot.post(path, { token: 'x' })).body).toMatchObject({ result: 'error' })
  })

  it('are announced as possible', async () => {
    const settings = expectSuccess(await server.owner.get('/server_settings'))
    expect(settings).toMatchObject({ push_notifications_enabled: true })
    const state = expectSuccess(await server.owner.post('/register', { event_types: ['realm'] }))
    expect(state).toMatchObject({
      realm_push_notifications_enabled: true,
      realm_push_notifications_enabled_end_timestamp: null,
    })
  })
})
