import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UnreadableMailError } from '../../src/server/mail-in/parse'
import { readMail } from '../../src/server/mail-in/read-mail'
import { isForged } from '../../src/server/mail-in/reading/authentication-results'
import { bodyOf } from '../../src/server/mail-in/reading/body'
import { readCalendar } from '../../src/server/mail-in/reading/calendar'
import { fromWindows1252 } from '../../src/server/mail-in/reading/charsets'
import { linesOfHtml } from '../../src/server/mail-in/reading/html-lines'
import { headersOfRaw, recipientsOfRaw } from '../../src/server/mail-in/reading/raw-headers'
import { reasonOfRefusal, readReport } from '../../src/server/chat/rules/mail-in/reports'
import { readSubject } from '../../src/server/mail-in/reading/subjects'
import { html, plain } from './text-fragments'
import { rows } from './text-reader'
import type { TextReader } from './text-reader'

const ownWords = { quotes: false, footer: false, prefersHtml: false }

/** Words with which programs begin a quote, and other lines with a meaning. */
// prettier-ignore
const lines = [
  ...plain, '\n> ', '\n>', '\n>> ', '\nOn Monday, Ada wrote:\n', '\nAm 1.1.2026 schrieb Ada:\n', '\n-----Original Message-----\n', '\nFrom: ', '\nSent: ',
  '\n-- \n', '\n________________________________\n', '\nOn ', ' wrote:', 'Re: ', 'Fwd: ', '[a] ',
]
// prettier-ignore
const structure = [
  ...plain, '\r\n', '\r\n\r\n', '\r\n--b\r\n', '\r\n--b--\r\n', '=', '=\r\n', '=41', '=?utf-8?q?', '?=', '=?utf-8?b?QQ==?=', 'QUJD', ';', '; name=',
  '; name*0*=', '\r\nContent-Type: text/html\r\n\r\n', '\r\nContent-Type: message/rfc822\r\n\r\n', '\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n',
  '\r\nContent-Transfer-Encoding: base64\r\n', '\r\nTo: ', '<a@b.c>', ', ', '(', ')', '"', '\x1b$B', '\x1b(B', 'begin 644 x\r\n', '\r\nReferences: ',
]

/** A reader of whole mails, which the text completes. */
function wholeMail(name: string, head: string, mostMs: number): TextReader {
  return {
    name: `mail: ${name}`,
    row: rows.mail,
    ...{ mostCharacters: 200_000, mostMs, fragments: structure },
    async read(text) {
      const folder = mkdtempSync(join(tmpdir(), 'parley-test-mail-'))
      try {
        const file = join(folder, 'mail')
        writeFileSync(file, Buffer.from(head + text, 'latin1'))
        await readMail({
          file,
          filePaths: Array.from({ length: 20 }, (_, number) => join(folder, String(number))),
          target: { kind: 'reply', token: 'x' },
          envelopeFrom: 'zoe@example.org',
          own: { from: 'noreply@chat.test', host: 'chat.test' },
          judge: 'mx.chat.test',
        })
      } catch (error) {
        if (!(error instanceof UnreadableMailError)) throw error
      } finally {
        rmSync(folder, { recursive: true })
      }
    },
  }
}

const from = 'From: zoe@example.org\r\nSubject: x\r\n'

/** Readers of mails that come in. */
export const mailReaders: TextReader[] = [
  wholeMail('headers', from, 1_000),
  wholeMail(
    'quoted-printable',
    `${from}Content-Transfer-Encoding: quoted-printable\r\n\r\n`,
    1_000,
  ),
  wholeMail('iso-2022-jp', `${from}Content-Type: text/plain; charset=iso-2022-jp\r\n\r\n`, 1_000),
  wholeMail('flowed', `${from}Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n`, 1_000),
  wholeMail('parts', `${from}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n`, 1_000),
  wholeMail('HTML', `${from}Content-Type: text/html\r\n\r\n`, 1_000),
  {
    name: 'page of a mail',
    row: rows.mail,
    ...{ mostCharacters: 300_000, mostMs: 300, fragments: html },
    read: (text) => linesOfHtml(text),
  },
  {
    name: 'words of a mail',
    row: rows.mail,
    ...{ mostCharacters: 200_000, mostMs: 300, fragments: lines },
    read: (text) => bodyOf({ text, html: '' }, ownWords),
  },
  {
    name: 'words of a page of a mail',
    row: rows.mail,
    ...{ mostCharacters: 200_000, mostMs: 500, fragments: [...html, ...lines] },
    read: (text) => bodyOf({ text: '', html: text }, ownWords),
  },
  {
    name: 'subject of a mail',
    row: rows.mail,
    ...{ mostCharacters: 200_000, mostMs: 50, fragments: lines },
    read: (text) => readSubject(text),
  },
  {
    name: 'calendar of a mail',
    row: rows.mail,
    ...{ mostCharacters: 200_000, mostMs: 300 },
    // prettier-ignore
    fragments: [
      ...plain, '\r\n', '\r\n ', '\r\nBEGIN:VEVENT', '\r\nEND:VEVENT', '\r\nBEGIN:VCALENDAR', '\r\nSUMMARY:', '\r\nSUMMARY;', '\r\nDTSTART;TZID=', '="', '\\n', '\\,',
      '\r\nRRULE:FREQ=DAILY', '\r\nLOCATION:', '\r\nATTENDEE;',
    ],
    read: (text) => readCalendar(`BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${text}`),
  },
  {
    name: 'report of a mail server',
    row: rows.mail,
    ...{ mostCharacters: 50_000, mostMs: 50 },
    fragments: [...plain, '\r\n', '\r\nAction: ', 'failed', '\r\nStatus: ', '5.1.1', '5.', '5.1.'],
    read: (text) => [readReport([text]), reasonOfRefusal(text, 550)],
  },
  {
    name: 'judgment about a sender',
    row: rows.mail,
    ...{ mostCharacters: 200_000, mostMs: 50, fragments: [...plain, 'mx.test;', ' spf=', 'fail'] },
    read: (text) => isForged(`mx.test; ${text}`, 'mx.test'),
  },
  {
    name: 'mail without a charset',
    row: rows.mail,
    ...{ mostCharacters: 200_000, mostMs: 100, fragments: plain },
    read: (text) => fromWindows1252(Buffer.from(text, 'latin1')),
  },
  {
    name: 'raw headers of a mail',
    row: rows.mailHead,
    ...{ mostCharacters: 65_536, mostMs: 50 },
    fragments: [...plain, '\r\n', '\r\n ', '\r\nTo: ', '\r\nCc: ', 'a@b', ', ', '\r\na:'],
    read(text) {
      const raw = Buffer.from(`To: ${text}`)
      return [headersOfRaw(raw), recipientsOfRaw(raw)]
    },
  },
]
