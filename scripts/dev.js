'use strict'

/**
 * `npm run dev`: runs a worker from the sources and restarts it when one of them changes, beside the build of
 * the web app, which watches `src/web`. Open pages reload by themselves.
 */

const { spawn } = require('node:child_process')
const path = require('node:path')

const root = path.resolve(__dirname, '..')
const run = (...args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' })

const children = [
  run('scripts/build-web.js', '--watch'),
  run('--watch', '--require', 'ts-node/register/transpile-only', 'scripts/dev-worker.ts'),
]

function stop() {
  for (const child of children) child.kill()
}

for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode ??= code ?? 1
    stop()
  })
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
