import { once } from 'node:events'
import { createServer } from 'node:net'
import { sql } from 'kysely'
import { handleDueMails } from '../../src/server/mail-in/handler'
import { listenForMail } from '../../src/server/mail-in/listener'
import type { MailListener } from '../../src/server/mail-in/listener'
import { listUnpostedMails } from '../../src/server/data/mail/incoming'
import { asText, present } from '../support/checked'
import { expectError, expectSuccess } from '../support/expectations'
import { deliverByLmtp, deliverMail } from '../support/mail-client'
import { useOwnServer } from '../support/own-server'
import type { Person } from '../support/person'
import { untilHolds } from '../support/until'

const pattern = '%s@chat.parley.test'

// Source: docs/protocol/mail-in.md#messages.
describe('mail to streams', () => {
  const server = useOwnServer({
    settings: {
      MAIL_IN_ADDRESS: pattern,
      MAIL_IN_PORT: '0',
      EXTERNAL_URL: 'https://chat.parley.test',
    },
  })
  let listener: MailListener
  beforeAll(async () => {
    listener = present(await listenForMail(server.ctx))
  })
  afterAll(() => listener.close())

  async function addressOf(person: Person, streamId: number, senderId?: number): Promise<string> {
    const args = senderId === undefined ? {} : { sender_id: senderId }
    const answer = await person.call('GET /streams/{stream_id}/email_address', {
      stream_id: streamId,
      ...args,
    })
    return answer.email
  }

  const from = 'Zoe Zimmer <zoe@example.org>'

  /** Delivers a mail, has it handled, and answers the newest message that the reader sees in the stream. */
  async function post(
    reader: Person,
    streamId: number,
    mail: object,
  ): Promise<Record<string, unknown>> {
    expect(await deliverMail(listener.port, { from, ...mail })).toMatchObject({ code: 250 })
    await handleDueMails(server.ctx)
    return newest(reader, streamId)
  }

  async function newest(reader: Person, streamId: number): Promise<Record<string, unknown>> {
    const { messages } = await reader.call('GET /messages', {
      ...{ anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false },
      narrow: [{ operator: 'channel', operand: streamId }],
    })
    return messages[0] ?? {}
  }

  it('comes to an address for each person and sender, which stays the same', async () => {
    const [ada, bo] = await server.users('ada1', 'bo1')
    const stream = await server.stream('Café plans', { subscribers: [ada, bo] })
    const address = await addressOf(ada, stream.id)
    expect(address).toMatch(/^cafe-plans\.[0-9a-f]{32}@chat\.parley\.test$/)
    expect(await addressOf(ada, stream.id)).toBe(address)
    const others = [await addressOf(bo, stream.id), await addressOf(ada, stream.id, ada.id)]
    expect(new Set([address, ...others]).size).toBe(3)
    expectError(await ada.get(`/streams/${stream.id}/email_address`, { sender_id: bo.id }), 400, {
      msg: 'Invalid sender',
    })
    const closed = await server.stream('closed', { subscribers: [bo], inviteOnly: true })
    expectError(await ada.get(`/streams/${closed.id}/email_address`), 400)
  })

  it('is refused for addresses that do not exist, before it is sent', async () => {
    const to = `general.${'0'.repeat(32)}@chat.parley.test`
    expect(await deliverMail(listener.port, { from, to, text: 'x' })).toMatchObject({ code: 550 })
    const stranger = { from, to: 'zoe@example.org', text: 'x' }
    expect(await deliverMail(listener.port, stranger)).toMatchObject({ code: 550 })
  })

  it('is answered for each recipient by LMTP', async () => {
    const [ada] = await server.users('ada20')
    const config = { ...server.ctx.config, mailInProtocol: 'lmtp' }
    const lmtp = present(await listenForMail({ ...server.ctx, config }))
    try {
      const streams = await Promise.all(
        ['lmtp one', 'lmtp two'].map((name) => server.stream(name, { subscribers: [ada] })),
      )
      const [one = '', two = ''] = await Promise.all(streams.map(({ id }) => addressOf(ada, id)))
      const nobody = one.replace(/[0-9a-f]{32}/, '0'.repeat(32))
      const mail = { from, subject: 'x', text: 'by LMTP', to: [one, nobody, two] }
      expect(await deliverByLmtp(lmtp.port, mail)).toEqual({
        [one]: 250,
        [nobody]: 550,
        [two]: 250,
      })
      await handleDueMails(server.ctx)
      for (const { id } of streams) {
        expect(await newest(ada, id)).toMatchObject({ content: 'by LMTP' })
      }
      // Space for one more mail of the minute.
      await sql`
        insert into incoming_mails (realm_id, recipient, target_hash, mail_hash, handled_at)
        select ${server.realmId}, '', 'filler', n::text, now() from generate_series(1, 49) n
        where n > (select count(*) from incoming_mails where realm_id = ${server.realmId})`.execute(
        server.db,
      )
      const next = { ...mail, text: 'again', to: [one, two] }
      expect(await deliverByLmtp(lmtp.port, next)).toEqual({ [one]: 250, [two]: 451 })
    } finally {
      await sql`delete from incoming_mails where target_hash = 'filler'`.execute(server.db)
      await lmtp.close()
    }
  })

  it('is taken by one worker of a machine at a time, and by another one afterwards', async () => {
    const [ada] = await server.users('ada21')
    const stream = await server.stream('taken over', { subscribers: [ada] })
    const first = present(await listenForMail(server.ctx))
    const config = { ...server.ctx.config, mailInPort: first.port }
    const second = present(await listenForMail({ ...server.ctx, config }))
    await first.close()
    try {
      const mail = { from, to: await addressOf(ada, stream.id), text: 'by the second' }
      await untilHolds('the second takes mail', async () => {
        const answer = await deliverMail(first.port, mail).catch(() => undefined)
        return answer?.code === 250
      })
    } finally {
      await second.close()
    }
    const other = createServer().listen(first.port, '127.0.0.1')
    await once(other, 'listening')
    await expect(listenForMail({ ...server.ctx, config })).rejects.toThrow('EADDRINUSE')
    other.close()
  })

  it('becomes a message of Email Gateway with the files, and a repeated mail becomes no other', async () => {
    const [ada, bo] = await server.users('ada2', 'bo2')
    const stream = await server.stream('reports', { subscribers: [ada, bo] })
    const mail = {
      to: (await addressOf(ada, stream.id)).replace('@', '.show-sender@'),
      messageId: '<1@example.org>',
      subject: 'Re: Fwd: numbers',
      text: 'See **below**.\n\n-- \nZoe',
      attachments: [
        { filename: 'a [b].txt', content: 'one' },
        { filename: 'c.txt', content: 'two' },
      ],
    }
    const message = await post(bo, stream.id, mail)
    expect(message).toMatchObject({ subject: 'numbers', sender_full_name: 'Email Gateway' })
    expect(message['content']).toMatch(
      /^From: \*\*Zoe Zimmer\*\* zoe@example\.org\nSee \*\*below\*\*\.\n\n\[a &#91;b&#93;\.txt\]\(\/user_uploads\/\S+\)\n\[c\.txt\]\(\S+\)$/,
    )
    const [, path] = /\((\/user_uploads[^)]+)\)/.exec(asText(message['content'])) ?? []
    const { url } = expectSuccess(await bo.get(path ?? ''))
    expect(await (await fetch(`${server.url}${asText(url)}`)).text()).toBe('one')
    expect(await post(bo, stream.id, mail)).toMatchObject({ id: message['id'] })
    const { rows } = await sql`
      select distinct charged_to from uploads where file_name = 'c.txt' and realm_id = ${server.realmId}`.execute(
      server.db,
    )
    expect(rows).toEqual([{ charged_to: ada.id }])
  })

  it('may name its files in any language, and have a mail among them', async () => {
    const stream = await server.stream('named files', { subscribers: [server.owner] })
    const to = await addressOf(server.owner, stream.id)
    const part = (headers: string, content = 'YQ==') =>
      `--x\r\nContent-Transfer-Encoding: base64\r\n${headers}\r\n\r\n${content}\r\n`
    const attached = 'Content-Disposition: attachment'
    const inner = 'Subject: Inner\r\nContent-Type: text/plain\r\n\r\nWithin.\r\n'
    const raw = [
      `From: ${from}\r\nSubject: files\r\nMessage-ID: <files@example.org>\r\n`,
      'Content-Type: multipart/mixed; boundary=x\r\n\r\n',
      part('Content-Type: text/plain', 'U2VlLg=='),
      part(`Content-Type: text/plain\r\n${attached}; filename*=UTF-8''Gr%C3%BC%C3%9Fe.txt`),
      part(
        `Content-Type: text/plain\r\n${attached}; filename*0*=windows-1251''%CF%F0%E8;\r\n filename*1*=%E2%E5%F2; filename*2=.txt`,
      ),
      part(
        `Content-Type: image/png; name="=?iso-2022-jp?B?GyRCPEw/PxsoQg==?=.png"\r\nContent-ID: <1@x>`,
      ),
      `--x\r\nContent-Type: message/rfc822\r\n${attached}\r\n\r\n${inner}`,
      '--x--\r\n',
    ].join('')
    const envelope = { from: 'zoe@example.org', to: [to] }
    const { content } = await post(server.owner, stream.id, { envelope, raw })
    const names = [...String(content).matchAll(/^\[([^\]]+)\]\(\/user_uploads\//gm)]
    expect(names.map(([, name]) => name)).toEqual([
      'Grüße.txt',
      'Привет.txt',
      '写真.png',
      'message.eml',
    ])
    expect(content).toMatch(/^See\./)
  })

  it('is written by the person or bot of its address', async () => {
    const [ada] = await server.users('ada3')
    const stream = await server.stream('mine', { subscribers: [ada] })
    const own = await post(ada, stream.id, {
      to: await addressOf(ada, stream.id, ada.id),
      text: 'mine',
    })
    expect(own).toMatchObject({
      ...{ sender_id: ada.id, content: 'mine', subject: 'Email with no subject' },
    })
  })

  it.each([
    ['ISO-2022-JP', 'GyRCJDMkcyRLJEEkTxsoQg==', 'こんにちは'],
    ['windows-1251', 'z/Do4uXy', 'Привет'],
    ['gb18030', 'xOO6ww==', '你好'],
    ['utf-8', 'YWL/Y2Q=', 'abcd'],
    ['x-unknown', 'YWJjZA==', 'abcd'],
  ])('may be encoded in %s', async (charset, base64, text) => {
    const stream = await server.stream(`in ${charset}`, { subscribers: [server.owner] })
    const to = await addressOf(server.owner, stream.id)
    const raw = [
      ...[`From: ${from}`, `To: ${to}`, 'Subject: =?iso-8859-1?Q?Gr=FC=DFe?='],
      ...[`Message-ID: <${charset}@example.org>`, `Content-Type: text/plain; charset=${charset}`],
      ...['Content-Transfer-Encoding: base64', '', base64, ''],
    ].join('\r\n')
    const envelope = { from: 'zoe@example.org', to: [to] }
    const message = await post(server.owner, stream.id, { envelope, raw })
    expect(message).toMatchObject({ content: text, subject: 'Grüße' })
  })

  it.each([
    ['', 'Gr\xfc\xdfe, 5 \x80', 'Grüße, 5 €'],
    ['Content-Type: text/plain', 'Gr\xc3\xbc\xc3\x9fe', 'Grüße'],
    ['Content-Type: text/html; charset=us-ascii', '<p>Gr\xfc\xdfe</p>', 'Grüße'],
  ])('may hold 8-bit letters without a charset: %s', async (header, body, text) => {
    const name = `letters ${header.length}`
    const stream = await server.stream(name, { subscribers: [server.owner] })
    const to = await addressOf(server.owner, stream.id)
    const head = [`From: ${from}`, `To: ${to}`, 'Subject: x', `Message-ID: <${name}@x.y>`]
    const lines = [...head, ...(header === '' ? [] : [header]), '', body, '']
    const raw = Buffer.from(lines.join('\r\n'), 'latin1')
    const envelope = { from: 'zoe@example.org', to: [to] }
    expect(await post(server.owner, stream.id, { envelope, raw })).toMatchObject({ content: text })
  })

  it('A mail that is an invitation alone tells of it, with its file', async () => {
    const stream = await server.stream('invitations', { subscribers: [server.owner] })
    const to = await addressOf(server.owner, stream.id)
    const calendar = [
      ...['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'SUMMARY:Plans @**all**'],
      ...['DTSTART:20260702T080000Z', 'DTEND:20260702T090000Z', 'LOCATION:Room *5*'],
      ...['ORGANIZER;CN=Zoe:mailto:zoe@example.org', 'END:VEVENT', 'END:VCALENDAR', ''],
    ].join('\r\n')
    const envelope = { from: 'zoe@example.org', to: [to] }
    const part = (headers: string) => `--x\r\nContent-Type: ${headers}\r\n\r\n${calendar}\r\n`
    const head = `From: ${from}\r\nSubject: Plans\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n`
    const unnamed = part('text/calendar; charset=utf-8; method=REQUEST')
    const named = part('application/ics; name="plans.ics"\r\nContent-Disposition: attachment')
    for (const [parts, file] of [
      [unnamed, 'invite.ics'],
      [`${unnamed}${named}`, 'plans.ics'],
    ] as const) {
      const { content } = await post(server.owner, stream.id, {
        ...{ envelope, raw: `${head}${parts}--x--\r\n` },
      })
      const lines = String(content).split('\n')
      expect(lines.slice(0, 4)).toEqual([
        '**Invitation: Plans &#64;&#42;&#42;all&#42;&#42;**',
        '* When: <time:2026-07-02T08:00:00Z> – <time:2026-07-02T09:00:00Z>',
        '* Where: Room &#42;5&#42;',
        '* Organizer: Zoe (zoe&#64;example&#46;org)',
      ])
      expect(lines.slice(4)).toEqual(['', expect.stringContaining(`[${file}](/user_uploads/`)])
    }
    const withText = `--x\r\nContent-Type: text/plain\r\n\r\nSee you.\r\n${unnamed}`
    const both = await post(server.owner, stream.id, {
      ...{ envelope, raw: `${head}${withText}--x--\r\n` },
    })
    expect(both['content']).toMatch(/^See you\.\n\n\[invite\.ics\]/)
  })

  it('posts nothing if it is of machines, or of people who lost their rights', async () => {
    const [ada, bo] = await server.users('ada4', 'bo4')
    const stream = await server.stream('watched', { subscribers: [ada, bo], inviteOnly: true })
    const to = await addressOf(ada, stream.id)
    const first = await post(bo, stream.id, { to, text: 'first' })
    const answers = { to, text: 'I am away', headers: { 'Auto-Submitted': 'auto-replied' } }
    expect(await post(bo, stream.id, answers)).toEqual(first)
    const bounce = { to, text: 'not delivered', envelope: { from: '', to: [to] } }
    expect(await post(bo, stream.id, bounce)).toEqual(first)
    expectSuccess(await ada.delete('/users/me/subscriptions', { subscriptions: [stream.name] }))
    expect(await post(bo, stream.id, { to, text: 'second' })).toEqual(first)
    const rows = await server.db
      .selectFrom('incoming_mails')
      .select(['outcome', 'recipient'])
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
    expect(rows.map(({ outcome }) => outcome)).toEqual(['refused', 'dropped', 'dropped'])
    expect(rows.every(({ recipient }) => recipient === '')).toBe(true)
    expect(await server.db.selectFrom('incoming_mail_parts').selectAll().execute()).toEqual([])
  })

  it('A mail is shown as code, line by line, at an address with that option', async () => {
    const stream = await server.stream('machines', { subscribers: [server.owner] })
    const { email } = await server.owner.call('GET /streams/{stream_id}/email_address', {
      ...{ stream_id: stream.id, options: ['as-code'] },
    })
    expect(email).toMatch(/^machines\.[0-9a-f]{32}\.as-code@/)
    const text = '# of files: 3\n\n\n  a   b\n> 5\n```\n-- \n@**all** end'
    const { content } = await post(server.owner, stream.id, { to: email, text })
    expect(content).toBe(`\`\`\`\`\n${text.replace('-- ', '--')}\n\`\`\`\``)
    const long = await post(server.owner, stream.id, { to: email, text: 'line ä\n'.repeat(2_000) })
    expect(long['content']).toMatch(/^```\n(?:line ä\n)+lin?e? ?\n?```\n\[message truncated\]$/)
  })

  it('mentions nobody for strangers, unless its address says so', async () => {
    const [ada] = await server.users('ada30')
    const stream = await server.stream('mentions', { subscribers: [server.owner, ada] })
    const plain = await addressOf(server.owner, stream.id)
    const text = `@**all** and @**${ada.fullName}**`
    const flagsOf = async (mail: object) => {
      const { content, flags } = await post(ada, stream.id, { text, ...mail })
      return [content, flags]
    }
    const silent = text.replaceAll('@', '@_')
    expect(await flagsOf({ to: plain })).toEqual([silent, []])
    const known = { to: plain, from: `Ada <${ada.email.toUpperCase()}>` }
    const flags = expect.arrayContaining(['mentioned', 'wildcard_mentioned'])
    expect(await flagsOf(known)).toEqual([text, flags])
    const { email } = await server.owner.call('GET /streams/{stream_id}/email_address', {
      ...{ stream_id: stream.id, options: ['mentions'] },
    })
    expect(await flagsOf({ to: email })).toEqual([text, flags])
  })

  it('Mail of cron is posted, and dropped mail is listed with its reason', async () => {
    const stream = await server.stream('cron', { subscribers: [server.owner] })
    const to = await addressOf(server.owner, stream.id)
    const cron = { from: 'root@db1.example.org', headers: { 'Auto-Submitted': 'auto-generated' } }
    const posted = await post(server.owner, stream.id, { to, ...cron, text: 'disk 91 %' })
    expect(posted).toMatchObject({ content: 'disk 91 %' })
    const away = { to, text: 'I am away', headers: { 'Auto-Submitted': 'auto-replied' } }
    expect(await post(server.owner, stream.id, away)).toEqual(posted)
    const [newest] = await listUnpostedMails(server.ctx.db.query, 1)
    expect(newest).toMatchObject({
      ...{ stream: 'cron', envelope_from: 'zoe@example.org', realm: '' },
      ...{ outcome: 'dropped', reason: 'Auto-Submitted' },
    })
  })

  it('stays unread if it has too many parts or lines', async () => {
    const stream = await server.stream('bounded', { subscribers: [server.owner] })
    const to = await addressOf(server.owner, stream.id)
    const envelope = { from: 'zoe@example.org', to: [to] }
    const part = '--x\r\nContent-Type: text/plain\r\n\r\na\r\n'
    for (const raw of [
      `Subject: lines\r\n\r\n${'\n'.repeat(60_000)}a`,
      `Content-Type: multipart/mixed; boundary=x\r\n\r\n${part.repeat(300)}`,
    ]) {
      await post(server.owner, stream.id, { envelope, raw })
      const row = await server.db
        .selectFrom('incoming_mails')
        .select('outcome')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()
      expect(row?.outcome).toBe('refused')
    }
  })

  it('waits if an organization gets too much of it', async () => {
    const stream = await server.stream('busy', { subscribers: [server.owner] })
    const to = await addressOf(server.owner, stream.id)
    const row = { realm_id: server.realmId, recipient: '', target_hash: 'x' }
    const many = Array.from({ length: 50 }, (_, index) => ({ ...row, mail_hash: `${index}` }))
    await server.db
      .insertInto('incoming_mails')
      .values(many.map((each) => ({ ...each, envelope_from: null, handled_at: new Date() })))
      .execute()
    expect(await deliverMail(listener.port, { from, to, text: 'x' })).toMatchObject({ code: 451 })
  })
})
