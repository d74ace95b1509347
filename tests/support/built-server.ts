import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildStamps } from '../../scripts/lib/build-stamps'

const root = resolve(__dirname, '../..')
const stamps = buildStamps(root)

/** One build at a time, whichever process of the run comes first. */
const lock = join(tmpdir(), `parley-build-${root.replaceAll('/', '-')}`)
const pauseMs = 200
/** A build that takes longer has been killed. */
const patienceMs = 120_000

/** A file of the compiled server, which is compiled first where a source has changed. */
export function built(file: 'main.js' | 'cli/main.js'): string {
  buildIfNeeded()
  return join(root, 'dist', file)
}

/** The folder of the web app, which is built first in the same way. */
export function builtWebApp(): string {
  buildIfNeeded()
  return join(root, 'dist-web')
}

/** What is built stays so for this file of tests, even if somebody edits a source meanwhile. */
let isBuilt = false

function buildIfNeeded(): void {
  while (!isBuilt) {
    isBuilt = stamps.isAllMade()
    if (isBuilt) return
    if (takeLock()) build()
    else pause()
  }
}

function build(): void {
  try {
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
  } finally {
    rmSync(lock, { recursive: true })
  }
}

function takeLock(): boolean {
  if (Date.now() - changedAt(lock) > patienceMs) rmSync(lock, { recursive: true, force: true })
  try {
    mkdirSync(lock)
    return true
  } catch {
    return false
  }
}

/** Milliseconds since 1970; 0 for what is not there. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** The tests that need it can do nothing else meanwhile. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
}
