import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { elementAt } from '../support/checked'
import type { Person } from '../support/person'
import type { Random } from '../support/random'

/** One source address has some 28,000 ports for outgoing connections; so these take turns. */
const sourceAddresses = Array.from({ length: 16 }, (_, index) => `127.0.0.${index + 2}`)
let connectionsMade = 0

/** The bytes of a request by a person. */
export function requestOf(
  { email, apiKey }: Person,
  method: 'GET' | 'POST',
  path: string,
  args: Record<string, unknown>,
): string {
  const form = new URLSearchParams(
    Object.entries(args).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  const head = (target: string): string =>
    `${method} /api/v1${target} HTTP/1.1\r\nHost: rude.test\r\n` +
    `Authorization: Basic ${btoa(`${email}:${apiKey}`)}\r\n`
  if (method === 'GET') return `${head(`${path}?${form}`)}\r\n`
  const type = 'Content-Type: application/x-www-form-urlencoded'
  return `${head(path)}${type}\r\nContent-Length: ${form.length}\r\n\r\n${form}`
}

/** A misbehaving client. */
export class RudeClient {
  private constructor(private readonly socket: Socket) {
    // The worker may end such a connection.
    socket.on('error', () => undefined)
  }

  /** Connects without reading. */
  static async connect(port: number): Promise<RudeClient> {
    const localAddress = elementAt(sourceAddresses, connectionsMade++ % sourceAddresses.length)
    const socket = connect({ host: '127.0.0.1', port, localAddress, noDelay: true })
    const client = new RudeClient(socket)
    await once(socket, 'connect')
    return client
  }

  write(bytes: string): void {
    this.socket.write(bytes, 'latin1')
  }

  /** Reads and discards answers. */
  ignoreAnswers(): void {
    this.socket.resume()
  }

  /** Reads one byte a second. */
  async sip(seconds: number): Promise<void> {
    for (let taken = 0; taken < seconds && !this.socket.destroyed; taken += 1) {
      await delay(1_000)
      this.socket.read(1)
    }
  }

  /** Disconnects: with a reset, by closing, or by closing the writing side first. */
  async leave(random: Random): Promise<void> {
    const { socket } = this
    if (socket.destroyed) return
    const how = random.between(0, 2)
    if (how === 0) {
      socket.resetAndDestroy()
    } else if (how === 1) {
      socket.destroy()
    } else {
      socket.end()
      await delay(random.between(0, 20))
      socket.destroy()
    }
  }
}

/** Runs work for the numbers below `count`, several at a time. */
export async function inLanes(
  count: number,
  lanes: number,
  work: (number: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
