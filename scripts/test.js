'use strict'

/*
 * Runs the tests, on the stores that CONTRIBUTING.md names: `npm test [-- arguments of jest]`.
 *
 *   --all            all tests, on services and on the embedded stores (`npm run test:all`),
 *                    and many simulated schedules
 *   --repeat-failed  repeats each failed file once, alone in a new process: a file that passes then has flaked, which
 *                    is reported, but up to two flakes do not fail the run; they are also appended to TEST_FLAKES
 *
 * Timing-sensitive files run last, one at a time. A flake is a bug of the suite or of the product: see
 * CONTRIBUTING.md.
 */

const { spawnSync } = require('node:child_process')
const { appendFileSync, mkdtempSync, readFileSync, rmSync, existsSync } = require('node:fs')
const { loadavg, tmpdir } = require('node:os')
const path = require('node:path')
const { findServices } = require('../tests/support/run/find-services')
const { timingFiles } = require('../tests/support/run/selection')

const root = path.join(__dirname, '..')
const jest = require.resolve('jest/bin/jest')
/** Max flaked files in a green run. */
const mostFlaked = 2
/** More failed files than this have one cause, so they are not repeated. */
const mostRepeated = 8
/** Characters of a failure that the summary shows. */
const messageLength = 1_500

function main(args) {
  const isWhole = args.includes('--all')
  const repeatsFailed = args.includes('--repeat-failed')
  const forJest = args.filter((arg) => arg !== '--all' && arg !== '--repeat-failed')
  if (isWhole) process.env.TEST_ALL = '1'
  // A single file would take longer to start one than to run.
  const hasOwnPostgres = forJest.length === 0 && !process.env.TEST_DATABASE_URL
  if (hasOwnPostgres) process.env.TEST_OWN_POSTGRES = '1'
  // Here, since each run of jest below would look again, and tell again of one that is missing.
  lookForServices()

  const projects = ['main', 'embedded'].map((name) => `--selectProjects=${name}`)
  const runs = forJest.length > 0 ? [forJest] : [projects]
  // A sampled run skips these files: a whole run beside it has them.
  const isSample = Number(process.env.TEST_SAMPLE || 1) > 1
  if (forJest.length === 0 && !isSample) {
    if (timingFiles.length > 0) runs.push(['--selectProjects=timing', '--runInBand'])
    runs.push(['--selectProjects=catalog'])
  }
  // Folder for the statements that servers send to PostgreSQL; at the end the embedded database prepares
  // each.
  const statements = mkdtempSync(path.join(tmpdir(), 'parley-statements-'))
  process.env.PARLEY_TEST_STATEMENTS = statements
  let isGreen = true
  const allFailed = []
  for (const run of runs) {
    const { failed, status } = runJest(run)
    // A run that ended before its tests did has no file to repeat.
    if (status !== 0 && failed.length === 0) isGreen = false
    allFailed.push(...failed)
  }
  if (allFailed.length > 0) isGreen = repeatsFailed && repeat(allFailed) && isGreen
  if (isWhole && forJest.length === 0) isGreen = simulate() && isGreen
  rmSync(statements, { recursive: true, force: true })
  process.exit(isGreen ? 0 : 1)
}

/** The runs take over what is found. A service that is named and does not answer ends the program. */
function lookForServices() {
  try {
    findServices()
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

/** Runs many schedules of the event engine, in all processors. @returns whether all kept the promises */
function simulate() {
  const program = path.join(__dirname, 'test-simulation.ts')
  const command = ['--require', 'ts-node/register/transpile-only', program]
  return spawnSync(process.execPath, command, { cwd: root, stdio: 'inherit' }).status === 0
}

/**
 * @returns {{ status: number | null, failed: FailedFile[] }}
 * @typedef {{ file: string, tests: string[], message: string }} FailedFile
 */
function runJest(args, env = process.env) {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-run-'))
  const report = path.join(folder, 'report.json')
  const command = [jest, ...args, '--json', `--outputFile=${report}`]
  // The report goes to the file, and all output for people to stderr.
  const { status } = spawnSync(process.execPath, command, {
    cwd: root,
    env,
    stdio: ['inherit', 'ignore', 'inherit'],
  })
  try {
    return { status, failed: existsSync(report) ? failuresOf(report) : [] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function failuresOf(report) {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name, message, assertionResults }) => ({
      file: path.relative(root, name),
      tests: assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => fullName),
      message: message.slice(0, messageLength),
    }))
}

/** Runs each failed file alone. @returns whether all passed then, and few enough had failed */
function repeat(failed) {
  const load = loadavg()[0].toFixed(1)
  if (failed.length > mostRepeated) {
    tell(`${failed.length} files failed: too many to repeat.`)
    return false
  }
  let flaked = 0
  let isRed = false
  for (const { file, tests, message } of failed) {
    const again = runJest([file, '--runInBand'])
    if (again.status === 0) {
      flaked += 1
      tell(`FLAKED ${file} (load ${load})`, ...tests.map((test) => `  ${test}`), message)
    } else {
      isRed = true
      tell(`FAILED twice: ${file}`, message, again.failed[0]?.message ?? '')
    }
  }
  if (flaked > mostFlaked) tell(`${flaked} files flaked; at most ${mostFlaked} may.`)
  return !isRed && flaked <= mostFlaked
}

function tell(...lines) {
  const text = `\n== ${lines.join('\n')}\n`
  console.error(text)
  if (process.env.TEST_FLAKES) appendFileSync(process.env.TEST_FLAKES, text)
}

main(process.argv.slice(2))
