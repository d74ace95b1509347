import { traceMessage } from '../../src/server/chat/jobs/tracing/trace-message'
import { mailAll } from '../../src/server/chat/jobs/notifications/notifier'
import { findUserById } from '../../src/server/data/users/users'
import { expectError, expectSuccess } from '../support/expectations'
import { judgeAll } from '../support/judged'
import { useMailbox } from '../support/mailbox'
import { useOwnServer } from '../support/own-server'
import type { Person } from '../support/person'
import { untilHolds } from '../support/until'

describe('the trace of a message', () => {
  const mailbox = useMailbox()
  let aheadMs = 0
  const clock = { now: () => new Date(Date.now() + aheadMs) }
  const server = useOwnServer({ settings: mailbox.settings, clock })

  async function realmId(): Promise<number> {
    const { id } = await server.ctx.db.query
      .selectFrom('realms')
      .select('id')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return id
  }

  /** As for operators. */
  async function trace(messageId: number, person?: Person) {
    const realm = await realmId()
    const { db } = server.ctx
    const user = person ? await findUserById(db.query, realm, person.id) : undefined
    return traceMessage(server.ctx, realm, messageId, user)
  }
  /** After the events of all messages are in the queues. */
  async function factsFor(messageId: number, person: Person) {
    await untilHolds('the outbox is empty', async () => {
      const rows = await server.ctx.db.query.selectFrom('outbox').select('id').limit(1).execute()
      return rows.length === 0
    })
    return (await trace(messageId, person)).user
  }
  const codesFor = async (messageId: number, person: Person) =>
    (await factsFor(messageId, person)).map(({ code }) => code)

  it('tells when it was stored, where, and how many have it, without its words', async () => {
    const [ada, bo, cy] = await server.users('ada', 'bo', 'cy')
    const { id: stream_id } = await server.stream('tools', { subscribers: [ada, bo, cy] })
    const id = await ada.send('tools', 'hammers', 'a secret word')
    expectSuccess(await bo.post('/mark_all_as_read'))
    await judgeAll(server)
    const { message, user } = await trace(id)
    expect(user).toEqual([])
    const at = expect.any(Number)
    expect(message).toEqual([
      { code: 'stored_in_stream', at, sender_id: ada.id, client: expect.any(String), stream_id },
      { code: 'told' },
      { code: 'judged' },
      { code: 'received_in_stream', count: 3 },
      { code: 'read_by', count: 1 },
    ])
    expect(JSON.stringify(message)).not.toMatch(/secret|hammers/)
  })

  it('says why a person has not got it', async () => {
    const [dan, eve, fay] = await server.users('dan', 'eve', 'fay')
    await server.stream('garden', { subscribers: [dan, eve] })
    const id = await dan.send('garden', 'roses', 'red')
    expect(await codesFor(id, dan)).toEqual(['sent_it'])
    expect(await codesFor(id, fay)).toEqual(['not_subscribed'])
    expectSuccess(
      await fay.post('/users/me/subscriptions', { subscriptions: [{ name: 'garden' }] }),
    )
    expect(await codesFor(id, fay)).toEqual(['subscribed_later'])
    const direct = await dan.sendPrivately([eve.id], 'hello')
    expect(await codesFor(direct, fay)).toEqual(['not_in_conversation'])
    expect(await codesFor(id, eve)).toEqual([
      'unread',
      'no_queue',
      'mail_unconcerned',
      'push_no_device',
    ])
    expectSuccess(await eve.post(`/users/me/muted_users/${dan.id}`))
    expect(await codesFor(await dan.sendPrivately([eve.id], 'again'), eve)).toEqual([
      'read',
      'muted_sender',
      'no_queue',
      'mail_declined',
      'push_no_device',
    ])
    expectSuccess(await server.owner.delete(`/users/${fay.id}`))
    expect(await codesFor(id, fay)).toEqual(['deactivated'])
  })

  it('names the connected clients of a person that have fetched it or not', async () => {
    const [ivo, jan] = await server.users('ivo', 'jan')
    const early = await jan.register()
    const id = await ivo.sendPrivately([jan.id], 'knock')
    const held = (await factsFor(id, jan)).find(({ code }) => code === 'queue_holds')
    expect(held).toMatchObject({ client: expect.any(String), count: 1 })
    await jan.pollUntil(early, 'message')
    expect(await codesFor(id, jan)).toContain('queue_holds')
    await jan.pollNow(early)
    await jan.register()
    const codes = await codesFor(id, jan)
    expect(codes.filter((code) => code.startsWith('queue'))).toEqual([
      'queue_fetched',
      'queue_later',
    ])
  })

  it('follows a mail about it, and tells of settings that say no', async () => {
    const [gil, hal] = await server.users('gil', 'hal')
    const id = await gil.sendPrivately([hal.id], 'are you there?')
    await judgeAll(server)
    expect(await codesFor(id, hal)).toContain('mail_due')
    aheadMs += 200_000
    await mailAll(server.ctx)
    await mailbox.receive(server.ctx)
    expect(await codesFor(id, hal)).toContain('mail_sent')
    expectSuccess(await hal.patch('/settings', { enable_offline_email_notifications: false }))
    const silent = await gil.sendPrivately([hal.id], 'and now?')
    await judgeAll(server)
    expect(await codesFor(silent, hal)).toContain('mail_declined')
  })

  it('tells of deleted messages, and refuses unknown ids', async () => {
    const id = await server.owner.send('general', 'gone', 'x')
    expectSuccess(await server.owner.delete(`/messages/${id}`))
    expect((await trace(id)).message).toEqual([{ code: 'deleted', at: expect.any(Number) }])
    await expect(trace(999_999_999)).rejects.toThrow(/There is no message 999999999/)
  })

  it('is for administrators, of messages that they may read', async () => {
    const [kai, lea] = await server.users('kai', 'lea')
    const admin = await server.user('mia', 'administrator')
    const direct = await kai.sendPrivately([lea.id], 'between us')
    const shared = await kai.sendPrivately([lea.id, admin.id], 'for three')
    const refusal = { code: 'BAD_REQUEST', msg: 'Invalid message(s)' }
    for (const id of [direct, 999_999_999]) {
      expectError(await admin.get(`/messages/${id}/trace`, { user_id: lea.id }), 400, refusal)
      expectError(await server.owner.get(`/messages/${id}/trace`), 400, refusal)
    }
    expectError(await lea.get(`/messages/${shared}/trace`), 400, {
      msg: 'Must be an organization administrator',
    })
    await judgeAll(server)
    expectSuccess(await lea.post('/mark_all_as_read'))
    const codes = async () => {
      const answer = await admin.call('GET /messages/{message_id}/trace', {
        message_id: shared,
        user_id: lea.id,
      })
      expect(answer.message_facts.map(({ code }) => code)).toEqual([
        'stored_privately',
        'told',
        'judged',
        'received_privately',
      ])
      return answer.user_facts.map(({ code }) => code)
    }
    expect(await codes()).toEqual(['read', 'no_queue', 'mail_none', 'push_no_device'])
    expectSuccess(
      await lea.patch('/settings', { send_read_receipts: false, presence_enabled: false }),
    )
    expect(await codes()).toEqual(['has_it', 'mail_if_unread', 'push_no_device'])
  })
})
