import net from 'node:net'
import type { AddressInfo } from 'node:net'

/** A way to Redis that can be cut, or that can fall silent while it looks open. */
export class RedisProxy {
  private readonly server = net.createServer((client) => this.connect(client))
  private readonly sockets = new Set<net.Socket>()
  private state: 'open' | 'cut' | 'silent' = 'open'

  constructor(private readonly target: URL) {}

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    const url = new URL(this.target)
    url.hostname = '127.0.0.1'
    url.port = String((this.server.address() as AddressInfo).port)
    return url.href
  }

  /** Ends all connections, and each new one at once. */
  cut(): void {
    this.state = 'cut'
    for (const socket of this.sockets) socket.destroy()
  }

  /** Accepts everything and passes on nothing. */
  fallSilent(): void {
    this.state = 'silent'
    for (const socket of this.sockets) socket.unpipe().pause()
  }

  /** Serves new connections again. Those that fell silent stay so. */
  restore(): void {
    this.state = 'open'
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

    const redis = net.connect(Number(this.target.port || 6379), this.target.hostname)
    redis.on('error', () => client.destroy())
    this.hold(redis)
    client.pipe(redis).pipe(client)
    client.on('close', () => redis.destroy())
    redis.on('close', () => client.destroy())
  }

  private hold(socket: net.Socket): void {
    this.sockets.add(socket)
    socket.on('close', () => this.sockets.delete(socket))
  }
}
