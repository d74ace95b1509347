/*
 * Preloaded into a process of the server (`node --require`), it records the text of every statement that the
 * server sends to PostgreSQL: each once, in a file of this process in the folder of PARLEY_TEST_STATEMENTS.
 * tests/embedded/statement-catalog.test.ts has the embedded database prepare them. Without that variable it
 * does nothing.
 */
const { randomUUID } = require('node:crypto')
const { appendFileSync, mkdirSync } = require('node:fs')
const Module = require('node:module')
const { join } = require('node:path')

const folder = process.env.PARLEY_TEST_STATEMENTS

/** Max recorded statements: lists of every length may be part of their texts. */
const mostStatements = 5_000
const longestCharacters = 100_000
/** Interval of writes; a killed process loses at most the statements of this time. */
const flushMs = 200

/** At the end of statements of tests, which a server sends for them. */
const markOfTests = '/* of a test */'

const known = new Set()
let unwritten = []

function collect(text) {
  if (typeof text !== 'string' || text.length > longestCharacters) return
  if (known.size >= mostStatements || known.has(text) || text.endsWith(markOfTests)) return
  known.add(text)
  if (unwritten.push(text) === 1) setTimeout(flush, flushMs).unref()
}

const path = folder && join(folder, `${process.pid}-${randomUUID()}.jsonl`)

function flush() {
  if (unwritten.length === 0) return
  const lines = unwritten.map((text) => `${JSON.stringify(text)}\n`).join('')
  unwritten = []
  try {
    mkdirSync(folder, { recursive: true })
    appendFileSync(path, lines)
  } catch {
    // The run has ended and removed its folder.
  }
}

/** Name that openDatabase gives its connections; helpers of tests use others. */
const applicationName = 'parley'

function watch({ Client }) {
  const { query } = Client.prototype
  Client.prototype.query = function collecting(config, ...others) {
    if (this.connectionParameters.application_name === applicationName) {
      collect(typeof config === 'string' ? config : config?.text)
    }
    return query.call(this, config, ...others)
  }
}

if (folder) {
  process.on('exit', flush)
  // Most commands do not use pg, and should not load it for this.
  const load = Module._load
  Module._load = function loadAndWatch(request, ...others) {
    const loaded = load.call(this, request, ...others)
    if (request !== 'pg') return loaded
    Module._load = load
    watch(loaded)
    return loaded
  }
}

module.exports = {
  /** The text of a statement of a test, which is not recorded as the server's. */
  ofTest: (text) => (folder ? `${text} ${markOfTests}` : text),
}
