import { sql } from 'kysely'
import { mostAttempts } from '../../src/server/chat/jobs/scheduled-messages/deliver'
import { deliverSome } from '../../src/server/chat/jobs/scheduled-messages/sweep'
import { sizeLimits } from '../../src/server/chat/rules/limits'
import { asNumber, firstOf, shapedLike } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import type { Arguments, Person, Queue } from '../support/person'
import { useOwnServer } from '../support/own-server'
import { uploadedBy } from '../support/uploads'

let now = new Date('2030-01-01T08:00:00Z').getTime()
const server = useOwnServer({ clock: { now: () => new Date(now) } })

const seconds = () => Math.floor(now / 1_000)
const inAnHour = () => seconds() + 3_600

/** Sets the clock and delivers due messages. */
async function at(time: number): Promise<void> {
  now = time * 1_000
  await deliverSome(server.ctx)
}

const toSelf = (person: Person) => ({ type: 'direct', to: [person.id] })

async function schedule(person: Person, args: Arguments): Promise<number> {
  const when = { scheduled_delivery_timestamp: inAnHour() }
  const answer = await person.post('/scheduled_messages', { content: 'x', ...when, ...args })
  return asNumber(expectSuccess(answer)['scheduled_message_id'])
}

const listOf = async (person: Person) =>
  (await person.call('GET /scheduled_messages')).scheduled_messages

async function told(person: Person, queue: Queue) {
  const events = await person.eventsUntilNow(queue)
  const messages = events.flatMap((event) =>
    event.type === 'message'
      ? [
          {
            ...shapedLike(event['message'], {
              content: '',
              client: '',
              timestamp: 0,
              sender_email: '',
            }),
            flags: event['flags'],
          },
        ]
      : [],
  )
  return { messages, others: events.filter(({ type }) => type === 'scheduled_messages') }
}

const listen = (person: Person) =>
  person.register({ event_types: ['message', 'scheduled_messages'] })

// Source: docs/protocol/drafts-and-schedule.md#scheduled-messages.
describe('a scheduled message', () => {
  it('is listed, is sent when it is time and not before, and its author alone is told of the plan', async () => {
    const [ada, bo] = await server.users('ada', 'bo')
    const lunch = await server.stream('lunch', { subscribers: [ada, bo] })
    const [adas, bos] = await Promise.all([listen(ada), listen(bo)])
    const due = inAnHour()
    const place = { type: 'channel', to: lunch.id, topic: ' pizza ' }
    const id = await schedule(ada, { ...place, content: '*now*? ' })
    const record = {
      ...{ scheduled_message_id: id, type: 'stream', to: lunch.id, topic: 'pizza' },
      ...{ content: '*now*?', rendered_content: '<p><em>now</em>?</p>' },
      ...{ scheduled_delivery_timestamp: due, failed: false },
    }
    expect(await listOf(ada)).toEqual([record])
    expect(await listOf(bo)).toEqual([])
    const { scheduled_messages } = await ada.register({ fetch_event_types: ['scheduled_messages'] })
    expect(scheduled_messages).toEqual([record])

    await at(due - 1)
    expect(await told(bo, bos)).toEqual({ messages: [], others: [] })
    await at(due)
    await at(due + 1)
    const heard = await told(bo, bos)
    expect(heard).toMatchObject({
      messages: [{ content: '*now*?', sender_email: ada.email, timestamp: due }],
      others: [],
    })
    expect((await told(ada, adas)).others).toMatchObject([
      { op: 'add', scheduled_messages: [record] },
      { op: 'remove', scheduled_message_id: id },
    ])
    expect(await listOf(ada)).toEqual([])
  })

  it('is sent by the program that scheduled it, which has read it or not', async () => {
    const [cy, dee] = await server.users('cy', 'dee')
    const queue = await listen(cy)
    const due = inAnHour()
    const post = (to: Person, content: string, further: Arguments = {}) =>
      schedule(cy, { type: 'private', to: [to.id], content, client: 'ZulipMobile', ...further })
    await post(dee, 'read')
    await post(dee, 'unread', { read_by_sender: false })
    await post(cy, 'to myself')
    await post(dee, 'by a script', { client: 'script' })
    await post(cy, 'to myself, read', { read_by_sender: true })
    await at(due)
    const { messages } = await told(cy, queue)
    expect(messages.map(({ content, flags, client }) => [content, flags, client])).toEqual([
      ['read', ['read'], 'ZulipMobile'],
      ['unread', [], 'ZulipMobile'],
      ['to myself', [], 'ZulipMobile'],
      ['by a script', [], 'script'],
      ['to myself, read', ['read'], 'ZulipMobile'],
    ])
  })

  it('is changed in all that it says', async () => {
    const [eve, flo] = await server.users('eve', 'flo')
    const plans = await server.stream('plans', { subscribers: [eve, flo] })
    const due = inAnHour()
    const id = await schedule(eve, { ...toSelf(eve), content: 'first' })
    const [queue, flos] = await Promise.all([listen(eve), listen(flo)])
    const change = (args: Arguments) => eve.patch(`/scheduled_messages/${id}`, args)
    expectError(await change({}), 400, { msg: 'Nothing to change' })
    expectError(await change({ type: 'stream', topic: 'x' }), 400, {
      msg: 'Recipient required when updating type of scheduled message.',
    })
    expectError(await change({ type: 'stream', to: plans.id }), 400, {
      msg: 'Topic required when updating scheduled message type to channel.',
    })
    expectSuccess(await change({ content: 'second' }))
    expectSuccess(await change({ type: 'stream', to: plans.id, topic: 'x' }))
    expectSuccess(await change({ topic: 'y', scheduled_delivery_timestamp: due + 5 }))
    const { others } = await told(eve, queue)
    expect(others.map((event) => event['scheduled_message'])).toMatchObject([
      { type: 'private', to: [eve.id], content: 'second', rendered_content: '<p>second</p>' },
      { type: 'stream', to: plans.id, topic: 'x', scheduled_delivery_timestamp: due },
      { type: 'stream', topic: 'y', scheduled_delivery_timestamp: due + 5, content: 'second' },
    ])
    await at(due)
    expect((await told(flo, flos)).messages).toEqual([])
    await at(due + 5)
    expect((await told(flo, flos)).messages).toMatchObject([{ subject: 'y' }])
  })

  it('is not sent once it was removed, and not changed once it was sent', async () => {
    const [gil, hal] = await server.users('gil', 'hal')
    const due = inAnHour()
    const [gone, sent] = [await schedule(gil, toSelf(hal)), await schedule(gil, toSelf(gil))]
    const missing = { code: 'BAD_REQUEST', msg: 'Scheduled message does not exist' }
    for (const id of [gone, 987_654_321]) {
      expectError(await hal.delete(`/scheduled_messages/${id}`), 404, missing)
      expectError(await hal.patch(`/scheduled_messages/${id}`, { content: 'y' }), 404, missing)
    }
    const hals = await listen(hal)
    expectSuccess(await gil.delete(`/scheduled_messages/${gone}`))
    expectError(await gil.delete(`/scheduled_messages/${gone}`), 404, missing)
    await at(due)
    expect((await told(hal, hals)).messages).toEqual([])
    const late = { code: 'BAD_REQUEST', msg: 'Scheduled message was already sent' }
    expectError(await gil.patch(`/scheduled_messages/${sent}`, { content: 'y' }), 400, late)
    expectError(await gil.delete(`/scheduled_messages/${sent}`), 400, late)
    // Its content is deleted from this table.
    const row = await server.db
      .selectFrom('scheduled_messages')
      .select(['content', 'rendered_content'])
      .where('id', '=', sent)
      .executeTakeFirst()
    expect(row).toEqual({ content: '', rendered_content: '' })
  })

  it.each<[string, (mia: Person) => Arguments, string]>([
    [
      'for the past',
      () => ({ scheduled_delivery_timestamp: seconds() }),
      'Scheduled delivery time must be in the future.',
    ],
    ['without a text', () => ({ content: ' ' }), 'Message must not be empty'],
    ['to nobody', () => ({ to: [] }), 'Message must have recipients'],
    ['to nobody that there is', () => ({ to: [987_654] }), 'Invalid user ID 987654'],
    [
      'to no stream',
      () => ({ type: 'stream', to: 987_654, topic: 'x' }),
      "Stream with ID '987654' does not exist",
    ],
    [
      'to several streams',
      () => ({ type: 'stream', to: [1, 2], topic: 'x' }),
      'Cannot send to multiple streams',
    ],
    ['of another type', () => ({ type: 'letter' }), 'Invalid message type'],
  ])('A scheduled message %s is refused', async (_what, args, msg) => {
    const mia = await server.user(`mia${(now += 1)}`)
    const whole = { ...toSelf(mia), content: 'x', scheduled_delivery_timestamp: inAnHour() }
    const answer = await mia.post('/scheduled_messages', { ...whole, ...args(mia) })
    expectError(answer, 400, { msg })
    expect(await listOf(mia)).toEqual([])
  })

  it('is refused to a hidden stream like to a missing one', async () => {
    const [ned] = await server.users('ned')
    const { id } = await server.stream('secret', { inviteOnly: true })
    const whole = { type: 'stream', to: id, topic: 'x', content: 'x' }
    const answer = await ned.post('/scheduled_messages', {
      ...whole,
      scheduled_delivery_timestamp: inAnHour(),
    })
    expectError(answer, 400, { msg: `Stream with ID '${id}' does not exist` })
  })

  it('says why it cannot be sent any more, and is sent when its author gives it another time', async () => {
    const [kim, leo] = await server.users('kim', 'leo')
    // leo creates the stream: its creator may know it from outside.
    const { id: streamId } = await server.stream('club', {
      subscribers: [leo, kim],
      inviteOnly: true,
    })
    const due = inAnHour()
    const id = await schedule(kim, { type: 'stream', to: streamId, topic: 'x', content: 'still' })
    const leave = { subscriptions: ['club'] }
    expectSuccess(await kim.delete('/users/me/subscriptions', leave))
    const queue = await listen(kim)
    await at(due)
    const { messages, others } = await told(kim, queue)
    expect(others).toMatchObject([
      { op: 'update', scheduled_message: { scheduled_message_id: id, failed: true } },
    ])
    expect(messages).toMatchObject([{ sender_email: 'notification-bot@zulip.com' }])
    expect(messages[0]?.content).toContain('was not sent because of the following error:')
    expect(messages[0]?.content).toContain(`Stream with ID '${streamId}' does not exist`)
    expect(await listOf(kim)).toMatchObject([{ failed: true }])

    await at(due + 60)
    const again = (args: Arguments) => kim.patch(`/scheduled_messages/${id}`, args)
    expectError(await again({ content: 'y' }), 400, {
      msg: 'Scheduled delivery time must be in the future.',
    })
    const elsewhere = { type: 'direct', to: [leo.id], scheduled_delivery_timestamp: inAnHour() }
    const leos = await listen(leo)
    expectSuccess(await again(elsewhere))
    expect(await listOf(kim)).toMatchObject([{ failed: false }])
    await at(inAnHour())
    expect((await told(leo, leos)).messages).toMatchObject([{ content: 'still' }])
  })

  it('is sent however late it is', async () => {
    const [max] = await server.users('max')
    const due = inAnHour()
    await schedule(max, { ...toSelf(max), content: 'late' })
    const queue = await listen(max)
    await at(due + 86_400)
    expect((await told(max, queue)).messages).toMatchObject([{ content: 'late' }])
    expect(await listOf(max)).toEqual([])
  })

  it('does not wait for all messages of another account', async () => {
    const [busy, calm] = await server.users('busy', 'calm')
    const due_at = new Date(inAnHour() * 1_000)
    const rowOf = (user_id: number, content: string) => ({
      ...{ realm_id: 1, user_id, recipient_ids: sql<number[]>`array[${user_id}]::bigint[]` },
      ...{ topic: '', content, rendered_content: '', client: 'x', due_at },
    })
    const rows = Array.from({ length: 60 }, (_, n) => rowOf(busy.id, `busy ${n}`))
    await server.db.insertInto('scheduled_messages').values(rows).execute()
    await server.db.insertInto('scheduled_messages').values(rowOf(calm.id, 'calm')).execute()
    const queue = await listen(calm)
    // One batch, which has less than the messages that are due.
    await at(inAnHour())
    expect((await told(calm, queue)).messages).toMatchObject([{ content: 'calm' }])
    await deliverSome(server.ctx)
    const { count } = await server.db
      .selectFrom('scheduled_messages')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('sent_at', 'is', null)
      .where('user_id', '=', busy.id)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(0)
  })

  it('is not sent once its account is deactivated', async () => {
    const [nia, oli] = await server.users('nia', 'oli')
    const due = inAnHour()
    await schedule(nia, toSelf(oli))
    expectSuccess(await server.owner.delete(`/users/${nia.id}`))
    const queue = await listen(oli)
    await at(due)
    expect((await told(oli, queue)).messages).toEqual([])
  })

  it('keeps the files that it will link, and no longer than that', async () => {
    const [pia] = await server.users('pia')
    const url = await uploadedBy(pia, 'plan.txt', Buffer.from('text'))
    const held = async () =>
      (await server.db.selectFrom('scheduled_message_uploads').selectAll().execute()).length
    const id = await schedule(pia, { ...toSelf(pia), content: `[plan](${url})` })
    expect(await held()).toBe(1)
    expectSuccess(await pia.patch(`/scheduled_messages/${id}`, { content: 'none' }))
    expect(await held()).toBe(0)
    expectSuccess(await pia.patch(`/scheduled_messages/${id}`, { content: `[plan](${url})` }))
    await at(inAnHour())
    expect(await held()).toBe(0)
    const { attachments } = await pia.call('GET /attachments')
    expect(attachments[0]?.messages).toHaveLength(1)
  })

  it('counts toward a maximum number', async () => {
    const [quin] = await server.users('quin')
    const rows = Array.from({ length: sizeLimits.scheduledMessages }, (_, n) => ({
      ...{ realm_id: 1, user_id: quin.id, recipient_ids: sql<number[]>`'{}'` },
      ...{ topic: '', content: `x${n}`, rendered_content: '', client: 'x' },
      due_at: new Date('2035-01-01'),
    }))
    await server.db.insertInto('scheduled_messages').values(rows).execute()
    const answer = await quin.post('/scheduled_messages', {
      ...{ ...toSelf(quin), content: 'x', scheduled_delivery_timestamp: inAnHour() },
    })
    expectError(answer, 400, { msg: 'Too many scheduled messages (limit: 500)' })
  })

  it('counts toward the HTML that one account may schedule', async () => {
    const [rhea] = await server.users('rhea')
    const id = await schedule(rhea, toSelf(rhea))
    const long = { content: ':smile: '.repeat(1_250) }
    const other = await schedule(rhea, { ...toSelf(rhea), ...long })
    await server.db
      .updateTable('scheduled_messages')
      .set({ rendered_content: 'x'.repeat(sizeLimits.scheduledHtmlBytes - 200_000) })
      .where('user_id', '=', rhea.id)
      .where('id', '=', id)
      .execute()
    const when = { scheduled_delivery_timestamp: inAnHour() }
    const refused = await rhea.post('/scheduled_messages', { ...toSelf(rhea), ...long, ...when })
    expectError(refused, 400, {
      msg: 'Scheduled messages are too long together: 16804728 bytes of HTML (limit: 16777216 bytes)',
    })
    expectSuccess(await rhea.patch(`/scheduled_messages/${other}`, long))
    expectSuccess(await rhea.delete(`/scheduled_messages/${id}`))
    await schedule(rhea, { ...toSelf(rhea), ...long })
  })

  it.each(['message', 'reminder'])(
    'is given up after ten errors of the server: %s',
    async (kind) => {
      const [sam] = await server.users(`sam-${kind}`)
      const message = await sam.sendPrivately([sam.id], 'remember')
      if (kind === 'message') await schedule(sam, toSelf(sam))
      else {
        const when = { scheduled_delivery_timestamp: inAnHour() }
        expectSuccess(await sam.post('/reminders', { message_id: message, ...when }))
      }
      now = inAnHour() * 1_000
      const rows = server.db.updateTable('scheduled_messages').where('user_id', '=', sam.id)
      const failing = jest
        .spyOn(server.ctx.db, 'transaction')
        .mockRejectedValue(new Error('broken'))
      const pauses: number[] = []
      for (let attempt = 1; attempt <= mostAttempts; attempt++) {
        await deliverSome(server.ctx)
        const { pause } = await rows
          .set({ leased_until: sql<Date>`'-infinity'` })
          .from(
            sql<{ pause: number }>`(
            select extract(epoch from leased_until - now())::float as pause from scheduled_messages
            where user_id = ${sam.id})`.as('before'),
          )
          .returning('before.pause')
          .executeTakeFirstOrThrow()
        pauses.push(pause)
      }
      failing.mockRestore()
      expect(pauses[1]).toBeGreaterThan(1.5 * firstOf(pauses))
      expect(pauses.at(-1)).toBeGreaterThan(3_600)

      const queue = await listen(sam)
      await deliverSome(server.ctx)
      const { messages } = await told(sam, queue)
      if (kind === 'message') {
        expect(await listOf(sam)).toMatchObject([{ failed: true }])
        expect(messages).toMatchObject([{ content: expect.stringContaining('error') }])
      } else expect(messages).toEqual([])
      await rows.set({ leased_until: sql<Date>`'-infinity'` }).execute()
      expect(await deliverSome(server.ctx)).toBe(0)
    },
  )

  it('is sent once by any number of workers that look at the same time', async () => {
    const [rex] = await server.users('rex')
    const due = inAnHour()
    for (let n = 0; n < 5; n += 1) await schedule(rex, { ...toSelf(rex), content: `note ${n}` })
    const queue = await listen(rex)
    now = due * 1_000
    await Promise.all([1, 2, 3].map(() => deliverSome(server.ctx)))
    const { messages } = await told(rex, queue)
    expect(messages.map(({ content }) => content)).toEqual([0, 1, 2, 3, 4].map((n) => `note ${n}`))
  })
})

// Source: docs/protocol/messages.md#send-later.
describe('POST /messages of older clients', () => {
  it.each([
    ['2031-07-01T10:00:00', 'Europe/Berlin', '2031-07-01T08:00:00.000Z'],
    ['2031-01-01 10:00', 'America/New_York', '2031-01-01T15:00:00.000Z'],
    ['2031-01-01T10:00:00+02:00', 'America/New_York', '2031-01-01T08:00:00.000Z'],
    ['1925000000', 'America/New_York', '2031-01-01T02:13:20.000Z'],
    ['2031-01-01T10:00:00', '', '2031-01-01T10:00:00.000Z'],
  ])('schedules for %s in %s', async (deliver_at, tz_guess, due) => {
    const sue = await server.user(`sue${(now += 1)}`)
    const message = { type: 'private', to: [sue.email], content: 'later' }
    const args = { delivery_type: 'send_later', deliver_at, tz_guess }
    expect(expectSuccess(await sue.post('/messages', { ...message, ...args }))).toMatchObject({
      deliver_at: due,
    })
    expect(await listOf(sue)).toMatchObject([
      { type: 'private', to: [sue.id], scheduled_delivery_timestamp: Date.parse(due) / 1_000 },
    ])
  })

  it.each<[Arguments, string]>([
    [
      { delivery_type: 'send_later' },
      'Missing deliver_at in a request for delayed message delivery',
    ],
    [{ delivery_type: 'remind', deliver_at: 'soon' }, 'Invalid time format'],
    [
      { delivery_type: 'send_later', deliver_at: '2001-01-01' },
      'Scheduled delivery time must be in the future.',
    ],
    [{ delivery_type: 'send_now', deliver_at: '2031-01-01' }, 'Invalid delivery_type'],
    [{ delivery_type: 'some day', deliver_at: '2031-01-01' }, 'Invalid delivery_type'],
    [{ deliver_at: '2031-01-01', tz_guess: 'Moon' }, "Invalid timezone 'Moon'"],
  ])('refuses %o', async (args, msg) => {
    const tom = await server.user(`tom${(now += 1)}`)
    const queue = await listen(tom)
    const message = { type: 'private', to: [tom.email], content: 'later' }
    expectError(await tom.post('/messages', { ...message, ...args }), 400, { msg })
    expect((await told(tom, queue)).messages).toEqual([])
  })
})
