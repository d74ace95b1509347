import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes the least that counts as a build of the web app, of a version with this name. */
export async function makeWebBuild(folder: string, version: string): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(folder, 'assets', 'main-ABCDEFGH.js'), `// ${version}\n`)
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html><head><meta name="parley-version" content="${version}" /></head></html>\n`,
  )
}
