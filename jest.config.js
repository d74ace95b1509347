const { availableParallelism } = require('node:os')
const { findServices } = require('./tests/support/run/find-services')
const { seedOfRun, selectFiles, timingFiles } = require('./tests/support/run/selection')

process.env.TEST_SEED = seedOfRun()
const { found, embedded, remark } = selectFiles({
  hasServices: findServices(),
  isWhole: process.env.TEST_ALL === '1',
  sample: Number(process.env.TEST_SAMPLE || 1),
  seed: process.env.TEST_SEED,
})
if (remark) process.stderr.write(`${remark}\n`)

const common = {
  rootDir: __dirname,
  roots: ['<rootDir>/tests'],
  testEnvironment: '<rootDir>/tests/support/environment.js',
  runtime: '<rootDir>/tests/support/runtime.js',
  globalSetup: '<rootDir>/tests/support/prepare-run.ts',
  globalTeardown: '<rootDir>/tests/support/finish-run.ts',
  transform: { '^.+\\.ts$': '<rootDir>/tests/support/compiler.js' },
}
const inRoot = (patterns) => patterns.map((pattern) => `<rootDir>/${pattern}`)
const later = ['/tests/embedded/', ...timingFiles.map((file) => `/${file.replaceAll('.', '\\.')}$`)]
const projects = [
  { displayName: 'main', testMatch: inRoot(found), testPathIgnorePatterns: later },
  {
    displayName: 'embedded',
    testMatch: inRoot(embedded),
    testPathIgnorePatterns: later,
    testEnvironmentOptions: { stores: 'embedded' },
  },
  { displayName: 'timing', testMatch: inRoot(timingFiles) },
  // Prepares what the servers of all runs before have sent to PostgreSQL.
  { displayName: 'catalog', testMatch: inRoot(['tests/embedded/*.test.ts']) },
]

module.exports = {
  testSequencer: '<rootDir>/tests/support/slow-files-first.js',
  // A file often waits for other processes: the stores, the workers under test, the browser. Jest takes no more than 100 %.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  testTimeout: 120_000,
  projects: projects
    .filter(({ testMatch }) => testMatch.length > 0)
    .map((project) => ({ ...common, ...project })),
}
