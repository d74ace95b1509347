import { Mailbox } from '../support/mailbox'
import type { ReceivedMail } from '../support/mailbox'
import type { MailLink, Pool } from './world'

const joining = ['POST /api/v1/accounts/confirmation', 'POST /api/v1/accounts/join']

/** Operations by the path before the secret. */
const operationsOf: Readonly<Record<string, readonly string[]>> = {
  '/accounts/password/reset/': [
    'POST /api/v1/accounts/password/check',
    'POST /api/v1/accounts/password/set',
  ],
  '/accounts/confirm_new_email/': ['POST /api/v1/accounts/confirm_new_email'],
  '/join/': joining,
  '/accounts/do_confirm/': joining,
}

/** A mail server whose mails give the fuzzer the keys of their links. */
export class MailLinks {
  readonly mailbox = new Mailbox()
  private learned = 0

  /** @param sendDue sends what waits, where no worker does */
  constructor(private readonly sendDue: () => Promise<unknown> = async () => undefined) {}

  /** Adds the links of the mails since the last call. */
  async learn(pool: Pool<MailLink>): Promise<void> {
    await this.sendDue()
    const { mails } = this.mailbox
    for (const mail of mails.slice(this.learned)) for (const link of linksIn(mail)) pool.add(link)
    this.learned = mails.length
  }
}

function linksIn({ text, to }: ReceivedMail): MailLink[] {
  return [...text.matchAll(/https?:\/\/[^/\s]+(\/[\w/]*\/)([\w-]+)/g)].flatMap(
    ([, path = '', key = '']) => {
      const operations = operationsOf[path]
      return operations ? [{ operations, key, email: to }] : []
    },
  )
}
