import type { Transporter } from 'nodemailer'
import { htmlOf, textOf } from './layout'
import type { Framed } from './layout'

/** A mail to send. */
interface Envelope {
  to: string
  /** Address for reports that it was not delivered; absent: the sender. */
  returnPath?: string | undefined
  letter: Framed
  messageId: string
  date: Date
}

/**
 * The kind of failure: the server refused this mail permanently, or temporarily (greylisting, a full
 * mailbox), or takes no mail at the moment.
 */
export type MailTrouble = 'refused' | 'later' | 'outage'

/** A mail that was not sent, or may not have been sent. */
export class MailError extends Error {
  override name = 'MailError'

  constructor(
    message: string,
    readonly trouble: MailTrouble,
    /** The code with which the server refused the recipient; absent: the refusal is about something else. */
    readonly recipientCode?: number,
  ) {
    super(message)
  }
}

/** Hands mails to a server. */
export interface MailTransport {
  /** Resolves when the server has accepted the mail. @throws MailError */
  send(envelope: Envelope): Promise<void>
  /** Connects and logs in, and sends nothing. @throws MailError */
  check(): Promise<void>
}

export interface TransportSettings {
  /** As smtp://user:password@host:587. */
  url: string
  /** The sender, as in the From header. */
  from: string
  /** Max silence of the server. */
  timeoutMs?: number
}

const usualTimeoutMs = 30_000

/**
 * A transport that opens a connection for each mail: a kept connection may end in the middle of the next
 * mail.
 */
export function createMailTransport({
  url,
  from,
  timeoutMs = usualTimeoutMs,
}: TransportSettings): MailTransport {
  let loading: Promise<Transporter> | undefined
  // Loaded with the first mail: it takes memory that many workers never need.
  const load = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      // Letters consist of texts alone.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  return {
    async send({ to, returnPath, letter, messageId, date }) {
      try {
        const mailer = await (loading ??= load())
        await mailer.sendMail({
          from,
          // As an object: nodemailer would split a text at commas.
          to: { name: '', address: to },
          ...(returnPath === undefined ? {} : { envelope: { from: returnPath, to } }),
          subject: letter.subject.replace(/\p{Cc}+/gu, ' '),
          text: textOf(letter),
          html: htmlOf(letter),
          ...(letter.replyTo === undefined
            ? {}
            : { replyTo: { name: letter.realm, address: letter.replyTo } }),
          messageId,
          date,
          headers: {
            'Content-Language': letter.language,
            'Auto-Submitted': 'auto-generated',
            'X-Auto-Response-Suppress': 'All',
            ...letter.headers,
          },
        })
      } catch (error) {
        throw explain(error)
      }
    },

    async check() {
      try {
        const mailer = await (loading ??= load())
        await mailer.verify()
      } catch (error) {
        throw explain(error)
      }
    },
  }
}

/** Steps of the SMTP conversation that concern one mail. */
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
  const recipientCode = command === 'RCPT TO' ? responseCode : undefined
  return new MailError(text, responseCode >= 500 ? 'refused' : 'later', recipientCode)
}
