const { execFileSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const { readdirSync } = require('node:fs')
const path = require('node:path')
const embeddedFiles = require('./embedded-files')
const timingFiles = require('./timing-files')

const root = path.join(__dirname, '../../..')

/**
 * @typedef {object} Selection
 * @property {string[]} found patterns of files for the stores that were found
 * @property {string[]} embedded patterns of files that run on the embedded stores as well
 * @property {string} [remark] what a summary says of the choice
 */

/**
 * The files of a run, by the stores that they use. Each thing is verified once where the kind of stores does not
 * matter: with services all files run, and a few of them again on the embedded stores.
 *
 * @param {object} run
 * @param {boolean} run.hasServices whether PostgreSQL and Redis answer
 * @param {boolean} run.isWhole everything runs on both kinds of stores
 * @param {number} run.sample beside a run with services: one of so many files of tests/api and tests/clients, on the
 *   embedded stores; four commits in a row cover nearly all with 4
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

/** The seed of a run: TEST_SEED, or the commit that is tested. */
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

/** Which of so many shares a text belongs to, always the same one. */
function shareOf(text, shares) {
  return createHash('sha1').update(text).digest().readUInt32BE() % shares
}

module.exports = { seedOfRun, selectFiles, timingFiles }
