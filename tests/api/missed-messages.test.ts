import { handleDueMails } from '../../src/server/mail-in/handler'
import { findRecipient, receiveMail } from '../../src/server/mail-in/receive'
import { asNumber, asRecord, asText, maybe, shapedLike } from '../support/checked'
import { judgeAll } from '../support/judged'
import { mailAll, measureAges } from '../../src/server/chat/jobs/notifications/notifier'
import { countStatements } from '../support/count-statements'
import { expectSuccess } from '../support/expectations'
import { useMailbox } from '../support/mailbox'
import type { ReceivedMail } from '../support/mailbox'
import { useOwnServer } from '../support/own-server'
import type { Arguments, Person } from '../support/person'

// Source: docs/protocol/notifications.md#missed-messages.
describe('mails about missed messages', () => {
  const mailbox = useMailbox()
  let now = new Date()
  const server = useOwnServer({
    settings: Object.assign(mailbox.settings, {
      MAIL_IN_ADDRESS: '%s@chat.parley.test',
      MAIL_IN_AUTHSERV_ID: 'mx.parley.test',
    }),
    clock: { now: () => now },
  })

  const later = (seconds: number): void => {
    now = new Date(now.getTime() + seconds * 1_000)
  }

  async function send(person: Person, args: Arguments): Promise<number> {
    return asNumber(expectSuccess(await person.post('/messages', args))['id'])
  }

  /** Lets the time of the first mail pass, and answers the mails that arrive. */
  async function mails(): Promise<ReceivedMail[]> {
    await judgeAll(server)
    return mailsAfter(121)
  }

  async function mailsAfter(seconds: number): Promise<ReceivedMail[]> {
    later(seconds)
    await mailAll(server.ctx)
    return mailbox.receive(server.ctx)
  }

  it('tell of private messages that their reader has not read, together and once', async () => {
    const [ada, bo] = await server.users('ada1', 'bo1')
    const id = await send(ada, { type: 'direct', to: [bo.id], content: 'Are you <there>?' })
    await send(ada, { type: 'direct', to: [bo.id], content: 'The second.' })
    await judgeAll(server)
    // Not before its time.
    expect(await mailsAfter(60)).toEqual([])
    const [mail, ...others] = await mailsAfter(61)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: bo.email, subject: `DMs with ${ada.fullName}` })
    expect(mail?.text).toContain('Are you <there>?')
    expect(mail?.text).toContain('The second.')
    expect(mail?.html).toContain('Are you &lt;there&gt;?')
    expect(mail?.html).toMatch(/<a href="(https?:[^"]+unsubscribe[^"]+)"[^>]*>\1<\/a>/)
    expect(mail?.text).toContain(
      `https://chat.parley.test/#narrow/dm/${[ada.id, bo.id].sort((a, b) => a - b).join(',')}-dm/near/${id}`,
    )
    expect(await mailsAfter(3_600)).toEqual([])
  })

  it('leave out messages that were read, deleted or emptied meanwhile', async () => {
    const [ada, bo] = await server.users('ada2', 'bo2')
    const to = { type: 'direct', to: [bo.id] }
    const read = await send(ada, { ...to, content: 'read' })
    const deleted = await send(server.owner, { ...to, content: 'deleted' })
    const emptied = await send(ada, { ...to, content: 'emptied' })
    await judgeAll(server)
    expectSuccess(await bo.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' }))
    expectSuccess(await server.owner.delete(`/messages/${deleted}`))
    expectSuccess(await ada.patch(`/messages/${emptied}`, { content: '' }))
    expect(await mails()).toEqual([])
  })

  // Source: docs/operating.md#push.
  it('are counted for the operator, with the time for which they wait', async () => {
    const { metrics } = server.ctx
    const countOf = async (counter: typeof metrics.notificationsJudged) => {
      const { values } = await counter.get()
      return values.find(({ labels }) => labels.channel === 'mail')?.value ?? 0
    }
    const ages = async () => {
      await measureAges(server.ctx, true)
      const { values } = await metrics.notificationAge.get()
      return Object.fromEntries(values.map(({ labels, value }) => [labels.stage, value]))
    }
    await mailsAfter(3_600)
    const before = {
      judged: await countOf(metrics.notificationsJudged),
      dropped: await countOf(metrics.notificationsDropped),
    }
    expect(await ages()).toEqual({ judging: 0, mail: 0, push: 0 })
    const [ada, bo] = await server.users('ada12', 'bo12')
    const read = await send(ada, { type: 'direct', to: [bo.id], content: 'read' })
    await send(ada, { type: 'direct', to: [bo.id], content: 'unread' })
    later(30)
    expect(await ages()).toMatchObject({ judging: 30, mail: 0 })
    await judgeAll(server)
    expectSuccess(await bo.post('/messages/flags', { messages: [read], op: 'add', flag: 'read' }))
    later(150)
    expect(await ages()).toMatchObject({ judging: 0, mail: 30 })
    expect(await mails()).toHaveLength(1)
    expect(await ages()).toMatchObject({ mail: 0 })
    expect({
      judged: await countOf(metrics.notificationsJudged),
      dropped: await countOf(metrics.notificationsDropped),
    }).toEqual({ judged: before.judged + 2, dropped: before.dropped + 1 })
  })

  it('come from streams for mentions, with the messages before, and not for other messages', async () => {
    const [ada, bo, cy] = await server.users('ada3', 'bo3', 'cy3')
    const stream = await server.stream('plans', { subscribers: [ada, bo, cy] })
    const to = { type: 'channel', to: stream.id, topic: '✔ lunch' }
    await send(ada, { ...to, content: 'Where do we eat?' })
    await send(cy, { ...to, content: `Ask @**${bo.fullName}**.` })
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: bo.email, subject: '[resolved] #plans > lunch' })
    expect(mail?.text).toMatch(/Where do we eat\?[^]*Ask @/)
    expect(mail?.text).toContain('because you were mentioned')
  })

  // Sources: docs/protocol/notifications.md#mail-per-conversation, docs/protocol/notifications.md#mail-threading.
  it('are one for each conversation, the oldest first, in one thread for readers of all languages', async () => {
    const [ada, bo, cy] = await server.users('ada13', 'bo13', 'cy13')
    expectSuccess(await bo.patch('/settings', { default_language: 'de' }))
    expectSuccess(await server.owner.patch('/realm', { topics_policy: 'allow_empty_topic' }))
    const { id: to } = await server.stream('many', { subscribers: [ada, bo, cy] })
    const stream = { type: 'channel', to }
    const places: ((number: number) => Arguments)[] = [
      () => ({ type: 'direct', to: [bo.id] }),
      (number) => ({ ...stream, topic: number % 2 ? 'Lunch' : 'lunch' }),
      () => ({ type: 'direct', to: [bo.id, cy.id] }),
      () => ({ ...stream, topic: '' }),
      () => ({ ...stream, topic: '✔ tea' }),
    ]
    const ids: number[] = []
    for (let number = 0; number < 50; number += 1) {
      const place = places[number % 5]?.(Math.floor(number / 5)) ?? {}
      ids.push(await send(ada, { ...place, content: `@**all** number-${number}.` }))
    }
    const read = [ids[0], ids[6], ids[12]]
    expectSuccess(await bo.post('/messages/flags', { messages: read, op: 'add', flag: 'read' }))
    const received = await mails()
    // Several connections bring them; the queue has their order.
    const queued = await server.db.selectFrom('mails').select('message_id').orderBy('id').execute()
    const order = queued.map(({ message_id }) => message_id)
    const placeOf = ({ messageId = '' }: ReceivedMail) => order.indexOf(messageId)
    const german = received
      .filter(({ to: address }) => address === bo.email)
      .sort((a, b) => placeOf(a) - placeOf(b))
    expect(german.map(({ subject }) => subject)).toEqual([
      // The first message of the conversation with Ada was read.
      '#many > lunch',
      `Gruppennachrichten mit ${ada.fullName} und ${cy.fullName}`,
      '#many > general chat',
      '[gelöst] #many > tea',
      `Direktnachrichten mit ${ada.fullName}`,
    ])
    const texts = german.map(({ text }) => text).join('')
    const missing = ids
      .map((_, number) => number)
      .filter((each) => !texts.includes(`number-${each}.`))
    expect(missing).toEqual([0, 6, 12])
    const header = ({ headers }: ReceivedMail, name: string) => asText(headers.get(name))
    const rootsOf = (all: readonly ReceivedMail[]) =>
      all
        .filter(({ subject }) => subject.includes('#many'))
        .map((mail) => `${header(mail, 'references')} ${header(mail, 'in-reply-to')}`)
        .sort()
    const english = received.filter(({ to: address }) => address === cy.email)
    expect(rootsOf(english)).toEqual(rootsOf(german))
    expect(new Set(rootsOf(german)).size).toBe(3)
    const roots = german.map((mail) => header(mail, 'references'))
    expect(received.every(({ messageId = '' }) => !roots.includes(messageId))).toBe(true)
    expect(german[0]?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(german[0]?.headers.get('x-auto-response-suppress')).toBe('All')
  })

  it('follow the settings of streams and topics', async () => {
    const [ada, bo, cy] = await server.users('ada4', 'bo4', 'cy4')
    const stream = await server.stream('loud', { subscribers: [ada, bo, cy] })
    const change = { stream_id: stream.id, property: 'email_notifications', value: true }
    expectSuccess(
      await bo.post('/users/me/subscriptions/properties', { subscription_data: [change] }),
    )
    expectSuccess(
      await cy.post('/user_topics', {
        stream_id: stream.id,
        topic: 'followed',
        visibility_policy: 3,
      }),
    )
    await send(ada, { type: 'channel', to: stream.id, topic: 'any', content: 'first' })
    await send(ada, { type: 'channel', to: stream.id, topic: 'Followed', content: 'second' })
    const received = await mails()
    const summary = received.map(({ to, subject }) => `${to} ${subject}`).sort()
    expect(summary).toEqual(
      [
        `${bo.email} #loud > any`,
        `${bo.email} #loud > Followed`,
        `${cy.email} #loud > Followed`,
      ].sort(),
    )
    const threads = received.map(({ headers }) => headers.get('references'))
    expect(new Set(threads).size).toBe(2)
  })

  it('wait ten minutes for people who are there, and come if they left without reading', async () => {
    const [ada, bo, cy] = await server.users('ada5', 'bo5', 'cy5')
    const active = { status: 'active' }
    for (const person of [bo, cy]) {
      expectSuccess(await person.post('/users/me/presence', active))
    }
    await send(ada, { type: 'direct', to: [bo.id, cy.id], content: 'Hello you two' })
    expect(await mails()).toEqual([])
    later(470)
    expectSuccess(await cy.post('/users/me/presence', active))
    const received = await mailsAfter(20)
    expect(received.map(({ to }) => to)).toEqual([bo.email])
    expect(received[0]?.subject).toBe(
      `Group DMs with ${[ada.fullName, cy.fullName].sort().join(' and ')}`,
    )
  })

  it('tell of mentions that an edit adds, and of these alone', async () => {
    const [ada, bo, cy] = await server.users('ada6', 'bo6', 'cy6')
    const stream = await server.stream('edited', { subscribers: [ada, bo, cy] })
    const mention = (person: Person) => `@**${person.fullName}|${person.id}**`
    const id = await send(ada, {
      ...{ type: 'channel', to: stream.id, topic: 'x' },
      content: mention(bo),
    })
    expect((await mails()).map(({ to }) => to)).toEqual([bo.email])
    const content = `${mention(bo)} ${mention(cy)}`
    expectSuccess(await ada.patch(`/messages/${id}`, { content }))
    expect((await mails()).map(({ to }) => to)).toEqual([cy.email])
    const readsOfConcerns = (content: string) =>
      countStatements(
        async () => expectSuccess(await ada.patch(`/messages/${id}`, { content })),
        'concerned (realm_id',
      )
    expect(await readsOfConcerns('nobody')).toBe(0)
    expect(await readsOfConcerns(content)).toBe(2)
    await mails()
  })

  it('withhold contents if a setting says so', async () => {
    const [ada, bo] = await server.users('ada7', 'bo7')
    const setting = 'message_content_allowed_in_email_notifications'
    expectSuccess(await server.owner.patch('/realm', { [setting]: false }))
    await send(ada, { type: 'direct', to: [bo.id], content: 'a secret' })
    const [mail] = await mails()
    expectSuccess(await server.owner.patch('/realm', { [setting]: true }))
    expect(mail).toMatchObject({ to: bo.email, subject: 'New messages' })
    expect(mail?.text).not.toContain('a secret')
    expect(mail?.text).not.toContain(ada.fullName)
  })

  it('end with one click, also for single streams', async () => {
    const [ada, bo] = await server.users('ada8', 'bo8')
    const stream = await server.stream('mailed', { subscribers: [ada, bo] })
    const change = { stream_id: stream.id, property: 'email_notifications', value: true }
    expectSuccess(
      await bo.post('/users/me/subscriptions/properties', { subscription_data: [change] }),
    )
    const write = async () => {
      await send(ada, { type: 'direct', to: [bo.id], content: 'hello' })
      await send(ada, { type: 'channel', to: stream.id, topic: 'x', content: 'hello all' })
      return mails()
    }
    const [mail] = await write()
    const list = shapedLike(mail?.headers.get('list'), maybe({ unsubscribe: { url: '' } }))
    const { pathname } = new URL(list?.unsubscribe.url ?? 'none:')
    const oneClick = async (path: string) => {
      const answer = await fetch(`${server.url}${path}`, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      })
      return { status: answer.status, body: asRecord(await answer.json()) }
    }
    expect(await oneClick(`${pathname.slice(0, -2)}AA`)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_LINK' },
    })
    // Programs that look for dangerous links open them.
    await fetch(`${server.url}${pathname}`)
    await fetch(`${server.url}${pathname}`, { method: 'HEAD' })
    expect(await write()).toHaveLength(2)
    for (let time = 1; time <= 2; time += 1) expect((await oneClick(pathname)).status).toBe(200)
    expect(await write()).toEqual([])
  })
  /** Answers a mail by mail, as its reader. */
  async function answer(mail: ReceivedMail | undefined, text: string, spf = 'pass'): Promise<void> {
    const { text: address = '' } = shapedLike(mail?.headers.get('reply-to') ?? {}, {
      text: maybe(''),
    })
    const [, reply = ''] = /<(.+)>/.exec(address) ?? []
    const recipient = await findRecipient(server.ctx, reply)
    if (!recipient) throw new Error(`Nobody has the address ${address}.`)
    const raw = Buffer.from(
      `Authentication-Results: mx.parley.test; spf=${spf}\r\nFrom: x@example.org\r\nSubject: Re: x\r\nMessage-ID: <${text.length}@example.org>\r\n\r\n${text}`,
    )
    await receiveMail(server.ctx, { recipients: [recipient], envelopeFrom: 'x@example.org', raw })
    await handleDueMails(server.ctx)
  }

  async function newest(person: Person): Promise<Record<string, unknown> | undefined> {
    const page = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false } as const
    const { messages } = await person.call('GET /messages', page)
    return messages[0]
  }

  // Source: docs/protocol/mail-in.md#replies.
  it("are answered by mail, in the conversation's present place, if the reader may write there", async () => {
    const [ada, bo] = await server.users('ada9', 'bo9')
    const stream = await server.stream('answered', { subscribers: [ada, bo], inviteOnly: true })
    await send(ada, { type: 'direct', to: [bo.id], content: 'Lunch?' })
    const to = { type: 'channel', to: stream.id, topic: 'here' }
    const id = await send(ada, { ...to, content: `@**${bo.fullName}** well?` })
    const received = await mails()
    const [first] = received.filter(({ subject }) => subject.startsWith('DMs'))
    const [second] = received.filter(({ subject }) => subject.startsWith('#'))
    await answer(first, 'Forged.', 'fail')
    expect(await newest(ada)).toMatchObject({ id })
    await answer(first, 'Yes.\n\nOn 2/2/26 10:15, Parley wrote:\n> Lunch?')
    expect(await newest(ada)).toMatchObject({
      ...{ type: 'private', sender_id: bo.id, content: 'Yes.', flags: [] },
    })
    expectSuccess(
      await ada.patch(`/messages/${id}`, { topic: 'there', propagate_mode: 'change_all' }),
    )
    await answer(second, 'Very well.')
    expect(await newest(ada)).toMatchObject({
      ...{ subject: 'there', sender_id: bo.id, content: 'Very well.' },
    })
    expectSuccess(await bo.delete('/users/me/subscriptions', { subscriptions: [stream.name] }))
    await answer(second, 'Too late')
    expect(await newest(bo)).toMatchObject({
      sender_full_name: 'Notification Bot',
      content: expect.stringContaining('Your reply by email could not be sent'),
    })
    later(91 * 86_400)
    await expect(answer(second, 'Much too late')).rejects.toThrow('Nobody has')
  })

  it('show messages as they are rendered, and name the group that was mentioned', async () => {
    const [ada, bo] = await server.users('ada10', 'bo10')
    const stream = await server.stream('rendered', { subscribers: [ada, bo] })
    const group = { name: 'backend & co', description: '', members: [ada.id, bo.id] }
    expectSuccess(await server.owner.post('/user_groups/create', group))
    const to = { type: 'channel', to: stream.id, topic: 'x' }
    await send(ada, { ...to, content: '@*backend & co* see **this** #**rendered** :smile: <b>' })
    const mail = (await mails()).find(({ subject }) => subject.startsWith('#'))
    expect(mail?.text).toContain('because @backend & co was mentioned')
    expect(mail?.html).toContain('see <strong>this</strong>')
    expect(mail?.html).toContain(`href="https://chat.parley.test/#narrow/`)
    expect(mail?.html).toContain('&lt;b&gt;')
    expect(mail?.headers.get('list')).toMatchObject({ id: { id: 'chat.parley.test' } })
  })
})
