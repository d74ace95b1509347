import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { buildStamps } from '../../scripts/lib/build-stamps'
import { ProcessLock } from './process-lock'

const root = resolve(__dirname, '../..')
const stamps = buildStamps(root)

/** Allows one build at a time across all processes of the run. */
const lock = new ProcessLock(join(tmpdir(), `parley-build-${root.replaceAll('/', '-')}.pid`))

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

/** Environment variable that is `1` if all was built when the run began; its files need not look again. */
const builtVariable = 'PARLEY_TEST_IS_BUILT'

/** Whether the build is current: a run, or else a file of tests keeps its build, even if a source changes meanwhile. */
let isBuilt = process.env[builtVariable] === '1'

/** Looks once for all files of the run: digests of all sources take a tenth of a second. */
export function rememberBuild(): void {
  process.env[builtVariable] = stamps.isAllMade() ? '1' : '0'
}

function buildIfNeeded(): void {
  lock.ensure(() => (isBuilt ||= stamps.isAllMade()), build)
}

function build(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: root, stdio: 'inherit' })
}
