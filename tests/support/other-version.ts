import { cp, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { built } from './built-server'
import { makeOwnFolder } from './own-folder'
import { makeWebBuild } from './web-build'

/**
 * The built server with a web app of another version, like a next release.
 * @returns its `main.js`
 */
export async function makeOtherVersion(webVersion: string): Promise<string> {
  const folder = await makeOwnFolder('version')
  const dist = dirname(built('main.js'))
  const root = dirname(dist)
  // Copied instead of linked, because the server resolves its files from their real path.
  await cp(dist, join(folder, 'dist'), { recursive: true })
  for (const name of ['package.json', 'node_modules', 'db']) {
    await symlink(join(root, name), join(folder, name))
  }
  await makeWebBuild(join(folder, 'dist-web'), webVersion)
  return join(folder, 'dist', 'main.js')
}
