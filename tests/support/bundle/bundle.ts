import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { built } from '../built-server'
import { ProcessLock } from '../process-lock'

const root = join(__dirname, '../../..')
const cache = join(root, 'node_modules/.cache/parley-tests')
const maker = join(__dirname, 'make.js')
const loader = join(__dirname, 'load.js')

const keptMs = 3_600_000

let folder: string | undefined

/**
 * The folder of the built server as one file with its compiled functions, which `make.js` makes once for each build and
 * `load.js` loads.
 */
export function bundle(): string {
  folder ??= findBundle()
  return folder
}

/** The program of a worker from the bundle. Tests about the start itself take `built('main.js')`. */
export function bundledWorker(): string {
  return join(bundle(), 'worker.js')
}

/** The same worker with shorter pauses, and with the web app of the folder TEST_WEB_APP: see `hasty.js`. */
export function hastyWorker(): string {
  return join(bundle(), 'hasty-worker.js')
}

/** The program `parley` from the bundle, for tests that kill it. */
export function bundledParley(): string {
  return join(bundle(), 'parley.js')
}

function findBundle(): string {
  const stamp = join(dirname(built('main.js')), '.made-of')
  // A bundle has the addresses of its checkout, so a copy of it elsewhere would serve this checkout's web app.
  const hash = createHash('sha256').update(process.version).update(root)
  for (const input of [stamp, maker, loader]) hash.update(readFileSync(input))
  const found = join(cache, `server-${hash.digest('hex').slice(0, 16)}`)
  mkdirSync(cache, { recursive: true })
  const lock = new ProcessLock(join(cache, 'bundle.pid'))
  lock.ensure(
    () => existsSync(found),
    () => make(found),
  )
  return found
}

function make(found: string): void {
  removeOldBundles()
  execFileSync(process.execPath, [maker, found], { cwd: root, stdio: 'inherit' })
}

/** Removes the bundles of earlier builds; a run that is still going may start servers from a recent one. */
function removeOldBundles(): void {
  const names = readdirSync(cache).filter((name) => name.startsWith('server-'))
  for (const old of names.map((name) => join(cache, name))) {
    const age = Date.now() - statSync(old).mtimeMs
    if (age > keptMs) rmSync(old, { recursive: true, force: true })
  }
}
