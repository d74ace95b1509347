import { createServer } from 'node:net'
import type { Config } from '../config/config'

/**
 * Whether the server can listen where it is told to. Asked before anything is made: the password
 * of a new owner is shown once, by a server that has started.
 *
 * @throws the error of node when it cannot
 */
export function checkAddress({ port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}
