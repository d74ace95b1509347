import { readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second. */
const msPerTick = 10

/**
 * CPU time of a thread of this process so far; undefined after its end. Systems that do not tell it have that of
 * the whole process.
 */
export function threadCpuMs(task: string | undefined): number | undefined {
  if (task === undefined) {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  }
  try {
    const stat = readFileSync(`/proc/${task}/stat`, 'latin1')
    // The name of the thread, in parentheses, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [userTicks, systemTicks] = fields.slice(11, 13).map(Number) as [number, number]
    return (userTicks + systemTicks) * msPerTick
  } catch {
    return undefined
  }
}
