import { randomInt } from 'node:crypto'
import type { Server } from 'node:net'
import { findFreePorts } from '../../scripts/lib/free-port'

/** Below the range of ports for outgoing connections, which may occupy a port for a while. */
const range = { first: 15_000, last: 30_000 }

/** Ports for servers that keep them across restarts. */
export function ownPorts(count: number): Promise<number[]> {
  return findFreePorts('127.0.0.1', randomInt(range.first, range.last), count)
}

/** The port at which a server listens. @throws Error if it does not listen at one */
export function portOf(server: Pick<Server, 'address'> | undefined): number {
  const address = server?.address()
  if (typeof address !== 'object' || address === null)
    throw new Error('The server does not listen.')
  return address.port
}
