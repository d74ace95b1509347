import { createTransport } from 'nodemailer'
import type { SendMailOptions } from 'nodemailer'
import { maybe, shapedLike } from './checked'

/** The answer of a mail server to a mail. */
export interface MailAnswer {
  /** SMTP code: 250 for a mail that is accepted. */
  code: number
  text: string
}

/** Sends a mail by LMTP. @returns the SMTP code for each recipient, by address; 250: accepted */
export async function deliverByLmtp(
  port: number,
  mail: SendMailOptions,
): Promise<Record<string, number>> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, lmtp: true })
  try {
    const { accepted, rejectedErrors = [] } = (await transport.sendMail(mail)) as {
      accepted: string[]
      rejectedErrors?: { recipient: string; responseCode: number }[]
    }
    return Object.fromEntries([
      ...rejectedErrors.map((each) => [each.recipient, each.responseCode] as const),
      ...accepted.map((address) => [address, 250] as const),
    ])
  } finally {
    transport.close()
  }
}

/** Sends a mail to a port of this machine by SMTP, as other mail servers do. */
export async function deliverMail(port: number, mail: SendMailOptions): Promise<MailAnswer> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  try {
    const { response } = await transport.sendMail(mail)
    return { code: Number(response.slice(0, 3)), text: response }
  } catch (error) {
    const { responseCode, response } = shapedLike(error, {
      responseCode: maybe(0),
      response: maybe(''),
    })
    if (responseCode === undefined) throw error
    return { code: responseCode, text: response ?? '' }
  } finally {
    transport.close()
  }
}
