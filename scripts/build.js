'use strict'

/**
 * `npm run build`: the server (`src` to `dist`) and the web app (`src/web` to `dist-web`), in parallel, each
 * only if its inputs have changed.
 *
 *   node scripts/build.js                   only changed parts
 *   node scripts/build.js --force           both parts
 *   node scripts/build.js --before-start    first checks whether the port of `npm start` is taken
 */

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const { connect } = require('node:net')
const os = require('node:os')
const path = require('node:path')
const { buildStamps } = require('./lib/build-stamps')

const root = path.resolve(__dirname, '..')
const stamps = buildStamps(root)
/** Memory of the machine or container from which on the native compiler has room. */
const nativeCompilerBytes = 3 * 2 ** 30

async function main(words) {
  if (words.includes('--before-start') && (await isPortTaken())) return false
  if (words.includes('--force')) forgetBuilds()
  const built = await Promise.all([buildServer(), buildWebApp()])
  return built.every(Boolean)
}

async function buildServer() {
  const madeOf = stamps.digest('server')
  if (stamps.isMade('server', madeOf)) return true
  stamps.remove('server')
  const compiler = findCompiler()
  if (!compiler) return false
  const isBuilt =
    (await run(compiler, '-p', 'tsconfig.build.json')) && (await run('scripts/copy-assets.js'))
  if (isBuilt) stamps.write('server', madeOf)
  return isBuilt
}

/** build-web.js knows its inputs, and writes the stamp. */
async function buildWebApp() {
  return stamps.isMade('web') || run('scripts/build-web.js')
}

/** The native compiler takes a third of the time, and more than a gigabyte; both write the same. */
function findCompiler() {
  const limit = process.constrainedMemory() || Infinity
  const isRoomy = Math.min(os.totalmem(), limit) >= nativeCompilerBytes
  try {
    const found = require.resolve(`${isRoomy ? 'typescript-7' : 'typescript'}/package.json`)
    return path.join(path.dirname(found), 'bin', 'tsc')
  } catch {
    console.error('There is no compiler: run npm install first, with development dependencies.')
  }
}

/** Resolves with whether a node program exited with 0. */
function run(...words) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { cwd: root, stdio: 'inherit' })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code === 0))
  })
}

function forgetBuilds() {
  for (const part of ['server', 'web']) stamps.remove(part)
  // Delete the compiler's incremental state; otherwise it would write nothing.
  fs.rmSync(path.join(root, 'dist', '.tsbuildinfo'), { force: true })
}

/**
 * Checked before a long build. Other problems with the address are reported by the server. An empty setting
 * counts as unset.
 */
function isPortTaken() {
  const { PORT, HOST } = process.env
  const [port, host] = [PORT || '9991', HOST || '127.0.0.1']
  return new Promise((resolve) => {
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return resolve(false)
    // Never listen for a moment: a proxy in front could connect, and its request would be lost.
    const probe = connect(Number(port), host)
    const end = (isTaken) => {
      probe.destroy()
      if (isTaken) {
        console.error(`Port ${port} of ${host} is in use already; set PORT to another one.`)
      }
      resolve(isTaken)
    }
    probe.once('connect', () => end(true))
    probe.once('error', () => end(false))
  })
}

main(process.argv.slice(2)).then((isDone) => {
  if (!isDone) process.exitCode = 1
})
