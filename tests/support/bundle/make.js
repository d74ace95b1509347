'use strict'

/*
 * `node make.js FOLDER` writes the built server and most of its packages into one file, and beside it V8's code of the
 * functions that a start runs: finding, reading and compiling 2,100 modules one by one costs more than running them.
 * Passwords cost next to nothing there, as with `cheap-passwords.js`. Each module keeps its own folder, so files that the
 * server reads, its threads and its version are those of `dist`.
 */

const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const path = require('node:path')
const { build } = require('esbuild')
const { files, loadBundle } = require('./load')

const dist = path.join(__dirname, '../../../dist')

/** Files that only load a module, which runs then. `hasty-worker.js` loads another file first. */
const programs = { 'worker.js': 'main', 'parley.js': 'cli/main' }
const hastyProgram = 'hasty-worker.js'

/** Modules that tests load by their names. */
const modules = [
  ...Object.values(programs),
  ...['cli/command-line', 'server/config/config', 'server/start/worker'],
  ...['server/chat/actions/realms/create-realm', 'server/moving/exports/maker'],
  ...['server/events/publish', 'server/start/serve'],
  ...['server/lib/pauses', 'server/http/web/web-build'],
]
const packages = ['kysely']

/** Modules and packages that a start of a server or of the process of commands runs. `main` is none, since it would serve. */
const started = ['server/start/serve', 'cli/command-line', ...packages]

/**
 * Packages outside of the file: those that a server loads only with their first use, so that the file stays small, and
 * `pg`, whose statements `collect-statements.js` records.
 */
const external = [
  ...['@electric-sql/pglite', 'katex', 'prismjs', 'sharp', 'libsodium-wrappers'],
  ...['imapflow', 'mailparser', 'nodemailer', 'smtp-server', 'pg'],
]

const keepFolders = {
  name: 'keep-folders',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path: file }) => {
      const text = readFileSync(file, 'utf8')
      if (!/\b__(dir|file)name\b/.test(text)) return undefined
      const contents = text
        .replace(/\b__dirname\b/g, () => JSON.stringify(path.dirname(file)))
        .replace(/\b__filename\b/g, () => JSON.stringify(file))
      return { contents, loader: 'js' }
    })
  },
}

/** @param {string} file */
async function bundle(file) {
  const lines = [
    ...modules.map((name) => [name, path.join(dist, `${name}.js`)]),
    ...packages.map((name) => [name, name]),
  ].map(
    ([name, from]) => `exports[${JSON.stringify(name)}] = () => require(${JSON.stringify(from)})`,
  )
  const credentials = JSON.stringify(path.join(dist, 'server/chat/rules/credentials.js'))
  const contents = `${lines.join('\n')}\nrequire(${credentials}).cheapenPasswordsForTests()`
  await build({
    ...{ stdin: { contents, resolveDir: dist }, outfile: file, external },
    ...{ bundle: true, format: 'cjs', platform: 'node', target: 'node20' },
    ...{ banner: { js: '(function (exports, require) {' }, footer: { js: '})' } },
    // The script has no loader of modules.
    supported: { 'dynamic-import': false },
    ...{ plugins: [keepFolders], logLevel: 'error' },
  })
}

/**
 * Keeps the compiled functions that have run, once the modules of a start are loaded.
 *
 * @param {string} folder
 */
function keepCompiled(folder) {
  const { load, script } = loadBundle(folder)
  for (const name of started) load(name)
  writeFileSync(path.join(folder, files.cache), script.createCachedData())
}

/** @param {string} folder */
async function make(folder) {
  const unfinished = `${folder}.part`
  mkdirSync(unfinished, { recursive: true })
  await bundle(path.join(unfinished, files.code))
  const loader = JSON.stringify(path.join(__dirname, 'load.js'))
  for (const [program, module] of Object.entries(programs)) {
    const text = `require(${loader}).loadBundle(__dirname).load('${module}')\n`
    writeFileSync(path.join(unfinished, program), text)
  }
  const hasty = JSON.stringify(path.join(__dirname, 'hasty.js'))
  const text = `const { load } = require(${loader}).loadBundle(__dirname)\nrequire(${hasty}).hasten(load)\nload('main')\n`
  writeFileSync(path.join(unfinished, hastyProgram), text)
  keepCompiled(unfinished)
  renameSync(unfinished, folder)
}

void make(process.argv[2])
