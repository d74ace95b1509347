'use strict'

/**
 * The build has two parts, and each leaves a stamp with the digest of all that it was made of. A part whose stamp
 * is right need not be made again, which takes a tenth of a second to see; compilers take some to find nothing to do.
 */

const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

/**
 * What decides what becomes of each part: sources, packages, and how it is done. Digests are of contents, for a
 * checkout of git makes all files new.
 */
const parts = {
  server: {
    target: 'dist',
    /** Without it there is no build, whatever the stamp says. */
    result: 'main.js',
    sources: ['src', 'tsconfig.json', 'tsconfig.build.json'],
    leftOut: ['src/web'],
  },
  web: {
    target: 'dist-web',
    result: 'index.html',
    sources: ['src/web', 'src/markdown/emoji-data.json', 'tsconfig.json'],
    leftOut: [],
  },
}

/** Of both parts. */
const common = ['package-lock.json']

/** Programs of the build, and what they load. */
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
    /** To be called before anything is made: a build that fails half-way leaves no stamp. */
    remove: (name) => fs.rmSync(fileOf(name), { force: true }),
    /**
     * To be called when all is made.
     * @param madeOf the digest from before the build: what changed meanwhile may not be in it
     */
    write(name, madeOf) {
      fs.writeFileSync(`${fileOf(name)}.part`, madeOf)
      fs.renameSync(`${fileOf(name)}.part`, fileOf(name))
    },
    isAllMade: () => Object.keys(parts).every((name) => isMade(name)),
  }
}

/** Files that a part is made of, named from the root, in the same order on each machine. */
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
