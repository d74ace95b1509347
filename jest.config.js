/** ts-jest only strips types here: `npm run typecheck` checks them once for the whole project. */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/tests'],
  globalSetup: '<rootDir>/tests/support/make-empty-database.ts',
  globalTeardown: '<rootDir>/tests/support/remove-empty-database.ts',
  testSequencer: '<rootDir>/tests/support/slow-files-first.js',
  testMatch: ['**/*.test.ts'],
  transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.json' }] },
  // Half of the work is that of other processes: the stores, the workers under test.
  maxWorkers: '100%',
  testTimeout: 120_000,
}
