import { makeSealingKeys } from '../../src/server/chat/rules/pushes/sealed'
import { sealingKeys } from '../../src/server/data/notifications/client-devices'
import { asNumber, asRecord, firstOf, shapedLike } from '../support/checked'
import { EncryptingApp, useEncryptingApps } from '../support/encrypting-app'
import { expectSuccess } from '../support/expectations'
import { useMobilePushes } from '../support/mobile-pushes'
import { useOwnServer } from '../support/own-server'
import type { Arguments, Person } from '../support/person'

// Source: docs/protocol/notifications.md#encrypted-push.
describe('encrypted pushes', () => {
  useEncryptingApps()
  const { services, server, now, later, send, deliver } = useMobilePushes()

  const publicKey = async () => (await sealingKeys(server.db, makeSealingKeys)).public_key

  async function addDevice(person: Person): Promise<number> {
    return asNumber(expectSuccess(await person.post('/register_client_device'))['device_id'])
  }

  /** Registers an app with key 1. @returns the id of the device */
  async function register(person: Person, app: EncryptingApp): Promise<number> {
    const device_id = await addDevice(person)
    const token = app.registration(await publicKey(), now())
    const args = { device_id, ...app.key(1), ...token }
    expectSuccess(await person.post('/mobile_push/register', args))
    return device_id
  }

  /** The pushes that an app on Android has decrypted. */
  const readBy = (app: EncryptingApp) =>
    services.to(app.token).map(({ data }) => app.read(asRecord(data)))

  async function stateOf(person: Person): Promise<Record<string, unknown>> {
    const state = expectSuccess(await person.post('/register', { fetch_event_types: ['device'] }))
    return asRecord(state['devices'])
  }

  it('carry messages and removals, which the device alone reads', async () => {
    const [ada, bo] = await server.users('ada1', 'bo1')
    const stream = await server.stream('sealed', { subscribers: [ada, bo] })
    const [android, iphone] = [
      new EncryptingApp('fcm', 'token-1'),
      new EncryptingApp('apns', 'ab01'),
    ]
    await register(bo, android)
    await register(bo, iphone)
    const id = await send(ada, { type: 'direct', to: [bo.id], content: 'A **secret**' })
    await deliver()
    const message = {
      ...{ type: 'message', realm_url: 'http://localhost', realm_name: 'Parley Test' },
      ...{ user_id: bo.id, sender_id: ada.id, sender_full_name: ada.fullName },
      sender_avatar_url: expect.stringMatching(/^http:/),
      ...{ message_id: id, time: Math.floor(now().getTime() / 1_000), content: 'A secret' },
      ...{ recipient_type: 'direct', recipient_user_ids: [ada.id, bo.id].sort((a, b) => a - b) },
    }
    expect(readBy(android)).toEqual([message])
    const [toApple] = services.to('ab01')
    expect(iphone.read(toApple ?? {})).toEqual(message)
    expect(toApple?.['aps']).toEqual({
      alert: { title: 'Parley Test', body: 'New message' },
      'mutable-content': 1,
    })
    expect(JSON.stringify(services.pushes)).not.toMatch(/secret|ada1/)
    later(11)
    expectSuccess(await bo.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
    await deliver()
    const removal = {
      ...{ type: 'remove', realm_url: 'http://localhost', realm_name: 'Parley Test' },
      ...{ user_id: bo.id, message_ids: [id] },
    }
    expect(readBy(android)[1]).toEqual(removal)
    expect(iphone.read(services.to('ab01')[1] ?? {})).toEqual(removal)
    const place = { type: 'channel', to: stream.id, topic: '' }
    expectSuccess(await server.owner.patch('/realm', { topics_policy: 'allow_empty_topic' }))
    await send(ada, { ...place, content: `@**${bo.fullName}|${bo.id}**` })
    await deliver()
    expect(readBy(android)[2]).toMatchObject({
      ...{ recipient_type: 'channel', channel_id: stream.id, channel_name: 'sealed' },
      topic: 'general chat',
    })
  })

  it('keep their contents if the organization wants encrypted pushes, and none without contents', async () => {
    const [ada, bo] = await server.users('ada2', 'bo2')
    const android = new EncryptingApp('fcm', 'token-2')
    await register(bo, android)
    expectSuccess(await server.owner.patch('/realm', { require_e2ee_push_notifications: true }))
    await send(ada, { type: 'direct', to: [bo.id], content: 'whole' })
    await deliver()
    expectSuccess(await server.owner.patch('/realm', { require_e2ee_push_notifications: false }))
    expect(readBy(android)).toMatchObject([{ content: 'whole', sender_full_name: ada.fullName }])
  })

  it('are made under the newest key, and end plain ones to the same token', async () => {
    const [ada, bo] = await server.users('ada3', 'bo3')
    const android = new EncryptingApp('fcm', 'token-3')
    const plain = { token: android.token }
    expectSuccess(await bo.post('/users/me/android_gcm_reg_id', plain))
    const queue = expectSuccess(await bo.post('/register', { event_types: ['device'] }))
    const device_id = await register(bo, android)
    // The old call does not bring plain ones back.
    expectSuccess(await bo.post('/users/me/android_gcm_reg_id', plain))
    await send(ada, { type: 'direct', to: [bo.id], content: 'first' })
    await deliver()
    expectSuccess(await bo.post('/mobile_push/register', { device_id, ...android.key(2) }))
    later(11)
    await send(ada, { type: 'direct', to: [bo.id], content: 'second' })
    await deliver()
    expect(readBy(android).map(({ content }) => content)).toEqual(['first', 'second'])
    const names = services.to(android.token).map(({ data }) => asRecord(data)['push_key_id'])
    expect(names).toEqual(['1', '2'])
    const record = {
      ...{ push_key_id: 2, push_token_id: android.tokenId, pending_push_token_id: null },
      push_token_last_updated_timestamp: expect.any(Number),
      push_registration_error_code: null,
    }
    expect(await stateOf(bo)).toEqual({ [device_id]: record })
    const { devices } = expectSuccess(await bo.get('/users/me/web_push'))
    expect(devices).toMatchObject([{ kind: 'mobile_app', service: 'fcm' }])
    expectSuccess(await bo.post('/remove_client_device', { device_id }))
    later(11)
    await send(ada, { type: 'direct', to: [bo.id], content: 'third' })
    await deliver()
    expect(readBy(android)).toHaveLength(2)
    expect(await stateOf(bo)).toEqual({})
    const { queue_id, last_event_id } = queue
    const asked = { queue_id, last_event_id, dont_block: true }
    const { events } = expectSuccess(await bo.get('/events', asked))
    expect(events).toMatchObject([
      { type: 'device', op: 'add', device_id },
      { op: 'update', device_id, ...record, push_key_id: 1 },
      { op: 'update', device_id, ...record },
      { op: 'remove', device_id },
    ])
  })

  it('say in the state why a token was not registered, and keep the one before', async () => {
    const [bo] = await server.users('bo4')
    const android = new EncryptingApp('fcm', 'token-4')
    const device_id = await register(bo, android)
    const key = await publicKey()
    const { public_key: other } = await makeSealingKeys()
    const next = new EncryptingApp('fcm', 'token-4b')
    const tries: [Arguments, string][] = [
      [next.registration(other, now()), 'INVALID_BOUNCER_PUBLIC_KEY'],
      [
        { ...next.registration(other, now()), bouncer_public_key: key },
        'INVALID_ENCRYPTED_PUSH_REGISTRATION',
      ],
      [next.registration(key, now(), { token: 'another' }), 'INVALID_ENCRYPTED_PUSH_REGISTRATION'],
      [next.registration(key, new Date(now().getTime() - 86_401_000)), 'REQUEST_EXPIRED'],
    ]
    for (const [args, code] of tries) {
      expectSuccess(await bo.post('/mobile_push/register', { device_id, ...args }))
      expect(await stateOf(bo)).toMatchObject({
        [device_id]: {
          ...{ push_token_id: android.tokenId, pending_push_token_id: next.tokenId },
          push_registration_error_code: code,
        },
      })
    }
    expectSuccess(
      await bo.post('/mobile_push/register', { device_id, ...next.registration(key, now()) }),
    )
    expect(await stateOf(bo)).toMatchObject({
      [device_id]: { push_token_id: next.tokenId, push_registration_error_code: null },
    })
    // The token before it gets nothing any more.
    expectSuccess(await bo.post('/mobile_push/e2ee/test_notification', { device_id }))
    await deliver()
    expect(readBy(android)).toEqual([])
    expect(services.to(next.token)).toHaveLength(1)
  })

  it('are registered with all of a key or a token, by the device of the requester', async () => {
    const [bo, cy] = await server.users('bo5', 'cy5')
    const app = new EncryptingApp('fcm', 'token-5')
    const device_id = await addDevice(bo)
    const path = '/mobile_push/register'
    const key = app.key(1)
    const token = app.registration(await publicKey(), now())
    const refused: Arguments[] = [
      {},
      { ...key, push_key: undefined },
      { ...key, push_key: Buffer.alloc(33).toString('base64') },
      { ...token, token_id: undefined },
      { ...token, token_id: 'AAAA' },
      { ...key, push_key_id: 2 ** 32 },
    ]
    for (const args of refused) {
      const { status, body } = await bo.post(path, { device_id, ...args })
      expect({ args, status, result: body['result'] }).toMatchObject({
        status: 400,
        result: 'error',
      })
    }
    expect((await cy.post(path, { device_id, ...key })).body).toMatchObject({
      msg: 'Device does not exist.',
    })
    const test = '/mobile_push/e2ee/test_notification'
    expectSuccess(await bo.post(path, { device_id, ...token }))
    expect((await bo.post(test)).body).toMatchObject({ code: 'NO_ACTIVE_PUSH_DEVICE' })
    expectSuccess(await bo.post(path, { device_id, ...key }))
    expectSuccess(await bo.post(test))
    await deliver()
    expect(readBy(app)).toEqual([
      { type: 'test', realm_url: 'http://localhost', realm_name: 'Parley Test', user_id: bo.id },
    ])
    expect((await cy.post('/remove_client_device', { device_id })).body).toMatchObject({
      msg: 'Device does not exist.',
    })
    // A person who removes the app in the settings removes its token.
    const { devices } = expectSuccess(await bo.get('/users/me/web_push'))
    const { device_id: listed } = firstOf(shapedLike(devices, [{ device_id: 0 }]))
    expectSuccess(await bo.delete('/users/me/web_push', { device_id: listed }))
    expect(await stateOf(bo)).toMatchObject({
      [device_id]: { push_token_id: null, push_key_id: 1 },
    })
  })

  it('remember twenty devices of a person: the others registered least recently', async () => {
    const [bo] = await server.users('bo6')
    const first = await addDevice(bo)
    const kept = await register(bo, new EncryptingApp('fcm', 'token-6'))
    for (let count = 0; count < 19; count++) {
      later(1)
      await addDevice(bo)
    }
    const ids = Object.keys(await stateOf(bo))
    expect(ids).toHaveLength(20)
    expect(ids).toContain(String(kept))
    expect(ids).not.toContain(String(first))
  })
})

describe('encrypted pushes without a way to an app', () => {
  useEncryptingApps()
  const server = useOwnServer()

  it('are refused', async () => {
    const [bo] = await server.users('bo')
    const { device_id } = expectSuccess(await bo.post('/register_client_device'))
    const app = new EncryptingApp('fcm', 'token')
    const answer = await bo.post('/mobile_push/register', { device_id, ...app.key(1) })
    expect(answer.body).toMatchObject({ code: 'PUSH_SERVICE_NOT_CONFIGURED' })
  })
})
