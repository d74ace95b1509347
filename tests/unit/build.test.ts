import { execFile } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { buildStamps } from '../../scripts/lib/build-stamps'
import { settings } from '../../src/server/config/settings'
import { explainFailedStart } from '../../src/server/start/failed-start'
import { testConfig } from '../support/config'
import { makeOwnFolder, removeOwnFolder } from '../support/own-folder'
import { portOf } from '../support/own-ports'

const project = join(__dirname, '../..')

/** Replaces the slow build of the web app; records each run. */
const webBuild = `
const fs = require('node:fs')
const { buildStamps } = require('./lib/build-stamps')
const stamps = buildStamps(require('node:path').resolve(__dirname, '..'))
const madeOf = stamps.digest('web')
fs.mkdirSync('dist-web', { recursive: true })
fs.appendFileSync('dist-web/builds', '.')
fs.writeFileSync('dist-web/index.html', '')
stamps.write('web', madeOf)
`

interface Result {
  code: number
  stdout: string
  stderr: string
}

describe('npm run build', () => {
  let root: string
  const at = (file: string): string => join(root, file)
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(at(file)), { recursive: true })
    writeFileSync(at(file), text)
  }
  const build = (words: readonly string[] = [], env: Record<string, string> = {}) =>
    new Promise<Result>((resolve) => {
      const options = { env: { PATH: process.env['PATH'], ...env } }
      const args = [at('scripts/build.js'), ...words]
      execFile(process.execPath, args, options, (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), stdout, stderr })
      })
    })
  /** Number of times that the web part was built. */
  const webBuilds = () => readFileSync(at('dist-web/builds'), 'utf8').length
  const serverBuiltAt = () => statSync(at('dist/.made-of')).mtimeMs
  const done = { code: 0, stdout: '', stderr: '' }

  beforeAll(async () => {
    root = await makeOwnFolder('build')
    for (const name of ['build.js', 'copy-assets.js', 'lib/build-stamps.js']) {
      cpSync(join(project, 'scripts', name), at(`scripts/${name}`))
    }
    for (const name of ['tsconfig.json', 'tsconfig.build.json'])
      cpSync(join(project, name), at(name))
    symlinkSync(join(project, 'node_modules'), at('node_modules'))
    write('scripts/build-web.js', webBuild)
    write('package-lock.json', '{}')
    write('src/main.ts', 'export const word: string = "one"\n')
    write('src/page.html', 'a page')
    write('src/web/main.tsx', 'export {}')
    write('src/server/text/markdown/emoji-data.json', '{}')
  })
  afterAll(() => removeOwnFolder(root))

  it('builds both parts, and nothing again while contents stay the same, whatever the file times', async () => {
    expect(await build()).toEqual(done)
    expect(readFileSync(at('dist/main.js'), 'utf8')).toContain('"one"')
    expect(readFileSync(at('dist/page.html'), 'utf8')).toBe('a page')
    const before = serverBuiltAt()
    const later = new Date(Date.now() + 60_000)
    utimesSync(at('src/main.ts'), later, later)
    write('src/README.md', 'for people')
    expect(await build()).toEqual(done)
    expect([webBuilds(), serverBuiltAt()]).toEqual([1, before])
  })

  it.each([
    ['src/page.html', { server: true, web: false }],
    ['tsconfig.build.json', { server: true, web: false }],
    ['src/web/main.tsx', { server: false, web: true }],
    ['src/server/text/markdown/emoji-data.json', { server: true, web: true }],
    ['package-lock.json', { server: true, web: true }],
    ['scripts/lib/build-stamps.js', { server: true, web: true }],
  ])('rebuilds the parts that contain %s: %j', (file, { server, web }) => {
    const stamps = buildStamps(root)
    const [isServerMade, isWebMade] = [stamps.isMade('server'), stamps.isMade('web')]
    expect([isServerMade, isWebMade]).toEqual([true, true])
    const text = readFileSync(at(file), 'utf8')
    appendFileSync(at(file), ' ')
    expect({ server: !stamps.isMade('server'), web: !stamps.isMade('web') }).toEqual({
      server,
      web,
    })
    writeFileSync(at(file), text)
    expect(stamps.isAllMade()).toBe(true)
  })

  it('rebuilds a part after a file was added or removed', async () => {
    const before = serverBuiltAt()
    write('src/other.ts', 'export {}\n')
    expect(await build()).toEqual(done)
    expect(existsSync(at('dist/other.js'))).toBe(true)
    rmSync(at('src/other.ts'))
    expect(await build()).toEqual(done)
    expect(existsSync(at('dist/other.js'))).toBe(false)
    expect(webBuilds()).toBe(1)
    expect(serverBuiltAt()).toBeGreaterThan(before)
    rmSync(at('dist-web/index.html'))
    expect(await build()).toEqual(done)
    expect(webBuilds()).toBe(2)
  })

  it('leaves no stamp after a failure, so that the next build reports the failure again', async () => {
    write('src/main.ts', 'export const word: string = 1\n')
    for (const _again of [1, 2]) {
      const failed = await build()
      expect(failed.code).toBe(1)
      expect(failed.stdout).toContain('src/main.ts')
      expect(existsSync(at('dist/.made-of'))).toBe(false)
    }
    write('src/main.ts', 'export const word: string = "two"\n')
    expect(await build()).toEqual(done)
    expect(readFileSync(at('dist/main.js'), 'utf8')).toContain('"two"')
    expect(webBuilds()).toBe(2)
  })

  it('rebuilds everything on demand', async () => {
    writeFileSync(at('dist/main.js'), 'damaged')
    expect(await build()).toEqual(done)
    expect(readFileSync(at('dist/main.js'), 'utf8')).toBe('damaged')
    expect(await build(['--force'])).toEqual(done)
    expect(readFileSync(at('dist/main.js'), 'utf8')).toContain('"two"')
    expect(webBuilds()).toBe(3)
  })

  it('reports a port in use before the build, as the server would', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const taken = { PORT: String(portOf(other)) }
    write('src/page.html', 'another page')
    const told = explainFailedStart({ code: 'EADDRINUSE' }, testConfig(taken))
    const refused = { code: 1, stdout: '', stderr: `${told}\n` }
    expect(await build(['--before-start'], taken)).toEqual(refused)
    expect(readFileSync(at('dist/page.html'), 'utf8')).toBe('a page')
    other.close()

    // The server itself reports invalid settings.
    for (const env of [taken, { PORT: 'none' }, { PORT: '0', HOST: 'no.such.host.invalid' }]) {
      expect(await build(['--before-start'], env)).toEqual(done)
    }
    expect(readFileSync(at('dist/page.html'), 'utf8')).toBe('another page')
    const text = readFileSync(at('scripts/build.js'), 'utf8')
    for (const setting of [settings.port, settings.host]) {
      expect(text).toContain(`${setting.name} || '${setting.byDefault}'`)
    }
  })
})
