import { traceMessage } from '../../src/server/chat/jobs/tracing/trace-message'
import { mailAll } from '../../src/server/chat/jobs/notifications/notifier'
import { findUserById } from '../../src/server/data/users/users'
import { expectSuccess } from '../support/expectations'
import { judgeAll } from '../support/judged'
import { useMailbox } from '../support/mailbox'
import { useOwnServer } from '../support/own-server'
import type { Person } from '../support/person'

/** Calls the action of `parley trace-message`. */
describe('the trace of a message', () => {
  const mailbox = useMailbox()
  let now = new Date()
  const server = useOwnServer({ settings: mailbox.settings, clock: { now: () => now } })

  async function realmId(): Promise<number> {
    const { id } = await server.ctx.db.query
      .selectFrom('realms')
      .select('id')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return id
  }

  async function trace(messageId: number, person?: Person) {
    const realm = await realmId()
    const { db } = server.ctx
    const user = person ? await findUserById(db.query, realm, person.id) : undefined
    return traceMessage(server.ctx, realm, messageId, user)
  }
  const about = async (messageId: number, person: Person) =>
    (await trace(messageId, person)).person.join('\n')

  it('tells when it was stored, where, and how many have it, without its words', async () => {
    const [ada, bo, cy] = await server.users('ada', 'bo', 'cy')
    await server.stream('tools', { subscribers: [ada, bo, cy] })
    const id = await ada.send('tools', 'hammers', 'a secret word')
    expectSuccess(await bo.post('/mark_all_as_read'))
    await judgeAll(server)
    const { message, person } = await trace(id)
    expect(person).toEqual([])
    expect(message.join('\n')).toMatch(
      new RegExp(
        `^Message ${id} was stored at \\S+Z, from ${ada.email} by .*, to the stream tools`,
      ),
    )
    expect(message.join('\n')).toMatch(/put into the queues/)
    expect(message.join('\n')).toMatch(/notifier has decided/)
    expect(message.at(-1)).toMatch(/^Number of people who have it: 3 .*, of whom 1 have it as read/)
    expect(JSON.stringify(message)).not.toMatch(/secret|hammers/)
  })

  it('says why a person has not got it', async () => {
    const [dan, eve, fay] = await server.users('dan', 'eve', 'fay')
    await server.stream('garden', { subscribers: [dan, eve] })
    const id = await dan.send('garden', 'roses', 'red')
    expect(await about(id, dan)).toMatch(/sent it/)
    expect(await about(id, fay)).toBe(`${fay.email} is not subscribed to the stream.`)
    expectSuccess(
      await fay.post('/users/me/subscriptions', { subscriptions: [{ name: 'garden' }] }),
    )
    expect(await about(id, fay)).toMatch(/was not subscribed to the stream when it was sent/)
    const direct = await dan.sendPrivately([eve.id], 'hello')
    expect(await about(direct, fay)).toBe(`${fay.email} is not in the conversation.`)
    expect(await about(id, eve)).toMatch(
      /^\S+ has it, and has not read it\.\nNo mail: it is not private, .*\nNo push: the person has no device/,
    )
    expectSuccess(await eve.post(`/users/me/muted_users/${dan.id}`))
    expect(await about(await dan.sendPrivately([eve.id], 'again'), eve)).toMatch(
      /muted the sender: it arrived as read/,
    )
    expectSuccess(await server.owner.delete(`/users/${fay.id}`))
    expect(await about(id, fay)).toMatch(/deactivated since/)
  })

  it('follows a mail about it, and tells of settings that say no', async () => {
    const [gil, hal] = await server.users('gil', 'hal')
    const id = await gil.sendPrivately([hal.id], 'are you there?')
    await judgeAll(server)
    expect(await about(id, hal)).toMatch(/A mail about it \(direct_message\) is due at/)
    now = new Date(now.getTime() + 200_000)
    await mailAll(server.ctx)
    await mailbox.receive(server.ctx)
    expect(await about(id, hal)).toMatch(/A mail about missed messages went out at/)
    expectSuccess(await hal.patch('/settings', { enable_offline_email_notifications: false }))
    const silent = await gil.sendPrivately([hal.id], 'and now?')
    await judgeAll(server)
    expect(await about(silent, hal)).toMatch(/No mail: the settings of the person/)
  })

  it('tells of deleted messages, and refuses unknown ids', async () => {
    const id = await server.owner.send('general', 'gone', 'x')
    expectSuccess(await server.owner.delete(`/messages/${id}`))
    expect((await trace(id)).message[0]).toMatch(/was deleted at/)
    await expect(trace(999_999_999)).rejects.toThrow(/There is no message 999999999/)
  })
})
