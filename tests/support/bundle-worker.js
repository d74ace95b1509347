'use strict'

/*
 * `node bundle-worker.js FILE` writes the built server and most of its packages into one file, whose start takes less
 * than half of the CPU: finding and reading 2,100 modules one by one costs more than running them. Its passwords cost
 * next to nothing, as with `cheap-passwords.js`. Each module keeps its own folder, so files that the server reads, its
 * threads and its version are those of `dist`.
 */

const { readFileSync, renameSync } = require('node:fs')
const path = require('node:path')
const { build } = require('esbuild')

const dist = path.join(__dirname, '../../dist')

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
  const module = (name) => JSON.stringify(path.join(dist, name))
  const contents = `
    require(${module('server/chat/rules/credentials.js')}).cheapenPasswordsForTests()
    require(${module('main.js')})
  `
  await build({
    ...{ stdin: { contents, resolveDir: dist }, outfile: `${file}.part`, external },
    ...{ bundle: true, format: 'cjs', platform: 'node', target: 'node20' },
    ...{ plugins: [keepFolders], logLevel: 'error' },
  })
  renameSync(`${file}.part`, file)
}

void bundle(process.argv[2])
