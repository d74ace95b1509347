'use strict'

/**
 * Second half of the build: `tsc` writes only JavaScript, so this copies the files that the compiled server
 * reads beside it (Lua scripts, JSON tables, pages, styles) from `src` to the same place in `dist`.
 * `db/migrations` is not among them: it is read from the package root. Files in `dist` whose source is gone
 * are deleted: the server finds some of its parts by folder.
 */

const fs = require('node:fs')
const path = require('node:path')

const root = path.resolve(__dirname, '..')
const source = path.join(root, 'src')
const target = path.join(root, 'dist')
/** The web app has its own build: build-web.js. */
const webApp = path.join(source, 'web', path.sep)

/** TypeScript is compiled, and Markdown is for people. */
const notAnAsset = /\.(ts|tsx|md)$/

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

/** The source in `src` of a file in `dist`. */
function sourceOf(file) {
  const origin = path.join(source, path.relative(target, file))
  const compiled = /[.]js([.]map)?$/.exec(origin)
  return compiled ? `${origin.slice(0, compiled.index)}.ts` : origin
}

/** npm links `bin` entries to this file, and a shell refuses to start it without the x bit. */
function makeExecutable(file) {
  if (fs.existsSync(file)) fs.chmodSync(file, 0o755)
}

listFiles(source)
  .filter((file) => !file.startsWith(webApp))
  .filter((file) => !notAnAsset.test(file))
  .forEach(copyAsset)
listFiles(target)
  // The compiler's incremental state is deleted together with its outputs.
  .filter((file) => path.basename(file) !== '.tsbuildinfo')
  .filter((file) => !fs.existsSync(sourceOf(file)))
  .forEach((file) => fs.rmSync(file))
makeExecutable(path.join(target, 'cli', 'main.js'))
