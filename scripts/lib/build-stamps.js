'use strict'

/**
 * The build has two parts, and each leaves a stamp with the digest of its inputs. A part with a current stamp
 * is not built again; checking takes a tenth of a second, while compilers take some seconds to find nothing
 * to do.
 */

const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

/**
 * The inputs of each part: sources, packages, and build scripts. Digests cover contents, because a git
 * checkout gives all files new dates.
 */
const parts = {
  server: {
    target: 'dist',
    /** If this file is missing there is no build, whatever the stamp says. */
    result: 'main.js',
    sources: ['src', 'tsconfig.json', 'tsconfig.build.json'],
    leftOut: ['src/web'],
  },
  web: {
    target: 'dist-web',
    result: 'index.html',
    sources: [
      'src/web',
      'src/shared/rules',
      'src/shared/trace-sentences',
      'src/server/text/markdown/emoji-data.json',
      'tsconfig.json',
    ],
    leftOut: [],
  },
}

/** Inputs of both parts. */
const common = ['package-lock.json']

/** Build scripts, and their libraries. */
const scriptFolders = ['scripts', 'scripts/lib']

/** @param {string} root of the checkout */
function buildStamps(root) {
  const fileOf = (name) => path.join(root, parts[name].target, '.made-of')

  function digest(name) {
    const hash = crypto.createHash('sha256')
    for (const file of inputsOf(root, parts[name])) {
      const bytes = fs.readFileSync(path.join(root, file))
      hash.update(`${file} ${bytes.length}\n`).update(bytes)
    }
    return hash.digest('hex')
  }

  function isMade(name, madeOf = digest(name)) {
    const result = path.join(root, parts[name].target, parts[name].result)
    return fs.existsSync(result) && readIfThere(fileOf(name)) === madeOf
  }

  return {
    digest,
    isMade,
    /** Files that the part is made of, relative to the root. */
    inputs: (name) => inputsOf(root, parts[name]),
    /** Call before building: a build that fails half-way leaves no stamp. */
    remove: (name) => fs.rmSync(fileOf(name), { force: true }),
    /**
     * Call when everything is built.
     * @param madeOf the digest from before the build: later changes may not be in it
     */
    write(name, madeOf) {
      fs.writeFileSync(`${fileOf(name)}.part`, madeOf)
      fs.renameSync(`${fileOf(name)}.part`, fileOf(name))
    },
    isAllMade: () => Object.keys(parts).every((name) => isMade(name)),
  }
}

/** Input files of a part, relative to the root, in the same order on each machine. */
function inputsOf(root, { sources, leftOut }) {
  const isLeftOut = (file) => leftOut.some((folder) => file.startsWith(`${folder}/`))
  const scripts = scriptFolders.flatMap((folder) =>
    namesIn(path.join(root, folder))
      .filter((name) => name.endsWith('.js'))
      .map((name) => `${folder}/${name}`),
  )
  return [...sources, ...common]
    .flatMap((source) => filesOf(root, source))
    .filter((file) => !file.endsWith('.md') && !isLeftOut(file))
    .concat(scripts)
    .sort()
}

function filesOf(root, name) {
  const stats = fs.statSync(path.join(root, name), { throwIfNoEntry: false })
  if (!stats) return []
  if (!stats.isDirectory()) return [name]
  return fs
    .readdirSync(path.join(root, name), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .map((file) => file.split(path.sep).join('/'))
}

function namesIn(folder) {
  return fs.existsSync(folder) ? fs.readdirSync(folder) : []
}

function readIfThere(file) {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

module.exports = { buildStamps }
