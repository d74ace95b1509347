import { deliverSome } from '../../src/server/chat/jobs/scheduled-messages/sweep'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person } from '../support/person'
import { useOwnServer } from '../support/own-server'

let now = new Date('2030-01-01T08:00:00Z').getTime()
const server = useOwnServer({ clock: { now: () => new Date(now) } })

const inAnHour = () => Math.floor(now / 1_000) + 3_600

const ask = (person: Person, messageId: number, args: Arguments = {}) =>
  person.post('/reminders', {
    ...{ message_id: messageId, scheduled_delivery_timestamp: inAnHour() },
    ...args,
  })
const listOf = async (person: Person) => (await person.call('GET /reminders')).reminders

async function later(): Promise<void> {
  now += 3_600_000
  await deliverSome(server.ctx)
}

/** The bot's messages to a person, as Markdown, newest last. */
async function said(person: Person): Promise<string[]> {
  const args = { anchor: 'newest', num_before: 50, num_after: 0, apply_markdown: false } as const
  const { messages } = await person.call('GET /messages', args)
  return messages
    .filter(({ sender_email: sender }) => sender === 'notification-bot@zulip.com')
    .map(({ content }) => content)
}

// Source: docs/protocol/drafts-and-schedule.md#reminders.
describe('a reminder', () => {
  it('is set once by requests with the same name of the client, also at the same time', async () => {
    const [una, vic] = await server.users('una', 'vic')
    const messageId = await una.sendPrivately([vic.id], 'Call me')
    const named = (person: Person, local_id: string) => ask(person, messageId, { local_id })
    const answers = await Promise.all([1, 2, 3].map(async () => named(una, 'first')))
    const ids = new Set(answers.map((answer) => expectSuccess(answer)['reminder_id']))
    expect(ids.size).toBe(1)
    // Others, and other names, have reminders of their own.
    expectSuccess(await named(vic, 'first'))
    expectSuccess(await named(una, 'second'))
    expect(await listOf(una)).toHaveLength(2)
    expect(await listOf(vic)).toHaveLength(1)
    expectError(await named(una, 'x'.repeat(101)), 400)
    await later()
    expect(await said(una)).toHaveLength(2)
  })

  it('comes from Notification Bot on time, with a link, the note and the message', async () => {
    const [ada, bo] = await server.users('ada', 'bo')
    const { id: streamId } = await server.stream('lunch', { subscribers: [ada, bo] })
    const messageId = await ada.send('lunch', 'pizza', 'At *noon* @**all**?')
    const queue = await bo.register({ event_types: ['reminders', 'message'] })
    const due = inAnHour()
    const { reminder_id: id } = expectSuccess(await ask(bo, messageId, { note: ' Be there! ' }))
    const content =
      `You requested a reminder for #**lunch>pizza@${messageId}**. Note:\n` +
      '```quote\nBe there!\n```\n\n' +
      `@_**Ada|${ada.id}** [said](#narrow/channel/${streamId}-lunch/topic/pizza/near/${messageId}):\n` +
      '```quote\nAt *noon* @_**all**?\n```'
    const record = {
      ...{ reminder_id: id, type: 'private', to: [bo.id], content, failed: false },
      rendered_content: expect.stringContaining('<blockquote>\n<p>Be there!</p>'),
      ...{ scheduled_delivery_timestamp: due, reminder_target_message_id: messageId },
    }
    expect(await listOf(bo)).toEqual([record])
    expect(await listOf(ada)).toEqual([])
    expect(expectSuccess(await bo.get('/scheduled_messages'))['scheduled_messages']).toEqual([])
    const state = await bo.register({ fetch_event_types: ['reminders'] })
    expect(state).toMatchObject({ reminders: [record], max_reminder_note_length: 1_000 })

    expect(await said(bo)).toEqual([])
    await later()
    expect(await said(bo)).toEqual([content])
    expect(await listOf(bo)).toEqual([])
    const events = await bo.eventsUntilNow(queue)
    expect(events.filter(({ type }) => type === 'reminders')).toMatchObject([
      { op: 'add', reminders: [record] },
      { op: 'remove', reminder_id: id },
    ])
  })

  it('links to the conversation if it is of a private message', async () => {
    const [cy, dee] = await server.users('cy', 'dee')
    const messageId = await cy.sendPrivately([dee.id], 'A secret')
    expectSuccess(await ask(dee, messageId))
    await later()
    const [content] = await said(dee)
    expect(content).toContain('You requested a reminder for the following direct message.')
    expect(content).toContain(`(#narrow/dm/${cy.id},${dee.id}-dm/near/${messageId})`)
    expect(content).toContain('A secret')
  })

  it('comes without the text of a message that was deleted or hidden meanwhile', async () => {
    const [eve, flo] = await server.users('eve', 'flo')
    const { owner } = server
    await server.stream('club', { subscribers: [eve, flo, owner], inviteOnly: true })
    const deleted = await eve.send('club', 'x', 'deleted words')
    const hidden = await eve.send('club', 'x', 'hidden words')
    for (const id of [deleted, hidden]) expectSuccess(await ask(flo, id, { note: 'Why' }))
    expectSuccess(await owner.delete(`/messages/${deleted}`))
    expectSuccess(await flo.delete('/users/me/subscriptions', { subscriptions: ['club'] }))
    await later()
    const gone =
      'You requested a reminder for a message that you cannot read any more. Note:\n```quote\nWhy\n```'
    expect(await said(flo)).toEqual([gone, gone])
  })

  it('comes however late, in the language of its reader, unless it was removed', async () => {
    const [gil] = await server.users('gil')
    expectSuccess(await gil.patch('/settings', { default_language: 'fr' }))
    const messageId = await gil.sendPrivately([gil.id], 'x')
    const { reminder_id: id } = expectSuccess(await ask(gil, messageId))
    expectSuccess(await ask(gil, messageId))
    expectSuccess(await gil.delete(`/reminders/${String(id)}`))
    const missing = { code: 'BAD_REQUEST', msg: 'Reminder does not exist' }
    expectError(await gil.delete(`/reminders/${String(id)}`), 404, missing)
    now += 86_400_000
    await later()
    expect(await said(gil)).toEqual([
      expect.stringMatching(/^Vous avez demandé un rappel pour le message direct suivant\./),
    ])
  })

  it('is refused for an unreadable message, for the past, and with a long note', async () => {
    const [hal, ida] = await server.users('hal', 'ida')
    const messageId = await hal.sendPrivately([hal.id], 'x')
    expectError(await ask(ida, messageId), 400, { msg: 'Invalid message(s)' })
    expectError(await ask(hal, messageId, { scheduled_delivery_timestamp: 1 }), 400, {
      msg: 'Scheduled delivery time must be in the future.',
    })
    expectError(await ask(hal, messageId, { note: 'x'.repeat(1_001) }), 400, {
      msg: 'Maximum reminder note length: 1000 characters',
    })
    const { reminder_id: id } = expectSuccess(await ask(hal, messageId))
    expectError(await ida.delete(`/reminders/${String(id)}`), 404, {
      msg: 'Reminder does not exist',
    })
    // A reminder is no message that its author may change.
    expectError(await hal.delete(`/scheduled_messages/${String(id)}`), 404, {
      msg: 'Scheduled message does not exist',
    })
  })
})
