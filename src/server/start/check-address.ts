import { createServer } from 'node:net'
import type { Config } from '../config/config'

/**
 * Checks that the server can listen on its address. Called before anything is created: the password of a new
 * owner is shown once, by a server that has started.
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
