import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** What of a `.cpuprofile` of node matters here. */
interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  /** Microseconds before each sample. */
  timeDeltas: number[]
}

const shownLines = 25

/** Tells a person what the profiles in a folder say, of one worker for all. */
export async function summarizeProfiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.cpuprofile') || /^worker-[^1]/.test(name)) continue
    const lines = await summarizeProfile(path.join(folder, name), shownLines)
    console.error(`\n${name}\n${lines.join('\n')}`)
  }
}

/**
 * The functions in which a process spent most of its CPU time, those they called not counted, as
 * lines: share, function, place. What a whole run was; the profile itself shows it in time.
 */
async function summarizeProfile(file: string, count: number): Promise<string[]> {
  const profile = JSON.parse(await readFile(file, 'utf8')) as CpuProfile
  const microsecondsOf = new Map<number, number>()
  profile.samples.forEach((node, index) => {
    microsecondsOf.set(node, (microsecondsOf.get(node) ?? 0) + (profile.timeDeltas[index] ?? 0))
  })
  const byFunction = new Map<string, number>()
  let busy = 0
  for (const { id, callFrame } of profile.nodes) {
    const microseconds = microsecondsOf.get(id) ?? 0
    if (idle.has(callFrame.functionName)) continue
    busy += microseconds
    const place = callFrame.url && `${shorten(callFrame.url)}:${callFrame.lineNumber + 1}`
    const name = `${callFrame.functionName || '(anonymous)'}  ${place}`
    byFunction.set(name, (byFunction.get(name) ?? 0) + microseconds)
  }
  return [...byFunction]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(
      ([name, microseconds]) =>
        `${((100 * microseconds) / busy).toFixed(1).padStart(5)} %  ${name}`,
    )
}

const idle = new Set(['(idle)', '(root)'])

function shorten(url: string): string {
  return url.replace(/^.*\/(dist|node_modules)\//, '$1/')
}
