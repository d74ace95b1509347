import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { built, builtWebApp } from '../support/built-server'
import { mapOf, shapedLike } from '../support/checked'

const root = join(__dirname, '../..')

/** Files that only the next build or a debugger reads. */
const leftByTheBuild = /[.]map$|[/][.](made-of|tsbuildinfo)$|[/]metafile([.]\w+)?[.]json$/

interface Packed {
  files: { path: string; mode: number }[]
}

describe('the package', () => {
  it('is built before it is packed', () => {
    const { scripts } = shapedLike(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')), {
      scripts: mapOf(''),
    })
    expect(scripts['prepack']).toBe(scripts['build'])
  })

  it('contains all files that the server and the command read, and no sources', async () => {
    built('cli/main.js')
    const words = ['pack', '--dry-run', '--json', '--ignore-scripts']
    const options = { cwd: root, maxBuffer: 2 ** 24 }
    const { stdout } = await promisify(execFile)('npm', words, options)
    const [{ files }] = JSON.parse(stdout) as [Packed]
    const paths = files.map(({ path }) => path)
    const migrations = readdirSync(join(root, 'db/migrations')).map(
      (name) => `db/migrations/${name}`,
    )
    const assets = readdirSync(join(builtWebApp(), 'assets'))
      .filter((name) => !name.endsWith('.map'))
      .map((name) => `dist-web/assets/${name}`)
    expect(paths).toEqual(
      expect.arrayContaining([
        ...[
          'package.json',
          'LICENSE',
          'dist/main.js',
          'dist-web/index.html',
          'dist-web/index.de.html',
        ],
        ...['db/empty-cluster.tar.br', 'dist/server/text/markdown/emoji-data.json'],
        ...migrations,
        ...assets,
      ]),
    )
    expect(paths.filter((path) => /^(src|tests|scripts|data|node_modules)\//.test(path))).toEqual(
      [],
    )
    expect(paths.filter((path) => leftByTheBuild.test(path))).toEqual([])
    expect(files.find(({ path }) => path === 'dist/cli/main.js')?.mode).toBe(0o755)
  })
})
