import { receiveMail, findRecipient } from '../../src/server/mail-in/receive'
import { handleDueMails } from '../../src/server/mail-in/handler'
import { createMailReader } from '../../src/server/mail-in/mail-reader'
import { present } from '../support/checked'
import { countStatements } from '../support/count-statements'
import { useOwnServer } from '../support/own-server'

/** Max statements with which the event loop copies a mail of 20 MiB to the file of its thread, and deletes it. */
const mostStatements = 45
const mib = 1_048_576

// Source: docs/protocol/mail-in.md#bounds.
describe('a hostile mail', () => {
  const server = useOwnServer({ settings: { MAIL_IN_ADDRESS: '%s@chat.parley.test' } })

  async function streamWithAddress(name: string) {
    const [ada] = await server.users(`${name}`)
    const stream = await server.stream(name, { subscribers: [ada] })
    const { email } = await ada.call('GET /streams/{stream_id}/email_address', {
      stream_id: stream.id,
    })
    const recipient = present(await findRecipient(server.ctx, email))
    const newest = async () => {
      const { messages } = await ada.call('GET /messages', {
        ...{ anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false },
        narrow: [{ operator: 'channel', operand: stream.id }],
      })
      return messages[0]?.content ?? ''
    }
    return { recipient, newest }
  }

  const head = (headers: string) =>
    `From: Zoe <zoe@example.org>\r\nSubject: x\r\nMIME-Version: 1.0\r\n${headers}\r\n\r\n`

  /** A mail whose reading is costly, and the beginning of the message. */
  const mails: [name: string, raw: () => Buffer, shown: RegExp][] = [
    [
      'marks',
      () =>
        Buffer.from(
          `${head('Content-Type: text/html')}${'y'.repeat(100_000)}${'<b>x</b>'.repeat(25_000)}`,
        ),
      /^y+/,
    ],
    [
      'charset',
      () =>
        Buffer.concat([
          Buffer.from(head('Content-Type: text/plain; charset=iso-2022-jp')),
          Buffer.alloc(20 * mib, '\x1b$B$3$l\x1b(B '),
        ]),
      /^これ これ/,
    ],
    [
      'lines',
      () =>
        Buffer.concat([
          Buffer.from(
            head('Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable'),
          ),
          Buffer.alloc(20 * mib, '=41'),
        ]),
      /^A+/,
    ],
  ]

  it.each(mails)(
    'A mail of costly %s is read in a thread, to which few statements bring it',
    async (name, raw, shown) => {
      const { recipient, newest } = await streamWithAddress(name)
      await receiveMail(server.ctx, {
        recipients: [recipient],
        envelopeFrom: 'zoe@example.org',
        raw: raw(),
      })
      const handling = () => handleDueMails(server.ctx)
      const statements = await countStatements(handling, 'incoming_mail_parts')
      expect(statements).toBeLessThan(mostStatements)
      expect(await newest()).toMatch(shown)
    },
  )

  it('A mail that takes too much is given up, and no other worker tries it', async () => {
    const { recipient, newest } = await streamWithAddress('patience')
    const before = await newest()
    const [, raw = () => Buffer.alloc(0)] = mails[1] ?? []
    const mail = { recipients: [recipient], envelopeFrom: 'zoe@example.org', raw: raw() }
    await receiveMail(server.ctx, mail)
    const mailReader = createMailReader({ incoming: server.ctx.files.incoming, deadlineMs: 50 })
    try {
      await handleDueMails({ ...server.ctx, mailReader })
    } finally {
      await mailReader.close()
    }
    const row = await server.db
      .selectFrom('incoming_mails')
      .select(['attempts', 'outcome', 'reason'])
      .orderBy('id', 'desc')
      .executeTakeFirst()
    const reason = 'Reading the mail takes too much time or memory.'
    expect(row).toEqual({ attempts: 1, outcome: 'failed', reason })
    expect(await newest()).toBe(before)
  })
})
