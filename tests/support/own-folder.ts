import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made = new Set<string>()
process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** An empty folder that is deleted at the latest when this process ends. */
export async function makeOwnFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `parley-${name}-`))
  made.add(folder)
  return folder
}

export async function removeOwnFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  made.delete(folder)
}
