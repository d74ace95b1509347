import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import type { Config } from '../config/config'

/**
 * Checks that the server can listen on its address. Called before anything is created: the password of a new
 * owner is shown once, by a server that has started.
 *
 * The check never listens on the port: a proxy in front of a restarting worker would connect in that moment, and its
 * request would be lost.
 *
 * @throws an error with the code that node has for `listen`
 */
export async function checkAddress({ port, host }: Config): Promise<void> {
  await checkHost(port, host)
  if (port !== 0 && (await answers(port, host))) {
    throw Object.assign(new Error(`${host}:${port} is in use`), { code: 'EADDRINUSE' })
  }
}

/** Binds the port of datagrams, which has the same host and the same privileges, and accepts no connection. */
function checkHost(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
    socket.once('error', (error: NodeJS.ErrnoException) => {
      socket.close()
      // Another service may use the datagrams of this port.
      if (error.code === 'EADDRINUSE') resolve()
      else reject(error)
    })
    socket.bind({ port, address: host, exclusive: true }, () => socket.close(() => resolve()))
  })
}

function answers(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    const end = (isServed: boolean): void => {
      socket.destroy()
      resolve(isServed)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}
