import { simpleParser } from 'mailparser'
import type { ParsedMail } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import type { AppContext } from '../../src/server/context'
import { sendDue, transportOf } from '../../src/server/chat/jobs/mail/sender'
import { Addresses } from './addresses'
import { elementAt } from './checked'
import { portOf } from './own-ports'
import { runningServers } from './running-servers'
import { untilHolds } from './until'

/** A mail as its reader sees it. */
export interface ReceivedMail {
  to: string
  subject: string
  text: string
  html: string
  headers: ParsedMail['headers']
  messageId: string | undefined
  /** Sender of the envelope, to which failures are reported. */
  returnPath: string
  from: string
}

/** A server's refusal, with its SMTP code. */
export interface Refusal {
  code: number
  text: string
}

/** Refuses an address, or delays the answer, possibly forever. */
type OnRecipient = (address: string) => Refusal | Promise<unknown> | undefined

/** Address of the servers that send to a mailbox. */
const home = new URL('https://chat.parley.test')

/** A real mail server that keeps its mails for tests. */
export class Mailbox {
  readonly mails: ReceivedMail[] = []
  /** Decides about each recipient; default: all are accepted. */
  onRecipient: OnRecipient | undefined
  /** Called when a mail is complete, before the server accepts it. */
  onData: ((mail: ReceivedMail) => Refusal | Promise<unknown> | undefined) | undefined
  /** Settings for a server that sends here; complete once it listens. */
  readonly settings: Record<string, string> = {
    EXTERNAL_URL: home.origin,
    MAIL_FROM: 'Parley <chat@parley.test>',
  }
  #server: SMTPServer | undefined
  readonly #links = new Addresses(home.origin, (host) => `.${host}`.endsWith(`.${home.host}`))

  async open(port = 0): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 50,
      onRcptTo: ({ address }, _session, done) => answer(this.onRecipient?.(address), done),
      onData: (body, { envelope }, done) => {
        const to = envelope.rcptTo.map(({ address }) => address).join(', ')
        void simpleParser(body).then((parsed) => {
          const { mailFrom } = envelope
          const mail = { ...readable(to, parsed), returnPath: mailFrom ? mailFrom.address : '' }
          this.#takeLinks(mail)
          answer(this.onData?.(mail), (error) => {
            if (!error) this.mails.push(mail)
            done(error)
          })
        })
      },
    })
    // Killed clients reset their connections.
    server.on('error', () => undefined)
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    this.#server = server
    this.settings['SMTP_URL'] = `smtp://127.0.0.1:${this.port}`
  }

  get port(): number {
    return portOf(this.#server?.server)
  }

  async close(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()))
  }

  to(address: string): ReceivedMail[] {
    return this.mails.filter((mail) => mail.to === address)
  }

  /** Waits for the next mail to an address. */
  async next(address: string, count = 1): Promise<ReceivedMail> {
    await untilHolds(`a mail to ${address} arrives`, () => this.to(address).length >= count)
    return elementAt(this.to(address), count - 1)
  }

  #takeLinks({ subject, text, html, headers }: ReceivedMail): void {
    const parts = { text, html, unsubscribe: headers.get('list') }
    this.#links.take(`the mail “${subject}”`, parts)
  }

  /** The links of all mails so far, one of each shape, that the server of the tests does not answer with a page. */
  async findDeadLinks(): Promise<string[]> {
    const server = runningServers.at(-1)
    return server === undefined ? [] : this.#links.findDead(server)
  }

  /** Sends the due mails of a worker, and answers those that arrived here. */
  async receive(ctx: AppContext): Promise<ReceivedMail[]> {
    const before = this.mails.length
    const transport = transportOf(ctx.config)
    if (transport) await sendDue(ctx, transport)
    return this.mails.slice(before)
  }
}

function answer(
  decided: Refusal | Promise<unknown> | undefined,
  done: (error?: Error | null) => void,
): void {
  if (decided instanceof Promise) void decided.then(() => done())
  else if (decided) done(Object.assign(new Error(decided.text), { responseCode: decided.code }))
  else done()
}

function readable(to: string, parsed: ParsedMail): Omit<ReceivedMail, 'returnPath'> {
  return {
    to,
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html || '',
    headers: parsed.headers,
    messageId: parsed.messageId,
    from: parsed.from?.text ?? '',
  }
}

/** A mail server for the tests of a `describe` block; declare it before the server that sends there. */
export function useMailbox(): Mailbox {
  const mailbox = new Mailbox()
  beforeAll(() => mailbox.open())
  // Runs before the server ends, as hooks run in the order of their declaration.
  afterAll(async () => {
    expect(await mailbox.findDeadLinks()).toEqual([])
    await mailbox.close()
  })
  beforeEach(() => {
    mailbox.mails.length = 0
    mailbox.onRecipient = undefined
    mailbox.onData = undefined
  })
  return mailbox
}

/** The token at the end of a mail's first link with a path. */
export function tokenIn(mail: ReceivedMail, path: string): string {
  const [, token] = new RegExp(`${path}([\\w-]+)`).exec(mail.text) ?? []
  if (token === undefined) throw new Error(`No link to ${path} in: ${mail.text}`)
  return token
}
