import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** The used parts of a `.cpuprofile` of node. */
interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[]
  samples: number[]
  /** Microseconds before each sample. */
  timeDeltas: number[]
}

const shownLines = 25

/** Prints summaries of the profiles in a folder; of the workers only the first. */
export async function summarizeProfiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.cpuprofile') || /^worker-[^1]/.test(name)) continue
    const lines = await summarizeProfile(path.join(folder, name), shownLines)
    console.error(`\n${name}\n${lines.join('\n')}`)
  }
}

/**
 * The functions with the most CPU time of their own, as lines: share, function, place. Covers the whole run;
 * the profile itself shows the course of time.
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
