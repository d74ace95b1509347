import { randomUUID } from 'node:crypto'
import { postToBouncer, randomLetters } from '../../src/server/chat/jobs/pushes/mobile/bouncer-call'
import { reportIfDue } from '../../src/server/chat/jobs/pushes/mobile/report'
import { pushDue } from '../../src/server/chat/jobs/pushes/sender'
import { makeSealingKeys } from '../../src/server/chat/rules/pushes/sealed'
import { sealingKeys } from '../../src/server/data/notifications/client-devices'
import { replacePushBouncer } from '../../src/server/data/notifications/push-bouncer'
import { serverVersion } from '../../src/server/wire/server-version'
import { mapOf, onlyOf, shapedLike } from '../support/checked'
import { EncryptingApp, useEncryptingApps } from '../support/encrypting-app'
import { expectSuccess } from '../support/expectations'
import { judgeAll } from '../support/judged'
import { useOwnServer } from '../support/own-server'
import type { Person } from '../support/person'
import { usePushBouncer } from '../support/push-bouncer'
import { untilHolds } from '../support/until'

// Source: docs/protocol/notifications.md#bouncer.
describe('pushes through a bouncer', () => {
  useEncryptingApps()
  const bouncer = usePushBouncer()
  let now = new Date()
  const server = useOwnServer({
    get settings() {
      return { PUSH_BOUNCER_URL: bouncer.url }
    },
    clock: { now: () => now },
  })
  const account = { url: '', org_id: randomUUID(), org_key: randomLetters(64) }

  const later = (seconds: number): void => {
    now = new Date(now.getTime() + seconds * 1_000)
  }

  async function register(person: Person, token: string): Promise<void> {
    expectSuccess(await person.post('/users/me/android_gcm_reg_id', { token }))
  }

  const send = async (sender: Person, to: Person, content = 'hello') =>
    expectSuccess(await sender.post('/messages', { type: 'direct', to: [to.id], content }))

  /** Judges missed messages, and answers the calls that the bouncer took at a path. */
  async function calls(path = 'push/notify'): Promise<Record<string, unknown>[]> {
    const before = bouncer.to(path).length
    await judgeAll(server)
    await pushDue(server.ctx)
    return bouncer.to(path).slice(before)
  }

  const devicesOf = async (person: Person) =>
    (
      await server.db
        .selectFrom('mobile_devices')
        .selectAll()
        .where('user_id', '=', person.id)
        .orderBy('id')
        .execute()
    ).map(({ token, is_at_bouncer }) => [token, is_at_bouncer])

  it('are possible when the operator has registered the server', async () => {
    const [bo] = await server.users('bo0')
    const answer = await bo.post('/users/me/android_gcm_reg_id', { token: 'early' })
    expect(answer.body).toMatchObject({ code: 'PUSH_SERVICE_NOT_CONFIGURED' })
    expect(expectSuccess(await bo.get('/server_settings'))).toMatchObject({
      push_notifications_enabled: false,
    })
    account.url = bouncer.url
    const contact = { hostname: 'chat.example.com', contact_email: 'op@example.com' }
    const form = new URLSearchParams({
      ...{ zulip_org_id: account.org_id, zulip_org_key: account.org_key, ...contact },
    })
    expect((await postToBouncer(account, 'server/register', form)).status).toBe(200)
    const registered = { ...account, ...contact, registered_at: now, report_due_at: now }
    await replacePushBouncer(server.db, registered)
    expect(expectSuccess(await bo.get('/server_settings'))).toMatchObject({
      push_notifications_enabled: true,
    })
  })

  it('reach all devices of a person by one call, which carries both payloads', async () => {
    const [ada, bo] = await server.users('ada1', 'bo1')
    await register(bo, 'android-1')
    const appid = 'org.zulip.Zulip'
    expectSuccess(await bo.post('/users/me/apns_device_token', { token: 'ab01', appid }))
    expect(await calls()).toEqual([])
    await send(ada, bo, 'for *all*')
    const [push, ...others] = await calls()
    expect(others).toEqual([])
    expect(push).toMatchObject({
      ...{ user_id: bo.id, gcm_options: { priority: 'high' } },
      ...{ android_devices: ['android-1'], apple_devices: ['ab01'] },
      gcm_payload: { event: 'message', content: 'for all', sender_id: String(ada.id) },
      apns_payload: {
        alert: { title: ada.fullName, body: 'for all' },
        ...{ sound: 'default', badge: 0 },
        custom: { zulip: { user_id: bo.id, sender_id: ada.id } },
      },
    })
    expect(bouncer.to('push/register')).toMatchObject([
      { token: 'android-1', token_kind: '2', user_uuid: push?.['user_uuid'] },
      { token: 'ab01', token_kind: '1', ios_app_id: appid },
    ])
    // The report comes before the organization is known.
    expect([...bouncer.realms.values()]).toMatchObject([
      { name: 'Parley Test', deactivated: false },
    ])
    const { devices } = expectSuccess(await bo.get('/users/me/web_push'))
    expect(devices).toMatchObject([{ kind: 'mobile_app', service: 'bouncer' }])
    const messages = [Number(shapedLike(push?.['gcm_payload'], mapOf(''))['zulip_message_id'])]
    later(11)
    expectSuccess(await bo.post('/messages/flags', { messages, op: 'add', flag: 'read' }))
    expect(await calls()).toMatchObject([
      {
        gcm_options: { priority: 'normal' },
        gcm_payload: { event: 'remove', zulip_message_ids: String(messages[0]) },
        apns_payload: { badge: 0 },
      },
    ])
  })

  it('tell the bouncer of a device once, also while another push tells it', async () => {
    const [ada, bo] = await server.users('ada5', 'bo5')
    await register(bo, 'android-5')
    let told = 0
    let goOn: () => void = () => undefined
    const isHeld = new Promise<undefined>((resolve) => (goOn = () => resolve(undefined)))
    bouncer.answer = ({ path }) => {
      if (path !== 'push/register') return undefined
      told += 1
      return isHeld
    }
    const before = bouncer.to('push/notify').length
    const first = pushDue(server.ctx)
    await untilHolds('the bouncer is told', () => told === 1)
    await send(ada, bo, 'meanwhile')
    expect(await calls()).toEqual([])
    goOn()
    await first
    later(2)
    await calls()
    // On a busy machine the first run takes this push, too.
    expect(bouncer.to('push/notify').slice(before)).toMatchObject([
      { gcm_payload: { content: 'meanwhile' } },
    ])
    expect(told).toBe(1)
    expect(await devicesOf(bo)).toEqual([['android-5', true]])
  })

  it('end devices that the app or the bouncer removed', async () => {
    const [ada, bo] = await server.users('ada2', 'bo2')
    for (const token of ['kept', 'removed', 'lost']) await register(bo, token)
    await calls()
    expect(await devicesOf(bo)).toEqual([
      ['kept', true],
      ['removed', true],
      ['lost', true],
    ])
    expectSuccess(await bo.delete('/users/me/android_gcm_reg_id', { token: 'removed' }))
    expect(await calls('push/unregister')).toMatchObject([{ token: 'removed' }])
    const lost = [...bouncer.devices].find((device) => device.endsWith(' 2 lost')) ?? ''
    bouncer.devices.delete(lost)
    await send(ada, bo)
    expect(await calls()).toMatchObject([{ android_devices: ['kept', 'lost'] }])
    expect(await devicesOf(bo)).toEqual([['kept', true]])
    expectSuccess(await bo.post('/mobile_push/test_notification', { token: 'kept' }))
    expect(await calls('push/test_notification')).toMatchObject([
      { token: 'kept', base_payload: { user_id: bo.id, realm_url: 'http://localhost' } },
    ])
    const { devices } = expectSuccess(await bo.get('/users/me/web_push'))
    const { device_id } = onlyOf(shapedLike(devices, [{ device_id: 0 }]))
    expectSuccess(await bo.delete('/users/me/web_push', { device_id }))
    expect(expectSuccess(await bo.get('/users/me/web_push'))['devices']).toEqual([])
    await calls()
    expect(await devicesOf(bo)).toEqual([])
  })

  it('are tried again while the bouncer is away or refuses the credentials, and end no device', async () => {
    const [ada, bo] = await server.users('ada3', 'bo3')
    await register(bo, 'android-3')
    await calls()
    await send(ada, bo)
    bouncer.answer = () => ({ status: 502, body: {} })
    expect(await calls()).toEqual([])
    bouncer.answer = () => undefined
    const { key } = bouncer.servers.get(account.org_id) ?? { key: '' }
    const other = { key: 'another', hostname: 'chat.example.com' }
    bouncer.servers.set(account.org_id, other)
    later(61)
    expect(await calls()).toEqual([])
    bouncer.servers.set(account.org_id, { ...other, key })
    later(61)
    expect(await calls()).toEqual([])
    later(180)
    expect(await calls()).toMatchObject([{ android_devices: ['android-3'] }])
    expect(await devicesOf(bo)).toEqual([['android-3', true]])
  })

  // Source: docs/protocol/notifications.md#bouncer-encrypted.
  it('are never encrypted, so that apps which encrypt are refused and keep their plain ones', async () => {
    const [ada, bo] = await server.users('ada6', 'bo6')
    await register(bo, 'android-6')
    const { device_id } = expectSuccess(await bo.post('/register_client_device'))
    const { public_key } = await sealingKeys(server.db, makeSealingKeys)
    for (const app of [new EncryptingApp('fcm', 'android-6'), new EncryptingApp('apns', 'ab06')]) {
      const args = { device_id, ...app.key(1), ...app.registration(public_key, now) }
      const answer = await bo.post('/mobile_push/register', args)
      expect(answer.body).toMatchObject({ code: 'PUSH_SERVICE_NOT_CONFIGURED' })
    }
    const test = await bo.post('/mobile_push/e2ee/test_notification', { device_id })
    expect(test.body).toMatchObject({ code: 'PUSH_SERVICE_NOT_CONFIGURED' })
    await send(ada, bo, 'in plain')
    expect(await calls()).toMatchObject([
      { android_devices: ['android-6'], gcm_payload: { content: 'in plain' } },
    ])
    expect(bouncer.calls.filter(({ path }) => path.includes('e2ee'))).toEqual([])
  })

  // Source: docs/protocol/notifications.md#bouncer-report.
  it('come with an hourly report of organizations that have devices, and of no counts', async () => {
    const other = await server.realm('without-devices')
    later(3_601)
    const before = bouncer.to('server/analytics').length
    await reportIfDue(server.ctx)
    await reportIfDue(server.ctx)
    const reports = bouncer.to('server/analytics').slice(before)
    expect(reports).toHaveLength(1)
    const { realms, ...others } = Object.fromEntries(
      Object.entries(reports[0] ?? {}).map(([name, value]) => [name, JSON.parse(String(value))]),
    )
    expect(others).toEqual({
      ...{ realm_counts: [], installation_counts: [], realmauditlog_rows: [] },
      version: serverVersion.zulip_version,
      merge_base: serverVersion.zulip_merge_base,
      api_feature_level: serverVersion.zulip_feature_level,
    })
    expect(realms).toMatchObject([{ id: server.realmId, name: 'Parley Test', org_type: 0 }])
    expect(JSON.stringify(realms)).not.toContain(other.subdomain)
  })

  it('end when the bouncer refuses the organization, which its clients learn', async () => {
    const [ada, bo] = await server.users('ada4', 'bo4')
    await register(bo, 'android-4')
    await calls()
    const end = Math.floor(now.getTime() / 1_000) + 86_400
    const state = async () => {
      const all = expectSuccess(await bo.post('/register', { fetch_event_types: ['realm'] }))
      return [
        all['realm_push_notifications_enabled'],
        all['realm_push_notifications_enabled_end_timestamp'],
      ]
    }
    const { queue_id, last_event_id } = expectSuccess(
      await bo.post('/register', { event_types: ['realm'] }),
    )
    bouncer.word = { can_push: true, expected_end_timestamp: end }
    await send(ada, bo)
    expect(await calls()).toHaveLength(1)
    expect(await state()).toEqual([true, end])
    bouncer.word = { can_push: false }
    later(11)
    await send(ada, bo)
    expect(await calls()).toEqual([])
    expect(await state()).toEqual([false, null])
    // The next report learns that the organization may push again.
    bouncer.word = { can_push: true }
    later(3_601)
    await reportIfDue(server.ctx)
    expect(await state()).toEqual([true, null])
    const { events } = expectSuccess(
      await bo.get('/events', { queue_id, last_event_id, dont_block: true }),
    )
    const told = (push_notifications_enabled: boolean, ends: number | null) => ({
      ...{ type: 'realm', op: 'update_dict', property: 'default' },
      data: { push_notifications_enabled, push_notifications_enabled_end_timestamp: ends },
    })
    expect(events).toMatchObject([told(true, end), told(false, null), told(true, null)])
  })
})
