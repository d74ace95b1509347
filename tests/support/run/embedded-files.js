/**
 * Files that a run with PostgreSQL and Redis repeats on the embedded stores: they send SQL that the two databases
 * might read differently. All other files run there in `npm run test:all`, and where no services answer.
 */
module.exports = [
  // Contract suites that use the stores of the run; the others have each implementation in themselves.
  'tests/contract/account-cache.test.ts',
  'tests/contract/lookout.test.ts',
  // Every publisher, with the state that its events must explain.
  'tests/api/law-of-events*.test.ts',
  // One for each folder of src/db: the file that sends most of its statements.
  'tests/api/history/access.test.ts', // access
  'tests/api/bots-managed.test.ts', // bots
  'tests/api/realm-exports.test.ts', // exports
  'tests/api/user-groups.test.ts', // groups
  'tests/api/history/narrows.test.ts', // history
  'tests/api/retention.test.ts', // keeping
  'tests/api/mail-queue.test.ts', // mail
  'tests/api/message-moves.test.ts', // messages
  'tests/api/read-state.test.ts', // read-state
  'tests/api/realm-lists.test.ts', // realms
  'tests/api/scheduled-messages.test.ts', // schedule
  'tests/api/statistics.test.ts', // statistics
  'tests/api/stream-changes.test.ts', // streams
  'tests/api/uploads.test.ts', // uploads
  'tests/api/user-changes.test.ts', // users
]
