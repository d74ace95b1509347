import { isOwnMessageId } from '../../chat/rules/mail/message-ids'

/*
 * Mails that programs send by themselves. Streams take those that nothing caused (cron, monitors), and no answers, reports
 * or mails of this server, which could go round for ever. Source: docs/protocol/mail-in.md#loops.
 */

/** Facts about a mail that tell whether a person, a program or a mail server wrote it. */
export interface MailOrigin {
  /** Address of the envelope, empty for reports of mail servers; undefined: unknown. */
  envelopeFrom: string | undefined
  /** Address in the header From. */
  from: string
  contentType: string
  /** First value of each header, by its name in lower case. */
  headers: ReadonlyMap<string, string>
  messageId: string
}

/** The addresses and the host of this server. */
export interface OwnMail {
  from: string
  host: string
}

/** Words for an empty envelope sender: Postfix gives programs the last one. */
const nullSenders = new Set(['', '<>', 'mailer-daemon'])

/**
 * The reason to drop a mail of a machine.
 * @param isReply whether it goes to the address of a reply, where all mails of machines are dropped
 */
export function machineReason(
  mail: MailOrigin,
  own: OwnMail,
  isReply: boolean,
): string | undefined {
  const header = (name: string) => (mail.headers.get(name) ?? '').trim().toLowerCase()
  if (mail.envelopeFrom !== undefined && nullSenders.has(mail.envelopeFrom.trim().toLowerCase())) {
    return 'empty envelope sender'
  }
  const submitted = header('auto-submitted')
  const isByMachine = submitted !== '' && !/^no(?![\w-])/.test(submitted)
  if (isByMachine && (isReply || /^auto-replied(?![\w-])/.test(submitted))) return 'Auto-Submitted'
  if (mail.headers.has('x-failed-recipients')) return 'X-Failed-Recipients'
  if (mail.contentType === 'multipart/report') return 'multipart/report'
  if (header('x-autoreply') !== '' || header('x-autorespond') !== '') return 'X-Autoreply'
  if (mail.from.toLowerCase() === own.from) return 'sent by this server'
  if (isOwnMessageId(mail.messageId, own.host)) return 'sent by this server'
  if (!isReply) return undefined
  const suppressed = header('x-auto-response-suppress')
  if (/\b(?:all|oof|autoreply)\b/.test(suppressed)) return 'X-Auto-Response-Suppress'
  return /^(?:bulk|junk|list|auto_reply)$/.test(header('precedence')) ? 'Precedence' : undefined
}
