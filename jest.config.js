/** ts-jest only strips types here: `npm run typecheck` checks them once for the whole project. */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/tests'],
  testMatch: ['**/*.test.ts'],
  transform: { '^.+\\.ts$': ['ts-jest', { tsconfig: 'tsconfig.json' }] },
  // Half of the work is that of other processes: the stores, the workers under test.
  maxWorkers: '100%',
  testTimeout: 120_000,
}
