import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import type { AppContext } from '../context'
import { repeat } from '../lib/pauses'
import { hostOf } from '../chat/notify/mail/enqueue'
import { domainOfPattern } from '../chat/rules/mail-in/addresses'
import {
  findRecipient,
  maxMailBytes,
  MailTooLargeError,
  receiveMail,
  TooManyMailsError,
} from './receive'
import type { Recipient } from './receive'
import { patientSignal } from '../lib/patience'

/** Max connections; others are asked to try again later. */
const maxConnections = 20
const maxRecipients = 10
/** Max bytes of mails that are being received, over all connections. */
const maxBytesAtOnce = 96 * 1_048_576
/** Max silence of a client. */
const silenceMs = 60_000
const closeMs = 2_000
/** Greeting by which workers know each other. */
const banner = 'Parley'
const greetingMs = 2_000
const standByMs = 1_000

type Context = Pick<AppContext, 'config' | 'db' | 'log' | 'metrics'>

/** A listener for mail by SMTP or LMTP. */
export interface MailListener {
  port: number
  /** Accepts no more connections, and cuts those that are still open after a moment. */
  close(): Promise<void>
}

/**
 * Listens for mail at `MAIL_IN_PORT`. A mail is accepted (250) when it is stored in the database, and a recipient that
 * does not exist is refused before the mail is sent. While another worker has the port, this one stands by.
 * Source: docs/protocol/mail-in.md#smtp.
 */
export async function listenForMail(ctx: Context): Promise<MailListener | undefined> {
  const { mailInPort, mailInHost, mailInAddress, mailInProtocol, host } = ctx.config
  if (mailInPort === undefined || mailInAddress === undefined) return undefined
  const { SMTPServer } = await import('smtp-server')
  const tls = await readTls(ctx)
  const budget = { bytes: 0 }
  const lmtp = mailInProtocol === 'lmtp'
  const server: SMTPServer = new SMTPServer({
    ...tls,
    lmtp,
    name: domainOfPattern(mailInAddress) || hostOf(ctx.config),
    banner,
    size: maxMailBytes(ctx),
    authOptional: true,
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    maxClients: maxConnections,
    maxRecipients,
    socketTimeout: silenceMs,
    closeTimeout: closeMs,
    onRcptTo: ({ address }, _session, done) => answer(ctx, acceptRecipient(ctx, address), done),
    onData(stream, session, done) {
      const raw = collect(ctx, budget, stream)
      if (lmtp)
        answer(
          ctx,
          raw.then((all) => acceptForEach(ctx, all, session)),
          done,
        )
      else
        answer(
          ctx,
          raw.then((all) => acceptMail(ctx, all, session)),
          done,
        )
    },
  })
  server.on('error', (error) => ctx.log.debug({ err: error }, 'a mail connection failed'))
  const place = { port: mailInPort, host: mailInHost || host }
  const open = async (): Promise<number> => {
    await openAt(server, place)
    const { port } = server.server.address() as AddressInfo
    ctx.log.info({ port }, `mail comes in by ${mailInProtocol.toUpperCase()}`)
    return port
  }
  const close = async (): Promise<void> => {
    if (!server.server.listening) return
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  try {
    return { port: await open(), close }
  } catch (error) {
    if (!isTaken(error) || !(await isOfWorker(place))) throw error
    return standBy(ctx, { port: mailInPort, open, close })
  }
}

interface Place {
  port: number
  host: string
}

async function openAt(server: SMTPServer, { port, host }: Place): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const refused = (error: Error): void => {
      server.server.off('listening', opened)
      reject(error)
    }
    const opened = (): void => {
      server.server.off('error', refused)
      resolve()
    }
    server.server.once('error', refused).once('listening', opened)
    server.listen(port, host)
  })
}

function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
}

/** Whether another worker listens at a place, by its greeting. */
async function isOfWorker({ port, host }: Place): Promise<boolean> {
  const socket = connect({ port, host: toHost(host) })
  try {
    const signal = patientSignal(greetingMs)
    const [greeting] = (await once(socket, 'data', { signal })) as [Buffer]
    const text = greeting.toString('latin1')
    // A worker with as many connections as it takes says so in place of its greeting.
    return text.includes(banner) || text.startsWith('421')
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** The host at which a listener on a host is reached. */
function toHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}

/** Waits until the worker that has the port ends, and listens in its place: workers of a machine share their settings. */
function standBy(
  { log }: Context,
  { port, open, close }: { port: number; open(): Promise<number>; close(): Promise<void> },
): MailListener {
  log.info({ port }, 'another worker takes the mail; this one stands by')
  let isOpen = false
  const attempt = async (): Promise<void> => {
    if (isOpen) return
    try {
      await open()
      isOpen = true
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  }
  const repetition = repeat(attempt, standByMs, (error) =>
    log.warn({ err: error }, 'could not listen for mail'),
  )
  return {
    port,
    async close() {
      await repetition.stop()
      await close()
    },
  }
}

async function readTls({ config }: Context): Promise<{ key: Buffer; cert: Buffer } | undefined> {
  const { mailInTlsKey, mailInTlsCert } = config
  if (mailInTlsKey === '') return undefined
  return { key: await readFile(mailInTlsKey), cert: await readFile(mailInTlsCert) }
}

/** A refusal with its SMTP code. */
class SmtpError extends Error {
  constructor(
    readonly responseCode: number,
    message: string,
  ) {
    super(message)
  }
}

const noMailbox = (): SmtpError => new SmtpError(550, '5.1.1 Bad destination mailbox address')

async function acceptRecipient(ctx: Context, address: string): Promise<void> {
  if (!(await findRecipient(ctx, address))) throw noMailbox()
}

/** The text of the answer 250. */
const taken = '2.0.0 OK: message queued'

/** Takes a mail for all of its recipients, or for none. */
async function acceptMail(
  ctx: Context,
  raw: Buffer,
  { envelope }: SMTPServerSession,
): Promise<string> {
  const recipients: Recipient[] = []
  for (const { address } of envelope.rcptTo) {
    const recipient = await findRecipient(ctx, address)
    if (!recipient) throw noMailbox()
    recipients.push(recipient)
  }
  await receiveMail(ctx, { recipients, envelopeFrom: senderOf(envelope), raw })
  return taken
}

/** Takes a mail for each recipient by itself. @returns the answer for each, in their order */
async function acceptForEach(
  ctx: Context,
  raw: Buffer,
  { envelope }: SMTPServerSession,
): Promise<(string | SmtpError)[]> {
  const envelopeFrom = senderOf(envelope)
  const answers: (string | SmtpError)[] = []
  for (const { address } of envelope.rcptTo) {
    try {
      const recipient = await findRecipient(ctx, address)
      if (!recipient) throw noMailbox()
      await receiveMail(ctx, { recipients: [recipient], envelopeFrom, raw })
      answers.push(taken)
    } catch (error) {
      answers.push(refusalOf(ctx, error))
    }
  }
  return answers
}

function senderOf({ mailFrom }: SMTPServerSession['envelope']): string {
  return mailFrom ? mailFrom.address : ''
}

/** Reads a mail to its end, since the client waits for the answer until then. */
async function collect(
  ctx: Context,
  budget: { bytes: number },
  stream: SMTPServerDataStream,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  let isOver = false
  try {
    for await (const chunk of stream) {
      const part = chunk as Buffer
      isOver ||= budget.bytes + part.length > maxBytesAtOnce
      if (isOver || bytes + part.length > maxMailBytes(ctx)) continue
      bytes += part.length
      budget.bytes += part.length
      chunks.push(part)
    }
    if (stream.sizeExceeded) throw new MailTooLargeError()
    if (isOver) throw new SmtpError(452, '4.3.1 Too many large mails at once')
    return Buffer.concat(chunks)
  } finally {
    budget.bytes -= bytes
  }
}

/** Answers a client. Failures of this server are temporary for it. */
function answer<Answers>(
  ctx: Context,
  work: Promise<Answers>,
  done: (error?: Error | null, answers?: Answers) => void,
): void {
  work.then(
    (answers) => done(null, answers),
    (error: unknown) => done(refusalOf(ctx, error)),
  )
}

function refusalOf(ctx: Context, error: unknown): SmtpError {
  if (error instanceof SmtpError) return error
  if (error instanceof MailTooLargeError) return new SmtpError(552, '5.3.4 Message too big')
  if (error instanceof TooManyMailsError) return new SmtpError(451, '4.7.1 Too many mails')
  ctx.log.warn({ err: error }, 'could not take a mail')
  return new SmtpError(451, '4.3.0 The server cannot take mail at the moment')
}
