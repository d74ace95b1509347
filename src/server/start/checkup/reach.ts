import { connect } from 'node:net'
import type { LookupFunction } from 'node:net'

const timeoutMs = 5_000

/** Connects to the host of an address, sends nothing, and closes the connection. @throws the error of the connection */
export function reach({ hostname, port, protocol }: URL, lookup?: LookupFunction): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      port: Number(port) || (protocol === 'http:' ? 80 : 443),
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      ...(lookup && { lookup }),
    })
    const fail = (error: Error): void => {
      socket.destroy()
      reject(error)
    }
    socket.setTimeout(timeoutMs, () => fail(new Error(`${hostname} does not answer`)))
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.destroy()
      resolve()
    })
  })
}
