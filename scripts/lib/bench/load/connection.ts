import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { Address } from './protocol'
import { ResponseParser } from './response-parser'

/** Every read is consumed before the next one, so all sockets can read into the same memory. */
const readBuffer = Buffer.allocUnsafeSlow(256 * 1_024)

/** One source address has some 28,000 ports for outgoing connections; so these take turns. */
const sourceAddresses = Array.from({ length: 16 }, (_, index) => `127.0.0.${index + 2}`)
let connectionsMade = 0

export interface Connection {
  send(request: string): void
  /** Resets the connection, so that its port is free at once. */
  close(): void
}

export interface ConnectionHandlers {
  onResponse(status: number, body: Buffer, bytes: number): void
  /** Called when the connection ends other than by `close`. */
  onFailure(error: Error): void
}

/** @throws when the server refuses the connection */
export async function openConnection(
  { host, port }: Address,
  handlers: ConnectionHandlers,
): Promise<Connection> {
  let bytes = 0
  let isClosed = false
  const fail = (error: Error): void => {
    if (!isClosed) handlers.onFailure(error)
  }
  const parser = new ResponseParser((status, body) => {
    const bytesOfResponse = bytes
    bytes = 0
    handlers.onResponse(status, body, bytesOfResponse)
  })
  const socket: Socket = connect({
    host,
    port,
    ...(host.startsWith('127.') && { localAddress: nextSourceAddress() }),
    noDelay: true,
    onread: {
      buffer: readBuffer,
      callback(length, memory) {
        bytes += length
        try {
          parser.push(memory.subarray(0, length) as Buffer)
        } catch (error) {
          fail(error as Error)
        }
        return true
      },
    },
  })
  await once(socket, 'connect')
  socket.on('error', fail)
  socket.on('close', () => fail(new Error(`${host}:${port} closed a connection.`)))
  return {
    send: (request) => void socket.write(request, 'latin1'),
    close() {
      isClosed = true
      socket.resetAndDestroy()
    },
  }
}

export function nextSourceAddress(): string {
  return sourceAddresses[connectionsMade++ % sourceAddresses.length] as string
}
