'use strict'

/**
 * Second half of the build: `tsc` writes only JavaScript, so this copies what
 * the compiled server reads beside it (Lua scripts, JSON tables, pages, styles)
 * from `src` to the same place in `dist`. `db/migrations` is not among them:
 * it is read from the package root.
 */

const fs = require('node:fs')
const path = require('node:path')

const root = path.resolve(__dirname, '..')
const source = path.join(root, 'src')
const target = path.join(root, 'dist')

/** The compiler deals with TypeScript, and Markdown is for people. */
const NOT_AN_ASSET = /\.(ts|tsx|md)$/

function listFiles(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

function copyAsset(file) {
  const copy = path.join(target, path.relative(source, file))
  fs.mkdirSync(path.dirname(copy), { recursive: true })
  fs.copyFileSync(file, copy)
}

/** npm links `bin` entries to this file, and a shell refuses to start it without the x bit. */
function makeExecutable(file) {
  if (fs.existsSync(file)) fs.chmodSync(file, 0o755)
}

listFiles(source)
  .filter((file) => !NOT_AN_ASSET.test(file))
  .forEach(copyAsset)
makeExecutable(path.join(target, 'cli', 'main.js'))
