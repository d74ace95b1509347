import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildStamps } from '../../scripts/lib/build-stamps'

const root = resolve(__dirname, '../..')
const stamps = buildStamps(root)

/** Allows one build at a time across all processes of the run. */
const lock = join(tmpdir(), `parley-build-${root.replaceAll('/', '-')}`)
const pauseMs = 200
/** A build that takes longer was killed. */
const patienceMs = 120_000

/** A file of the compiled server, compiled first if a source has changed. */
export function built(file: 'main.js' | 'cli/main.js'): string {
  buildIfNeeded()
  return join(root, 'dist', file)
}

/** The folder of the web app, built first in the same way. */
export function builtWebApp(): string {
  buildIfNeeded()
  return join(root, 'dist-web')
}

/** This file of tests keeps its build, even if a source changes meanwhile. */
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

/** Milliseconds since 1970; 0 for a missing file. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** Blocks the thread: the waiting tests can do nothing else anyway. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
}
