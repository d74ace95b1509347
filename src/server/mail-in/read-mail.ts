import type { IncomingFile } from '../stores/files/incoming'
import { looksEmpty } from '../lib/characters'
import { sizeLimits } from '../chat/rules/limits'
import type { MailTarget } from '../chat/rules/mail-in/addresses'
import { isForged } from './reading/authentication-results'
import { bodyOf } from './reading/body'
import { readCalendar } from './reading/calendar'
import type { CalendarEvent } from './reading/calendar'
import { machineReason } from './reading/machine-mail'
import type { OwnMail } from './reading/machine-mail'
import { readReport } from '../chat/rules/mail-in/reports'
import type { ReportNews } from '../chat/rules/mail-in/reports'
import { readSubject } from './reading/subjects'
import type { MailSubject } from './reading/subjects'
import { parseMail } from './parse'
import type { ParsedMail } from './parse'

/** A mail to read, and the facts that its reader needs about this server. */
export interface MailToRead {
  /** The file with the bytes of the mail. */
  file: string
  /** The place for the files of the mail. */
  filePaths: readonly string[]
  target: MailTarget
  envelopeFrom: string | undefined
  own: OwnMail
  /** Name of the mail server in front that judges senders; empty: none does. */
  judge: string
}

/** A mail that was read. All of it is bounded in size, whatever the mail is. */
export interface ReadMail {
  /** Why the mail is dropped, such as an automatic answer. */
  dropped: string | undefined
  from: { name: string; address: string }
  /** Whether the mail server in front found that somebody else sent it. */
  isForged: boolean
  subject: MailSubject
  /** Whether it has neither text nor files. */
  isEmpty: boolean
  /** The words of the writer as Markdown; longer than a message if they must be cut. */
  body: string
  /** The event of an invitation; undefined: there is none, or the mail has a text. */
  event: CalendarEvent | undefined
  files: IncomingFile[]
  /** The news in a report of a mail server. */
  news: ReportNews | undefined
}

/** Max characters of names and types that leave the thread. */
const longestName = 500

/**
 * Reads a mail as far as its target needs it.
 * @throws UnreadableMailError
 */
export async function readMail(wanted: MailToRead): Promise<ReadMail> {
  const { target } = wanted
  const mail = await parseMail(wanted.file, target.kind === 'bounce' ? [] : wanted.filePaths)
  const { texts, files } = mail
  const subject = readSubject(mail.subject)
  const read = {
    dropped: undefined,
    from: { name: cut(mail.from.name), address: cut(mail.from.address) },
    isForged:
      wanted.judge !== '' && isForged(mail.headers.get('authentication-results'), wanted.judge),
    subject,
    isEmpty: looksEmpty(texts.text) && looksEmpty(texts.html) && files.length === 0,
    body: '',
    event: undefined,
    files: files.map((file) => {
      return { ...file, name: cut(file.name), contentType: cut(file.contentType) }
    }),
    news: undefined,
  }
  if (target.kind === 'bounce') return { ...read, news: readReport(mail.reports) }
  const dropped = reasonToDrop(mail, wanted, read.isForged)
  if (dropped !== undefined) return { ...read, dropped }
  const body = writeBody(mail, subject, target)
  return { ...read, body, event: body === '' ? eventOf(mail) : undefined }
}

function eventOf({ calendar }: ParsedMail): CalendarEvent | undefined {
  const event = readCalendar(calendar)
  const { summary = '', location = '', person = '' } = event ?? {}
  const texts = { summary: cut(summary), location: cut(location), person: cut(person) }
  return event && { ...event, ...texts }
}

function cut(text: string): string {
  return text.slice(0, longestName)
}

function reasonToDrop(
  { from, contentType, headers, messageId }: ParsedMail,
  { target, envelopeFrom, own }: MailToRead,
  isFalse: boolean,
): string | undefined {
  const isReply = target.kind === 'reply'
  const origin = { envelopeFrom, from: from.address, contentType, headers, messageId }
  const reason = machineReason(origin, own, isReply)
  return reason ?? (isReply && isFalse ? 'forged sender' : undefined)
}

function writeBody(
  { texts }: ParsedMail,
  { isForwarded }: MailSubject,
  target: Exclude<MailTarget, { kind: 'bounce' }>,
): string {
  const options = target.kind === 'stream' ? target.options : undefined
  const isWhole = options?.asCode ?? false
  const body = bodyOf(texts, {
    quotes: isWhole || (options !== undefined && (options.includeQuotes || isForwarded)),
    footer: isWhole || (options?.includeFooter ?? false),
    isVerbatim: isWhole,
    prefersHtml: options?.prefersHtml ?? false,
  })
  // A message is cut at this number of bytes, which is as many characters at most.
  return looksEmpty(body) ? '' : body.slice(0, sizeLimits.contentBytes + 1)
}
