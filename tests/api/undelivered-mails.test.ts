import { enqueueMails } from '../../src/server/chat/notify/mail/enqueue'
import { handleDueMails } from '../../src/server/mail-in/handler'
import { listenForMail } from '../../src/server/mail-in/listener'
import type { MailListener } from '../../src/server/mail-in/listener'
import { isUndeliverable } from '../../src/server/data/mail/bounces'
import { present } from '../support/checked'
import { deliverMail } from '../support/mail-client'
import { expectSuccess } from '../support/expectations'
import { useMailbox } from '../support/mailbox'
import type { ReceivedMail } from '../support/mailbox'
import { useOwnServer } from '../support/own-server'
import { ownerPassword } from '../support/config'
import type { Person } from '../support/person'

// Source: docs/protocol/mail-in.md#bounces.
describe('mails that are not delivered', () => {
  const mailbox = useMailbox()
  const server = useOwnServer({
    settings: Object.assign(mailbox.settings, {
      MAIL_IN_ADDRESS: '%s@chat.parley.test',
      MAIL_IN_PORT: '0',
    }),
  })
  let listener: MailListener
  beforeAll(async () => {
    listener = present(await listenForMail(server.ctx))
  })
  afterAll(() => listener.close())

  /** Has some mail sent to a person, and answers it as the mail server got it. */
  async function mailTo(person: Person): Promise<ReceivedMail | undefined> {
    await server.ctx.db.transaction((tx) =>
      enqueueMails(server.ctx, tx, [
        {
          ...{ realmId: server.realmId, to: person.email, locale: 'en' },
          template: 'test',
          values: {},
        },
      ]),
    )
    const [mail] = await mailbox.receive(server.ctx)
    return mail
  }

  async function report(
    mail: ReceivedMail | undefined,
    type: string,
    fields: string,
  ): Promise<void> {
    const to = mail?.returnPath ?? ''
    const raw = [
      ...[`To: ${to}`, 'Subject: Undelivered', `Content-Type: multipart/report; boundary=x`, ''],
      ...['--x', 'Content-Type: text/plain', '', 'Sorry.', '--x', `Content-Type: message/${type}`],
      ...['', ...fields.split('\n'), '', '--x--', ''],
    ].join('\r\n')
    const answer = await deliverMail(listener.port, { envelope: { from: '', to: [to] }, raw })
    expect(answer).toMatchObject({ code: 250 })
    await handleDueMails(server.ctx)
  }

  const failed = (status: string) =>
    `Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; a@b\nAction: failed\nStatus: ${status}`

  const isOut = (person: Person) =>
    isUndeliverable(server.ctx.db.query, server.realmId, person.email)

  async function newest(person: Person): Promise<unknown> {
    const page = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false } as const
    const { messages } = await person.call('GET /messages', page)
    return messages[0]?.content
  }

  it('end notifications to the address at the third, until its owner logs in', async () => {
    const { owner } = server
    for (const status of ['5.1.1', '4.2.0', '5.7.1', '5.2.2', '5.1.10']) {
      await report(await mailTo(owner), 'delivery-status', failed(status))
    }
    expect(await isOut(owner)).toBe(false)
    // The own mail server can refuse the address as well.
    mailbox.onRecipient = () => ({ code: 550, text: '5.1.1 No such mailbox' })
    await mailTo(owner)
    mailbox.onRecipient = undefined
    expect(await isOut(owner)).toBe(true)
    const trouble = async () => expectSuccess(await owner.get('/users/me/mail_delivery'))['trouble']
    expect(await trouble()).toMatchObject({ email: owner.email, reason: '5.1.1' })
    expectSuccess(await owner.post('/users/me/mail_delivery/retry'))
    expect([await trouble(), await isOut(owner)]).toEqual([null, false])
    mailbox.onRecipient = () => ({ code: 550, text: '5.1.1 No such mailbox' })
    for (const _ of ['one', 'two', 'three']) await mailTo(owner)
    mailbox.onRecipient = undefined
    expect(await isOut(owner)).toBe(true)
    expect(await newest(owner)).toContain(`Mail to \`${owner.email}\` cannot be delivered`)
    const login = { username: owner.email, password: ownerPassword }
    const answer = await fetch(`${server.url}/api/v1/fetch_api_key`, {
      method: 'POST',
      body: new URLSearchParams(login),
    })
    expect(answer.status).toBe(200)
    expect(await isOut(owner)).toBe(false)
  })

  it.each([
    [{ code: 550, text: 'no such user' }, true],
    [{ code: 551, text: 'User not local' }, true],
    [{ code: 553, text: 'Mailbox name not allowed' }, true],
    [{ code: 550, text: '5.7.1 Blocked by policy' }, false],
    [{ code: 550, text: '5.2.2 Over quota' }, false],
    [{ code: 552, text: 'Over quota' }, false],
    [{ code: 554, text: 'Blocked, see [5.9.12.34]' }, false],
  ])('count if they are refused at once with %j: %s', async (answer, counts) => {
    const person = await server.user(`${answer.code}${answer.text.replace(/\W/g, '')}`.slice(0, 15))
    mailbox.onRecipient = () => answer
    try {
      for (const _ of ['one', 'two', 'three']) await mailTo(person)
    } finally {
      mailbox.onRecipient = undefined
    }
    expect(await isOut(person)).toBe(counts)
    if (!counts) return
    const { trouble } = await person.call('GET /users/me/mail_delivery')
    expect(trouble).toMatchObject({ reason: `${answer.code}` })
  })

  it('are reported to addresses that cannot be guessed', async () => {
    const [ada] = await server.users('ada1')
    const { returnPath = '' } = (await mailTo(ada)) ?? {}
    expect(returnPath).toMatch(/^bounce\.\d+\.\d+\.[0-9a-f]{20}@chat\.parley\.test$/)
    const guessed = [
      returnPath.replace(/\.[0-9a-f]{20}@/, `.${'0'.repeat(20)}@`),
      // An organization that does not exist.
      returnPath.replace(/^bounce\.\d+/, 'bounce.987654321'),
      returnPath.replace(/^bounce\.\d+/, 'bounce.999999999999999'),
    ]
    for (const to of guessed) {
      const mail = { envelope: { from: '', to: [to] }, text: 'x' }
      expect(await deliverMail(listener.port, mail)).toMatchObject({ code: 550 })
    }
  })

  it('end mails about missed messages if their reader calls them spam', async () => {
    const [ada] = await server.users('ada2')
    await report(await mailTo(ada), 'feedback-report', 'Feedback-Type: abuse\nVersion: 1')
    const row = await server.db
      .selectFrom('users')
      .select('settings')
      .where('id', '=', ada.id)
      .executeTakeFirstOrThrow()
    expect(row.settings).toMatchObject({ enable_offline_email_notifications: false })
  })
})
