import { readFile } from 'node:fs/promises'

/** Files that a process has open beside the measured connections. */
const others = 500

/**
 * Node raises its soft limit of open files to the hard one by itself; only root can raise the hard one.
 *
 * @throws with a sentence when one process cannot hold this many connections
 */
export async function requireOpenFiles(connections: number): Promise<void> {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  const hard = /^Max open files\s+\S+\s+(\d+)/m.exec(limits)?.[1]
  if (hard !== undefined && Number(hard) < connections + others) {
    throw new Error(
      `${connections} polls need a higher limit of open files: ulimit -Hn says ${hard}.`,
    )
  }
}
