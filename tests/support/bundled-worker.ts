import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { built } from './built-server'
import { ProcessLock } from './process-lock'

const root = join(__dirname, '../..')
const folder = join(root, 'node_modules/.cache/parley-tests')
const bundler = join(__dirname, 'bundle-worker.js')

const keptMs = 3_600_000

let file: string | undefined

/**
 * The built server as one file, made by `bundle-worker.js` once for each build. Tests start workers from it; tests
 * about the start itself take `built('main.js')`.
 */
export function bundledWorker(): string {
  file ??= findBundle()
  return file
}

function findBundle(): string {
  const stamp = join(dirname(built('main.js')), '.made-of')
  const hash = createHash('sha256')
  for (const input of [stamp, bundler]) hash.update(readFileSync(input))
  const name = `worker-${hash.digest('hex').slice(0, 16)}.js`
  const found = join(folder, name)
  mkdirSync(folder, { recursive: true })
  const lock = new ProcessLock(join(folder, 'bundle.pid'))
  lock.ensure(
    () => existsSync(found),
    () => make(found),
  )
  return found
}

function make(bundle: string): void {
  removeOldBundles()
  execFileSync(process.execPath, [bundler, bundle], { cwd: root, stdio: 'inherit' })
}

/** Removes the files of earlier builds; a run that is still going may start workers from a recent one. */
function removeOldBundles(): void {
  const files = readdirSync(folder).filter((name) => name.startsWith('worker-'))
  for (const old of files.map((name) => join(folder, name))) {
    const age = Date.now() - statSync(old).mtimeMs
    if (age > keptMs) rmSync(old, { force: true })
  }
}
