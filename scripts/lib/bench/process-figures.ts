import { readFile } from 'node:fs/promises'

/** The unit of /proc: `getconf CLK_TCK` is 100 on all Linux systems. */
const ticksPerSecond = 100

/** CPU used by a process with all its threads; undefined if /proc does not tell. */
export async function readCpuSeconds(pid: number): Promise<number | undefined> {
  const stat = await readProc(pid, 'stat')
  // The name of the program is in brackets and may contain any character; fields 14 and 15 are the times.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields) return undefined
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Memory of a process; undefined if /proc does not tell. */
export function readResidentBytes(pid: number): Promise<number | undefined> {
  return readMemory(pid, 'VmRSS')
}

/** The most memory that a process had; undefined if /proc does not tell. */
export function readPeakBytes(pid: number): Promise<number | undefined> {
  return readMemory(pid, 'VmHWM')
}

async function readMemory(pid: number, name: 'VmRSS' | 'VmHWM'): Promise<number | undefined> {
  const status = (await readProc(pid, 'status')) ?? ''
  const kibibytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1_024
}

/** The command line; undefined if /proc does not tell. */
export function readCommandLine(pid: number): Promise<string | undefined> {
  return readProc(pid, 'cmdline')
}

async function readProc(pid: number, file: string): Promise<string | undefined> {
  try {
    return await readFile(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    // Not Linux, no permission, or the process is gone.
    return undefined
  }
}
