import {
  addressIn,
  bounceLocalPart,
  readAddress,
  streamLocalPart,
} from '../../../src/server/chat/rules/mail-in/addresses'
import { machineReason } from '../../../src/server/mail-in/reading/machine-mail'
import { readSubject } from '../../../src/server/mail-in/reading/subjects'

const pattern = 'in+%s@chat.example.com'
const token = '0123456789abcdef0123456789abcdef'

// Source: docs/protocol/mail-in.md#addresses.
describe('addresses of incoming mail', () => {
  it.each([
    ['Café & Bar', `cafe-bar.${token}`],
    ['設計', token],
    ['x'.repeat(60), `${'x'.repeat(30)}.${token}`],
  ])('name the stream %s', (name, local) => {
    expect(streamLocalPart(name, token)).toBe(local)
    expect(readAddress(pattern, addressIn(pattern, local))).toMatchObject({ kind: 'stream', token })
  })

  it('have options in any order, after points or plus signs', () => {
    const address = `IN+General+show-sender.${token.toUpperCase()}.prefer-html@Chat.Example.COM`
    expect(readAddress(pattern, address)).toEqual({
      kind: 'stream',
      token,
      options: {
        ...{ showSender: true, includeFooter: false, includeQuotes: false, prefersHtml: true },
        ...{ asCode: false, mentions: false },
      },
    })
  })

  it('fit the 64 characters of SMTP with the usual options', () => {
    const options = ['as-code', 'show-sender'] as const
    const local = streamLocalPart('Announcements of the day', token, options)
    expect(local).toBe(`announcemen.${token}.as-code.show-sender`)
    expect(local.length).toBeLessThanOrEqual(64)
    expect(readAddress(pattern, addressIn(pattern, local))).toMatchObject({
      ...{ token, options: { asCode: true, showSender: true, mentions: false } },
    })
  })

  it('have no option by the name of their stream', () => {
    const options = { showSender: false, asCode: false, mentions: false }
    for (const name of ['Mentions', 'as code', 'Show sender']) {
      const made = addressIn(pattern, streamLocalPart(name, token))
      expect(readAddress(pattern, made)).toMatchObject({ token, options })
    }
    const older = addressIn(pattern, `mentions.${token}`)
    expect(readAddress(pattern, older)).toMatchObject({ token, options })
  })

  it('are those of replies and bounces', () => {
    const reply = addressIn(pattern, `mm${token}`)
    expect(readAddress(pattern, reply)).toEqual({ kind: 'reply', token: `mm${token}` })
    const bounce = addressIn(pattern, bounceLocalPart(2, 71, 'ab'))
    const read = { kind: 'bounce', realmId: 2, mailId: 71, signature: 'ab' }
    expect(readAddress(pattern, bounce)).toEqual(read)
  })

  it.each(['in+@chat.example.com', 'in+x@chat.example.com', `in+a.b.${token}@chat.example.com`])(
    'are refused: %s',
    (address) => expect(readAddress(pattern, address)).toBeUndefined(),
  )
})

// Source: docs/protocol/mail-in.md#topic.
describe('the topic of a mail', () => {
  it.each([
    ['Re: Lunch', 'Lunch', false],
    ['RE: AW: [Re] lunch', 'lunch', false],
    ['Re[2]: lunch', 'lunch', false],
    ['SV: Antw: lunch', 'lunch', false],
    ['Fwd: lunch', 'lunch', true],
    ['WG: Mittag', 'Mittag', true],
    ['回复：午餐', '午餐', false],
    ['Re-design of R', 'Re-design of R', false],
    ['R - a language', 'R - a language', false],
    ['a\tb\u0007c', 'a b c', false],
    ['Re: \u200b', '', false],
    ['é'.repeat(61), `${'é'.repeat(57)}...`, false],
  ])('The subject %j becomes the topic %j', (subject, topic, isForwarded) => {
    expect(readSubject(subject)).toEqual({ topic, isForwarded })
  })
})

// Source: docs/protocol/mail-in.md#loops.
describe('a mail from a machine', () => {
  const own = { from: 'noreply@chat.example.com', host: 'chat.example.com' }
  const ofPerson = {
    ...{ envelopeFrom: 'ada@example.org', from: 'ada@example.org', contentType: 'text/plain' },
    ...{ headers: new Map<string, string>(), messageId: '<1@example.org>' },
  }

  it.each([
    [{ envelopeFrom: '' }, 'empty envelope sender'],
    [{ headers: new Map([['auto-submitted', 'Auto-Replied (vacation)']]) }, 'Auto-Submitted'],
    [{ contentType: 'multipart/report' }, 'multipart/report'],
    [{ from: 'NoReply@chat.example.com' }, 'sent by this server'],
    [{ messageId: `<${'0a'.repeat(18)}@chat.example.com>` }, 'sent by this server'],
    // Postfix names an empty sender so, when it hands a mail to a program.
    [{ envelopeFrom: 'MAILER-DAEMON' }, 'empty envelope sender'],
    [{ envelopeFrom: '<>' }, 'empty envelope sender'],
  ])('is dropped if it has %j', (facts, reason) => {
    expect(machineReason({ ...ofPerson, ...facts }, own, false)).toBe(reason)
  })

  it('is no mail of a person whose address has the domain of this server', () => {
    // Thunderbird and Apple Mail name the domain of the sender.
    const messageId = '<3f1d0c5e-9d0b-4a55-8a34-1e7f6c2b9a10@chat.example.com>'
    const from = 'ada@chat.example.com'
    expect(machineReason({ ...ofPerson, from, messageId }, own, true)).toBeUndefined()
  })

  it.each(['auto-generated', 'Auto-Generated; type=cron', 'auto-notified', 'no-reply'])(
    'comes to streams, and not into replies, if it says %s',
    (submitted) => {
      const mail = { ...ofPerson, headers: new Map([['auto-submitted', submitted]]) }
      expect(machineReason(mail, own, false)).toBeUndefined()
      expect(machineReason(mail, own, true)).toBe('Auto-Submitted')
    },
  )

  it.each(['no', 'No; by a person'])('is the mail of a person if it says %s', (submitted) => {
    const mail = { ...ofPerson, headers: new Map([['auto-submitted', submitted]]) }
    expect(machineReason(mail, own, true)).toBeUndefined()
  })

  it('comes to streams, and not into replies, if it is of a mailing list', () => {
    const mail = { ...ofPerson, headers: new Map([['precedence', 'list']]) }
    expect(machineReason(mail, own, false)).toBeUndefined()
    expect(machineReason(mail, own, true)).toBe('Precedence')
    expect(machineReason(ofPerson, own, true)).toBeUndefined()
  })
})
