import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(__dirname, '../..')
const source = join(root, 'src')
const target = join(root, 'dist')
/** The build touches it at its end. */
const lastBuild = join(target, '.tsbuildinfo')

/** One build at a time, whichever process of the run comes first. */
const lock = join(tmpdir(), `parley-build-${root.replaceAll('/', '-')}`)
const pauseMs = 50
/** A build that takes longer has been killed. */
const patienceMs = 120_000

/** A file of the compiled server, which is compiled first where a source is newer. */
export function built(file: 'main.js' | 'cli/main.js'): string {
  buildIfNeeded()
  return join(target, file)
}

/** The folder of the web app, which is built first in the same way. */
export function builtWebApp(): string {
  buildIfNeeded()
  return join(root, 'dist-web')
}

function buildIfNeeded(): void {
  while (!isBuilt()) {
    if (takeLock()) build()
    else pause()
  }
}

function isBuilt(): boolean {
  const before = changedAt(lastBuild)
  const entries = readdirSync(source, { recursive: true, withFileTypes: true })
  // A folder changes when a file in it comes or goes.
  return entries.every(({ parentPath, name }) => changedAt(join(parentPath, name)) <= before)
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
