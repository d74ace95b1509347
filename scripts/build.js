'use strict'

/**
 * `npm run build`: the server (`src` to `dist`) and the web app (`src/web` to `dist-web`), side by side, each only
 * if anything has changed that it is made of.
 *
 *   node scripts/build.js                   what has changed
 *   node scripts/build.js --force           all of it
 *   node scripts/build.js --before-start    first says whether the port of `npm start` is taken
 */

const { spawn } = require('node:child_process')
const fs = require('node:fs')
const { createServer } = require('node:net')
const path = require('node:path')
const { buildStamps } = require('./lib/build-stamps')

const root = path.resolve(__dirname, '..')
const stamps = buildStamps(root)

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

/** Its own program knows what it is made of, and leaves the stamp. */
async function buildWebApp() {
  return stamps.isMade('web') || run('scripts/build-web.js')
}

function findCompiler() {
  try {
    return require.resolve('typescript/bin/tsc')
  } catch {
    console.error('There is no compiler: run npm install first, with development dependencies.')
  }
}

/** Resolves with whether a program of node ended well. */
function run(...words) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, { cwd: root, stdio: 'inherit' })
    child.once('error', reject)
    child.once('exit', (code) => resolve(code === 0))
  })
}

function forgetBuilds() {
  for (const part of ['server', 'web']) stamps.remove(part)
  // What the compiler remembers of what it made: else it would write nothing.
  fs.rmSync(path.join(root, 'dist', '.tsbuildinfo'), { force: true })
}

/**
 * Asked before a build that takes a while. Of anything else that is wrong with the address, the server tells.
 * An empty setting is as if it were unset.
 */
function isPortTaken() {
  const { PORT, HOST } = process.env
  const [port, host] = [PORT || '9991', HOST || '127.0.0.1']
  return new Promise((resolve) => {
    if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return resolve(false)
    const probe = createServer()
    probe.once('error', ({ code }) => {
      const isTaken = code === 'EADDRINUSE'
      if (isTaken) {
        console.error(`Port ${port} of ${host} is in use already; set PORT to another one.`)
      }
      resolve(isTaken)
    })
    probe.listen(Number(port), host, () => probe.close(() => resolve(false)))
  })
}

main(process.argv.slice(2)).then((isDone) => {
  if (!isDone) process.exitCode = 1
})
