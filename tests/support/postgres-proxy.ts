import net from 'node:net'
import { portOf } from './own-ports'

/** A point at which a connection to PostgreSQL breaks, once. */
export interface Breach {
  /** Text that the client must have sent before. */
  marker: string
  /** Text that the client then sends, in the same piece or a later one; absent: the marker. */
  at?: string
  /**
   * The lost direction: PostgreSQL executes the client's last request and its answer is lost, or it never
   * receives the request.
   */
  lose: 'answer' | 'request'
  /** Number of connections that are refused afterwards. */
  refuseNext?: number
}

/** A proxy of PostgreSQL that breaks at a chosen point. */
export class PostgresProxy {
  private readonly server = net.createServer((client) => this.connect(client))
  private readonly sockets = new Set<net.Socket>()
  private breach: Breach | undefined
  private refusals = 0

  constructor(private readonly target: URL) {}

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    const url = new URL(this.target)
    // The path of a Unix socket would lead past the proxy.
    url.searchParams.delete('host')
    url.host = `127.0.0.1:${portOf(this.server)}`
    return url.href
  }

  breakAt(breach: Breach): void {
    this.breach = breach
  }

  /** Whether the connection has been broken. */
  get hasBroken(): boolean {
    return this.breach === undefined
  }

  acceptAll(): void {
    this.refusals = 0
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private connect(client: net.Socket): void {
    client.on('error', () => undefined)
    if (this.refusals > 0) {
      this.refusals -= 1
      client.destroy()
      return
    }
    const postgres = net.connect(Number(this.target.port || 5432), this.target.hostname)
    postgres.on('error', () => client.destroy())
    for (const socket of [client, postgres]) {
      this.sockets.add(socket)
      socket.on('close', () => this.sockets.delete(socket))
    }
    client.on('close', () => postgres.destroy())
    postgres.on('close', () => client.destroy())

    let carried = ''
    let isBroken = false
    client.on('data', (piece) => {
      carried += piece.toString('latin1')
      const lost = this.takeBreach(carried, piece)
      isBroken ||= lost !== undefined
      if (lost === 'request') client.destroy()
      else postgres.write(piece)
    })
    postgres.on('data', (piece) => {
      // The arrival of an answer shows that the request was executed.
      if (isBroken) client.destroy()
      else client.write(piece)
    })
  }

  private takeBreach(carried: string, piece: Buffer): Breach['lose'] | undefined {
    const { breach } = this
    if (!breach || !carried.includes(breach.marker)) return undefined
    if (!piece.includes(breach.at ?? breach.marker)) return undefined
    this.breach = undefined
    this.refusals = breach.refuseNext ?? 0
    return breach.lose
  }
}
