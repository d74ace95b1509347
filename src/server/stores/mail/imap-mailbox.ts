import type { ImapFlow } from 'imapflow'

/** Folders that mails are moved to, by their fate. */
export type ImapFolder = 'Processed' | 'Failed'

export interface ImapSettings {
  /** As imaps://user:password@host:993/INBOX. */
  url: string
  /** Max silence of the server. */
  timeoutMs?: number
}

/** An open mailbox. */
export interface ImapMailbox {
  /** The UIDs of all mails, ascending. */
  list(): Promise<number[]>
  /** A mail; 'too large' beyond a size, undefined if it is gone. */
  read(uid: number, maxBytes: number): Promise<Buffer | 'too large' | undefined>
  move(uid: number, folder: ImapFolder): Promise<void>
  /** Resolves when a mail may have come, when the connection has ended, or after a time. */
  untilNews(mostMs: number): Promise<void>
  /** Ends the connection at once. */
  close(): void
}

const usualTimeoutMs = 60_000
const defaultFolder = 'INBOX'

/** Connects to a mailbox. Rejects if the server cannot be reached or refuses the login. */
export async function openImapMailbox({
  url,
  timeoutMs = usualTimeoutMs,
}: ImapSettings): Promise<ImapMailbox> {
  const client = await createClient(new URL(url), timeoutMs)
  let wake = (): void => undefined
  // An error ends the connection; the next command tells of it.
  client.on('error', () => wake())
  client.on('close', () => wake())
  client.on('exists', () => wake())
  try {
    await client.connect()
    const folder = decodeURIComponent(new URL(url).pathname.slice(1)) || defaultFolder
    for (const each of ['Processed', 'Failed'] as const) await client.mailboxCreate(each)
    await client.mailboxOpen(folder)
  } catch (error) {
    client.close()
    throw error
  }
  return {
    async list() {
      const found: number[] | false | undefined = await client.search({ all: true }, { uid: true })
      return found ? [...found].sort((a, b) => a - b) : []
    },

    async read(uid, maxBytes) {
      const head = await client.fetchOne(uid, { uid: true, size: true }, { uid: true })
      if (head === false) return undefined
      if ((head.size ?? 0) > maxBytes) return 'too large'
      const mail = await client.fetchOne(uid, { uid: true, source: true }, { uid: true })
      if (mail === false || mail.source === undefined) return undefined
      return mail.source.length > maxBytes ? 'too large' : mail.source
    },

    async move(uid, folder) {
      const moved = await client.messageMove(uid, folder, { uid: true })
      if (moved === false) throw new Error(`The mail ${uid} could not be moved to ${folder}.`)
    },

    async untilNews(mostMs) {
      if (!client.usable) return
      let timer: NodeJS.Timeout | undefined
      const news = new Promise<void>((resolve) => {
        wake = resolve
        timer = setTimeout(resolve, mostMs)
      })
      await news
      clearTimeout(timer)
      // Servers without IDLE tell of new mails only in answers.
      if (client.usable) await client.noop()
    },

    close() {
      client.close()
      wake()
    },
  }
}

async function createClient(address: URL, timeoutMs: number): Promise<ImapFlow> {
  // Loaded with the first connection: it takes memory that most servers never need.
  const { ImapFlow } = await import('imapflow')
  const isSecure = address.protocol === 'imaps:'
  return new ImapFlow({
    host: address.hostname,
    port: Number(address.port) || (isSecure ? 993 : 143),
    secure: isSecure,
    auth: {
      user: decodeURIComponent(address.username),
      pass: decodeURIComponent(address.password),
    },
    logger: false,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: 5 * timeoutMs,
  })
}
