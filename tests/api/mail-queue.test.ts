import { datedAt } from '../../src/server/data/engine/database'
import { countMails, listTroubledMails, reviveMails } from '../../src/server/data/mail/queue'
import { enqueueMails } from '../../src/server/chat/notify/mail/enqueue'
import { useMailbox } from '../support/mailbox'
import { useOwnServer } from '../support/own-server'

/* Source: docs/protocol/mail.md#queue. */
describe('the queue of mails', () => {
  const mailbox = useMailbox()
  let now = new Date()
  const server = useOwnServer({ settings: mailbox.settings, clock: { now: () => now } })

  beforeEach(() => {
    now = new Date()
  })
  const later = (seconds: number): void => {
    now = new Date(now.getTime() + seconds * 1_000)
  }

  async function enqueue(to: string, expiresAt?: Date): Promise<void> {
    const { realm_id } = await server.db
      .selectFrom('users')
      .select('realm_id')
      .where('id', '=', server.owner.id)
      .executeTakeFirstOrThrow()
    await server.ctx.db.transaction((tx) =>
      enqueueMails(server.ctx, tx, [
        {
          realmId: realm_id,
          to,
          template: 'password_reset',
          values: {
            name: 'Ada <b>',
            email: to,
            link: 'https://chat.parley.test/accounts/password/reset/SECRET?a=1&b=2',
            until: 'tomorrow',
          },
          locale: 'en',
          ...(expiresAt && { expiresAt }),
        },
      ]),
    )
  }

  const stored = (to: string) =>
    server.db.selectFrom('mails').selectAll().where('recipient', '=', to).executeTakeFirst()

  it('sends a mail as text and as HTML, and deletes its content', async () => {
    await enqueue('ada@x.test')
    expect(JSON.stringify((await stored('ada@x.test'))?.values)).toContain('SECRET')
    const [mail] = await mailbox.receive(server.ctx)
    expect(mail).toMatchObject({
      to: 'ada@x.test',
      from: '"Parley" <chat@parley.test>',
      subject: 'Set a new password for Parley Test',
    })
    expect(mail?.text).toContain('Hello Ada <b>,\n\nSomebody, most likely you')
    expect(mail?.text).toContain(
      'Set a new password:\nhttps://chat.parley.test/accounts/password/reset/SECRET?a=1&b=2\n',
    )
    expect(mail?.text).toContain('\n-- \nYou receive this mail because')
    expect(mail?.html).toContain('<html lang="en">')
    expect(mail?.html).toContain('Hello Ada &lt;b&gt;,')
    expect(mail?.html).toContain('SECRET?a=1&amp;b=2"')
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    const row = await stored('ada@x.test')
    expect(row).toMatchObject({ values: {}, attempts: 1, message_id: mail?.messageId })
    expect(row?.sent_at).not.toBeNull()
    expect(await mailbox.receive(server.ctx)).toEqual([])
  })

  it('tries again after a temporary refusal, with growing pauses', async () => {
    await enqueue('grey@x.test')
    mailbox.onRecipient = () => ({ code: 451, text: 'Greylisted, come back later' })
    expect(await mailbox.receive(server.ctx)).toEqual([])
    expect(await stored('grey@x.test')).toMatchObject({
      attempts: 1,
      last_error: expect.stringContaining('Greylisted'),
      failed_at: null,
    })
    // Not before its time.
    mailbox.onRecipient = undefined
    later(20)
    expect(await mailbox.receive(server.ctx)).toEqual([])
    later(11)
    expect(await mailbox.receive(server.ctx)).toHaveLength(1)
    expect(await stored('grey@x.test')).toMatchObject({ attempts: 2, last_error: null })
  })

  it('gives up permanently refused mails, until an operator retries them', async () => {
    await enqueue('nobody@x.test')
    mailbox.onRecipient = () => ({ code: 550, text: 'No such mailbox' })
    await mailbox.receive(server.ctx)
    later(86_400)
    await mailbox.receive(server.ctx)
    const { query } = server.ctx.db
    expect(await countMails(datedAt(query, now))).toMatchObject({ waiting: 0, failed: 1 })
    const [trouble] = await listTroubledMails(query, 10)
    expect(trouble).toMatchObject({ recipient: 'nobody@x.test', attempts: 1 })
    expect(trouble?.last_error).toContain('No such mailbox')
    mailbox.onRecipient = undefined
    expect(await reviveMails(datedAt(query, now), [trouble?.id ?? 0])).toEqual([trouble?.id])
    expect(await mailbox.receive(server.ctx)).toHaveLength(1)
  })

  it('gives up after a day, or when the mail has expired', async () => {
    await enqueue('never@x.test')
    await enqueue('short@x.test', new Date(now.getTime() + 40_000))
    mailbox.onRecipient = () => ({ code: 450, text: 'Mailbox busy' })
    for (let attempt = 0; attempt < 40; attempt++) {
      await mailbox.receive(server.ctx)
      later(3_600)
    }
    const ends = await Promise.all(['never@x.test', 'short@x.test'].map(stored))
    expect(ends.map((mail) => mail?.failed_at !== null)).toEqual([true, true])
    expect(ends[1]?.attempts).toBeLessThanOrEqual(2)
    expect(ends[0]?.attempts).toBeGreaterThan(20)
  })

  it('leaves the rest untried while the mail server is away', async () => {
    for (let each = 0; each < 6; each++) await enqueue(`away${each}@x.test`)
    const { port } = mailbox
    await mailbox.close()
    await mailbox.receive(server.ctx)
    const rows = await server.db
      .selectFrom('mails')
      .select(['attempts', 'failed_at'])
      .where('recipient', 'like', 'away%')
      .execute()
    expect(rows.map(({ failed_at }) => failed_at)).toEqual(rows.map(() => null))
    expect(rows.filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(4)
    await mailbox.open(port)
    later(60)
    expect(await mailbox.receive(server.ctx)).toHaveLength(6)
  })

  it('keeps texts that people wrote out of the headers', async () => {
    await server.changeRealm({ name: 'Evil\r\nBcc: eve@x.test' })
    await enqueue('ada@x.test')
    const [mail] = await mailbox.receive(server.ctx)
    expect(mail?.subject).toBe('Set a new password for Evil Bcc: eve@x.test')
    expect(mail?.headers.has('bcc')).toBe(false)
    await server.changeRealm({ name: 'Parley Test' })
  })
})
