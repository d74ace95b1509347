import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Figure } from './figures'
import { startMeasuredServer } from '../measured-server'

const runCount = 3

/** The embedded server at its first start, without settings in an empty folder, and at its second. */
export async function measureEmbedded(): Promise<Figure[]> {
  const noFigures = () => ({ startMs: [], residentMiB: [], peakMiB: [] })
  const first: Record<keyof ReturnType<typeof noFigures>, number[]> = noFigures()
  const next: typeof first = noFigures()
  for (let run = 0; run < runCount; run++) {
    const folder = await mkdtemp(path.join(tmpdir(), 'parley-measure-'))
    try {
      for (const figures of [first, next]) {
        const server = await startMeasuredServer({ DATA_DIR: folder })
        figures.startMs.push(server.startMs)
        figures.residentMiB.push(await server.residentMiB())
        figures.peakMiB.push(await server.peakMiB())
        await server.stop()
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  return [
    { name: 'embedded, first start', unit: 'ms', runs: first.startMs },
    { name: 'embedded, first start, memory', unit: 'MiB', runs: first.residentMiB },
    { name: 'embedded, first start, memory at its peak', unit: 'MiB', runs: first.peakMiB },
    { name: 'embedded, next start', unit: 'ms', runs: next.startMs },
    { name: 'embedded, next start, memory', unit: 'MiB', runs: next.residentMiB },
    { name: 'embedded, next start, memory at its peak', unit: 'MiB', runs: next.peakMiB },
  ]
}
