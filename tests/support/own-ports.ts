import { randomInt } from 'node:crypto'
import { findFreePorts } from '../../scripts/lib/free-port'

/** Below the range of ports for outgoing connections, which may occupy a port for a while. */
const range = { first: 15_000, last: 30_000 }

/** Ports for servers that keep them across restarts. */
export function ownPorts(count: number): Promise<number[]> {
  return findFreePorts('127.0.0.1', randomInt(range.first, range.last), count)
}
