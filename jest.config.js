module.exports = {
  testEnvironment: '<rootDir>/tests/support/environment.js',
  roots: ['<rootDir>/tests'],
  globalSetup: '<rootDir>/tests/support/prepare-run.ts',
  testSequencer: '<rootDir>/tests/support/slow-files-first.js',
  testMatch: ['**/*.test.ts'],
  transform: { '^.+\\.ts$': '<rootDir>/tests/support/compiler.js' },
  // Half of the work is that of other processes: the stores, the workers under test.
  maxWorkers: '100%',
  testTimeout: 120_000,
}
