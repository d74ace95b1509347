import type { Transporter } from 'nodemailer'
import { htmlOf, textOf } from './layout'
import type { Framed } from './layout'

/** A mail as it is handed over. */
export interface Envelope {
  to: string
  letter: Framed
  messageId: string
  date: Date
  headers?: Readonly<Record<string, string>>
}

/**
 * What went wrong: the server refused this mail for good, or for now (greylisting, a full mailbox), or takes
 * none at the moment.
 */
export type MailTrouble = 'refused' | 'later' | 'outage'

/** A mail that was not sent, or not for certain. */
export class MailError extends Error {
  override name = 'MailError'

  constructor(
    message: string,
    readonly trouble: MailTrouble,
  ) {
    super(message)
  }
}

/** Hands mails to a server. */
export interface MailTransport {
  /** Resolves when the server has taken it. @throws MailError */
  send(envelope: Envelope): Promise<void>
}

export interface TransportSettings {
  /** As smtp://user:password@host:587. */
  url: string
  /** Who sends, as a mail says it. */
  from: string
  /** For how long the server may say nothing. */
  timeoutMs?: number
}

const usualTimeoutMs = 30_000

/** A transport that opens a connection for each mail: one that is kept may end in the middle of the next. */
export function createMailTransport({
  url,
  from,
  timeoutMs = usualTimeoutMs,
}: TransportSettings): MailTransport {
  let loading: Promise<Transporter> | undefined
  // With the first mail: it takes memory that many workers never need.
  const load = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // Letters are made of texts alone.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  return {
    async send({ to, letter, messageId, date, headers }) {
      try {
        const mailer = await (loading ??= load())
        await mailer.sendMail({
          from,
          // As an object: a text would be taken apart where it has commas.
          to: { name: '', address: to },
          subject: letter.subject.replace(/\p{Cc}+/gu, ' '),
          text: textOf(letter),
          html: htmlOf(letter),
          messageId,
          date,
          headers: {
            'Content-Language': letter.language,
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...headers,
          },
        })
      } catch (error) {
        throw explain(error)
      }
    },
  }
}

/** Steps of the conversation with a server that are about one mail. */
const stepsOfMail = /^(MAIL FROM|RCPT TO|DATA)$/

function explain(error: unknown): MailError {
  const { message, code, command, responseCode } = error as {
    message?: string
    code?: string
    command?: string
    responseCode?: number
  }
  const text = String(message ?? error).slice(0, 500)
  if (code === 'EENVELOPE' && responseCode === undefined) return new MailError(text, 'refused')
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE' || stepsOfMail.test(command ?? '')
  if (responseCode === undefined || responseCode === 421 || !isOfMail) {
    return new MailError(text, 'outage')
  }
  return new MailError(text, responseCode >= 500 ? 'refused' : 'later')
}
