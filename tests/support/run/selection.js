const { execFileSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const { readdirSync } = require('node:fs')
const path = require('node:path')
const embeddedFiles = require('./embedded-files')
const timingFiles = require('./timing-files')

const root = path.join(__dirname, '../../..')

/**
 *
 * @typedef {object} Selection
 * @property {string[]} found patterns of files for the stores that were found
 * @property {string[]} embedded patterns of files that run on the embedded stores as well
 * @property {string} [remark] note about the choice for the summary
 */

/**
 * Selects the files of a run for each kind of stores. Each behavior that does not depend on the kind is
 * tested once: with services all files run, and a few of them again on the embedded stores.
 *
 * @param {object} run
 * @param {boolean} run.hasServices whether PostgreSQL and Redis answer
 * @param {boolean} run.isWhole everything runs on both kinds of stores
 * @param {number} run.sample beside a run with services: runs 1 in `sample` files of tests/api and
 * tests/clients on the embedded stores; with 4, four commits in a row cover nearly all files
 * @param {string} run.seed chooses them
 * @returns {Selection}
 */
function selectFiles({ hasServices, isWhole, sample, seed }) {
  const all = ['tests/**/*.test.ts']
  if (hasServices) return { found: all, embedded: isWhole ? all : embeddedFiles }
  if (sample <= 1) return { found: all, embedded: [] }

  const candidates = [...testFilesIn('tests/api'), ...testFilesIn('tests/clients')].filter(
    (file) => !embeddedFiles.includes(file),
  )
  const chosen = candidates.filter((file) => shareOf(file, sample) === shareOf(seed, sample))
  const remark = `${chosen.length} of ${candidates.length} API files on the embedded stores, chosen by ${seed}`
  return { found: chosen, embedded: [], remark }
}

/** The seed of a run: TEST_SEED, or the tested commit. */
function seedOfRun() {
  if (process.env.TEST_SEED) return process.env.TEST_SEED
  try {
    const git = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], git).trim()
  } catch {
    return 'parley'
  }
}

function testFilesIn(folder) {
  return readdirSync(path.join(root, folder), { recursive: true })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.posix.join(folder, file))
}

/** The share, of `shares`, that a text belongs to; always the same for a text. */
function shareOf(text, shares) {
  return createHash('sha1').update(text).digest().readUInt32BE() % shares
}

module.exports = { seedOfRun, selectFiles, timingFiles }
