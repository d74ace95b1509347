import { reactivateRealm } from '../../src/server/chat/actions/realms/deactivate'
import { getRealmNamed } from '../../src/server/chat/actions/realms/find-realm'
import { expectError, expectSuccess } from '../support/expectations'
import { browserOf } from '../support/browser'
import { useOwnServer } from '../support/own-server'
import { untilHolds } from '../support/until'

const ended = { code: 'REALM_DEACTIVATED', msg: 'This organization has been deactivated' }

describe('POST /realm/deactivate', () => {
  const server = useOwnServer()

  it.each([
    ['an administrator', 'administrator'],
    ['a member', undefined],
    ['a guest', 'guest'],
  ] as const)('is closed to %s', async (_who, role) => {
    const person = await server.user(`ender-${String(role)}`, role)
    const refused = { code: 'BAD_REQUEST', msg: 'Must be an organization owner' }
    expectError(await person.post('/realm/deactivate'), 400, refused)
  })

  it('refuses a delay after which all is deleted', async () => {
    expectError(await server.owner.post('/realm/deactivate', { deletion_delay_days: 30 }), 400)
    expectSuccess(await server.owner.get('/users/me'))
  })

  it('is published, ends sessions and queues, and has every call refused until the reactivation', async () => {
    const realm = await server.realm('over')
    const dan = await realm.user('dan')
    const hook = await realm.bot(dan, 'hook', 2)
    const [polled, idle] = [await dan.register(), await dan.register()]
    const told = dan.poll(polled)
    await untilHolds('the poll waits', () => server.ctx.events.parkedPolls === 1)
    const browser = await browserOf(dan)
    expectSuccess(await realm.owner.post('/realm/deactivate'))
    const { id } = await getRealmNamed(server.ctx, 'over')
    expect(await told).toMatchObject([{ type: 'realm', op: 'deactivated', realm_id: id }])

    for (const person of [dan, realm.owner]) {
      expectError(await person.get('/users/me'), 401, ended)
      expectError(await person.get('/messages', { anchor: 'newest' }), 401, ended)
      expectError(await person.post('/register'), 401, ended)
    }
    expectError(await browser.get('/json/users/me'), 401, ended)
    const { queue_id, last_event_id } = idle
    expectError(await dan.get('/events', { queue_id, last_event_id }), 401, ended)
    const post = await hook.post(`/external/helloworld?api_key=${hook.apiKey}&stream=x`)
    expect(post.body).toMatchObject({ result: 'error', msg: ended.msg })
    expectSuccess(await server.owner.get('/users/me'))

    await reactivateRealm(server.ctx, await getRealmNamed(server.ctx, 'over'))
    expectSuccess(await dan.get('/users/me'))
    expectError(await browser.get('/json/users/me'), 401, { code: 'UNAUTHORIZED' })
    expectError(await dan.get('/events', { queue_id, last_event_id }), 400, {
      code: 'BAD_EVENT_QUEUE_ID',
    })
    await expect(
      reactivateRealm(server.ctx, await getRealmNamed(server.ctx, 'over')),
    ).rejects.toThrow('is active')
  })
})
