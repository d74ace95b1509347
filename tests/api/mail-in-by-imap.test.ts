import { sql } from 'kysely'
import { handleDueMails } from '../../src/server/mail-in/handler'
import { createImapReader, drainMailbox } from '../../src/server/mail-in/imap-reader'
import { openImapMailbox } from '../../src/server/stores/mail/imap-mailbox'
import type { ImapMailbox } from '../../src/server/stores/mail/imap-mailbox'
import { asText, shapedLike } from '../support/checked'
import { expectSuccess } from '../support/expectations'
import { useImapServer } from '../support/imap-server'
import { useOwnServer } from '../support/own-server'
import { untilHolds } from '../support/until'

// Source: docs/protocol/mail-in.md#imap.
describe('mail in a mailbox', () => {
  const imap = useImapServer()
  const server = useOwnServer({ settings: { MAIL_IN_ADDRESS: 'chat+%s@example.org' } })

  const contents = async (streamId: number): Promise<unknown[]> => {
    await handleDueMails(server.ctx)
    const { messages } = expectSuccess(
      await server.owner.get('/messages', {
        ...{ anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false },
        narrow: [{ operator: 'channel', operand: streamId }],
      }),
    )
    return shapedLike(messages, [{ content: '', sender_full_name: '' }])
      .filter((each) => each.sender_full_name === 'Email Gateway')
      .map(({ content }) => content)
  }

  async function drain(): Promise<void> {
    const mailbox = await openImapMailbox({ url: imap.url })
    try {
      await drainMailbox(server.ctx, mailbox, new AbortController().signal)
    } finally {
      mailbox.close()
    }
  }

  async function stream(name: string) {
    const { id } = await server.stream(name, { subscribers: [server.owner] })
    const answer = expectSuccess(await server.owner.get(`/streams/${id}/email_address`))
    return { id, address: asText(answer['email']) }
  }

  const mailTo = (address: string, text: string, headers = '') =>
    `Return-Path: <zoe@example.org>\r\nFrom: zoe@example.org\r\nTo: ${address}\r\nMessage-ID: <${text}@x>\r\nSubject: s\r\n${headers}\r\n${text}\r\n`

  it('is stored before it is moved, and posted once', async () => {
    const { id, address } = await stream('boxed')
    imap.deliver(mailTo(address, 'one'))
    imap.deliver(mailTo('nobody@example.org', 'lost'))
    imap.deliver(mailTo(address, 'two', 'Auto-Submitted: auto-replied\r\n'))
    // A worker that dies between the two.
    imap.onMove = (socket) => socket.destroy()
    await expect(drain()).rejects.toThrow()
    expect(imap.count('INBOX')).toBe(3)
    imap.onMove = undefined
    await drain()
    expect([imap.count('INBOX'), imap.count('Processed'), imap.count('Failed')]).toEqual([0, 2, 1])
    expect(await contents(id)).toEqual(['one'])
  })

  it('comes past one that cannot be read', async () => {
    const { id, address } = await stream('past')
    const moved: number[] = []
    const mailbox: ImapMailbox = {
      list: () => Promise.resolve([1, 2]),
      read: (uid) =>
        uid === 1
          ? Promise.reject(new Error('unreadable'))
          : Promise.resolve(Buffer.from(mailTo(address, 'second'))),
      move: (uid) => Promise.resolve(void moved.push(uid)),
      untilNews: () => Promise.resolve(),
      close: () => undefined,
    }
    const { signal } = new AbortController()
    await expect(drainMailbox(server.ctx, mailbox, signal)).rejects.toThrow('unreadable')
    expect(moved).toEqual([2])
    expect(await contents(id)).toEqual(['second'])
  })

  it('stays in the mailbox while the organization gets too many', async () => {
    const { id, address } = await stream('full')
    await sql`
      insert into incoming_mails (realm_id, recipient, target_hash, mail_hash, handled_at)
      select ${server.realmId}, '', 'filler', n::text, now() from generate_series(1, 50) n`.execute(
      server.db,
    )
    imap.deliver(mailTo(address, 'later'))
    await drain()
    expect(imap.count('INBOX')).toBe(1)
    await sql`delete from incoming_mails where target_hash = 'filler'`.execute(server.db)
    await drain()
    expect(await contents(id)).toEqual(['later'])
  })

  it('is read by one worker of many, as soon as it comes, and by another one afterwards', async () => {
    const { id, address } = await stream('leased')
    const logins = imap.logins
    const workers = ['first', 'second'].map((workerId) => {
      const config = { ...server.ctx.config, workerId, mailInImapUrl: imap.url }
      return createImapReader({ ...server.ctx, config })
    })
    for (const worker of workers) worker.start()
    try {
      await untilHolds('a worker reads', () => imap.logins > logins)
      imap.deliver(mailTo(address, 'leased'))
      await untilHolds('the mail is moved', () => imap.count('INBOX') === 0)
      expect(await contents(id)).toEqual(['leased'])
      expect(imap.sockets.size).toBe(1)
    } finally {
      await Promise.all(workers.map((worker) => worker.stop()))
    }
    const { rows } = await sql`select from leases where held_until > now()`.execute(server.db)
    expect(rows).toEqual([])
  })
})
