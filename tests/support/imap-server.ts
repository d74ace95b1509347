import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { present } from './checked'
import { portOf } from './own-ports'

interface StoredMail {
  uid: number
  raw: Buffer
}

/** Commands that need a login, and those that need an open folder. */
const needsLogin = /^(CREATE|SELECT|LIST|NAMESPACE|ENABLE|IDLE|UID|FETCH|SEARCH)\b/
const needsFolder = /^(IDLE|UID|FETCH|SEARCH)\b/

/**
 * A small mail server that speaks as much of IMAP (RFC 9051, RFC 6851) as a reader needs, and answers BAD to everything else.
 * It knows one account and keeps its folders in memory.
 */
export class ImapServer {
  readonly folders = new Map<string, StoredMail[]>([['INBOX', []]])
  /** Called before mails are moved, and may cut the connection. */
  onMove: ((socket: Socket) => void) | undefined
  /** Connections that are open, and logins so far. */
  readonly sockets = new Set<Socket>()
  logins = 0
  #server: Server | undefined
  #nextUid = 1

  async open(): Promise<void> {
    const server = createServer((socket) => this.#serve(socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    this.#server = server
  }

  get url(): string {
    const port = portOf(this.#server)
    return `imap://reader:p%40ss@127.0.0.1:${port}/INBOX`
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise<void>((resolve) => this.#server?.close(() => resolve()))
  }

  /** Puts a mail into the folder INBOX, and tells idle readers. */
  deliver(raw: string): void {
    const inbox = present(this.folders.get('INBOX'))
    inbox.push({ uid: this.#nextUid++, raw: Buffer.from(raw) })
    for (const socket of this.sockets) socket.write(`* ${inbox.length} EXISTS\r\n`)
  }

  count(folder: string): number {
    return this.folders.get(folder)?.length ?? 0
  }

  #serve(socket: Socket): void {
    this.sockets.add(socket)
    socket.on('close', () => this.sockets.delete(socket))
    socket.on('error', () => undefined)
    const session = { isIn: false, folder: undefined as StoredMail[] | undefined, idle: '' }
    const write = (text: string): void => void (socket.destroyed || socket.write(text))
    write('* OK [CAPABILITY IMAP4rev1] ready\r\n')
    let rest = ''
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1')
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (session.idle !== '') {
          write(line === 'DONE' ? `${session.idle} OK done\r\n` : `* BAD not idle\r\n`)
          session.idle = ''
          continue
        }
        const [, tag = '*', command = '', args = ''] = /^(\S+) (\S+) ?(.*)$/.exec(line) ?? []
        write(this.#answer(socket, session, { tag, name: command.toUpperCase(), args }))
      }
    })
  }

  #answer(
    socket: Socket,
    session: { isIn: boolean; folder: StoredMail[] | undefined; idle: string },
    { tag, name, args }: { tag: string; name: string; args: string },
  ): string {
    if (needsLogin.test(name) && !session.isIn) return `${tag} BAD log in first\r\n`
    if (needsFolder.test(name) && !session.folder) return `${tag} BAD select a folder first\r\n`
    const folder = session.folder ?? []
    switch (name) {
      case 'CAPABILITY':
        return `* CAPABILITY IMAP4rev1 IDLE MOVE\r\n${tag} OK done\r\n`
      case 'NOOP':
        return `${tag} OK done\r\n`
      case 'LOGOUT':
        socket.end(`* BYE\r\n${tag} OK done\r\n`)
        return ''
      case 'LOGIN':
        if (!/^"?reader"? "?p@ss"?$/.test(args)) return `${tag} NO [AUTHENTICATIONFAILED] no\r\n`
        session.isIn = true
        this.logins += 1
        return `${tag} OK in\r\n`
      case 'LIST':
        return `* LIST (\\Noselect) "/" ""\r\n${tag} OK done\r\n`
      case 'CREATE':
        return this.#create(tag, unquoted(args))
      case 'SELECT':
        session.folder = this.folders.get(unquoted(args))
        return session.folder
          ? `* FLAGS ()\r\n* ${session.folder.length} EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n${tag} OK [READ-WRITE] done\r\n`
          : `${tag} NO no such folder\r\n`
      case 'IDLE':
        session.idle = tag
        return '+ idling\r\n'
      case 'UID':
        return this.#byUid(socket, folder, { tag, args })
      default:
        return `${tag} BAD unknown command ${name}\r\n`
    }
  }

  #create(tag: string, name: string): string {
    if (this.folders.has(name)) return `${tag} NO [ALREADYEXISTS] is there\r\n`
    this.folders.set(name, [])
    return `${tag} OK created\r\n`
  }

  #byUid(
    socket: Socket,
    folder: StoredMail[],
    { tag, args }: { tag: string; args: string },
  ): string {
    if (args === 'SEARCH ALL') {
      return `* SEARCH ${folder.map(({ uid }) => uid).join(' ')}\r\n${tag} OK done\r\n`
    }
    const [, fetched, items = ''] = /^FETCH (\d+) \((.*)\)$/.exec(args) ?? []
    if (fetched !== undefined) return `${fetch(folder, Number(fetched), items)}${tag} OK done\r\n`
    const [, moved, target = ''] = /^MOVE (\d+) (.+)$/.exec(args) ?? []
    const to = this.folders.get(unquoted(target))
    if (moved === undefined || !to) return `${tag} BAD cannot do ${args}\r\n`
    this.onMove?.(socket)
    if (socket.destroyed) return ''
    const index = folder.findIndex(({ uid }) => uid === Number(moved))
    const [mail] = index < 0 ? [] : folder.splice(index, 1)
    if (!mail) return `${tag} NO no such mail\r\n`
    to.push(mail)
    return `* OK [COPYUID 1 ${mail.uid} ${mail.uid}] x\r\n* ${index + 1} EXPUNGE\r\n${tag} OK done\r\n`
  }
}

function fetch(folder: readonly StoredMail[], uid: number, items: string): string {
  const index = folder.findIndex((mail) => mail.uid === uid)
  const mail = folder[index]
  if (!mail) return ''
  const values = items.split(' ').map((item) => {
    if (item === 'UID') return `UID ${uid}`
    if (item === 'RFC822.SIZE') return `RFC822.SIZE ${mail.raw.length}`
    if (item !== 'BODY.PEEK[]') throw new Error(`The mail server has no ${item}.`)
    return `BODY[] {${mail.raw.length}}\r\n${mail.raw.toString('latin1')}`
  })
  return `* ${index + 1} FETCH (${values.join(' ')})\r\n`
}

function unquoted(text: string): string {
  return text.replace(/^"(.*)"$/, '$1')
}

/** Such a server for the tests of a `describe` block. */
export function useImapServer(): ImapServer {
  const server = new ImapServer()
  beforeAll(() => server.open())
  afterAll(() => server.close())
  return server
}
