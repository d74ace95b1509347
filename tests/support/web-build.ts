import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes a minimal build of the web app with this version. */
export async function makeWebBuild(folder: string, version: string): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true })
  await writeFile(join(folder, 'assets', 'main-ABCDEFGH.js'), `// ${version}\n`)
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html><head><meta name="parley-version" content="${version}" /></head></html>\n`,
  )
}
