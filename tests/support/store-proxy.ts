import net from 'node:net'
import { Transform } from 'node:stream'
import { portOf } from './own-ports'

/** Whether to drop the answer to a request of the client. */
export type LosesAnswer = (said: Buffer) => boolean

/** Changes the bytes of a store on their way to the client. */
export type Translate = (said: Buffer) => Buffer

/** A proxy of Redis or PostgreSQL that can be cut, fall silent with open connections, or drop answers. */
export class StoreProxy {
  private readonly server = net.createServer((client) => this.connect(client))
  private readonly sockets = new Set<net.Socket>()
  private readonly stores = new Set<net.Socket>()
  private state: 'open' | 'cut' | 'silent' | 'one-way' = 'open'
  private losesAnswer: LosesAnswer = () => false

  /** @param target address of the store, with its port */
  constructor(
    private target: URL,
    private readonly translate?: Translate,
  ) {}

  /** Listens at an address of this machine; answers the address of the store through this proxy. */
  async listen(host = '127.0.0.1'): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, host, resolve))
    const url = new URL(this.target)
    url.hostname = host
    url.port = String(portOf(this.server))
    return url.href
  }

  /** Routes new connections to another store. */
  leadTo(target: URL): void {
    this.target = target
  }

  /** Cuts all connections, and each new one at once. */
  cut(): void {
    this.state = 'cut'
    for (const socket of this.sockets) socket.destroy()
  }

  /** Accepts all bytes and passes on none. */
  fallSilent(): void {
    this.state = 'silent'
    for (const socket of this.sockets) socket.unpipe().pause()
  }

  /** The store gets and executes all requests, but no answer arrives, and no connection is cut. */
  swallowAnswers(): void {
    this.state = 'one-way'
    for (const store of this.stores) store.unpipe().resume()
  }

  /** The store executes the request, but the answer is dropped and the connection cut. */
  loseAnswers(losesAnswer: LosesAnswer): void {
    this.losesAnswer = losesAnswer
  }

  /** Serves new connections again. Silent and one-way connections stay so. */
  restore(): void {
    this.state = 'open'
    this.losesAnswer = () => false
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private connect(client: net.Socket): void {
    client.on('error', () => {})
    if (this.state === 'cut') {
      client.destroy()
      return
    }
    this.hold(client)
    if (this.state === 'silent') return

    const store = net.connect(Number(this.target.port || 6379), this.target.hostname)
    store.on('error', () => client.destroy())
    this.hold(store)
    this.stores.add(store)
    store.on('close', () => this.stores.delete(store))
    client.pipe(store)
    if (this.state === 'one-way') store.resume()
    else this.answersOf(store).pipe(client)
    client.on('close', () => store.destroy())
    store.on('close', () => client.destroy())
    client.on('data', (said: Buffer) => {
      if (!this.losesAnswer(said)) return
      store.unpipe().once('data', () => client.destroy())
      store.resume()
    })
  }

  private answersOf(store: net.Socket): NodeJS.ReadableStream {
    const { translate } = this
    if (!translate) return store
    return store.pipe(
      new Transform({ transform: (said: Buffer, _, done) => done(null, translate(said)) }),
    )
  }

  private hold(socket: net.Socket): void {
    this.sockets.add(socket)
    socket.on('close', () => this.sockets.delete(socket))
  }
}
