const { readdirSync } = require('node:fs')
const { join } = require('node:path')

const root = join(__dirname, '../../..')

/** Every case of the law of events: changes are written, published and read again. */
const lawOfEvents = readdirSync(join(root, 'tests/api'))
  .filter((name) => /^law-of-events[.\w-]*\.test\.ts$/.test(name))
  .map((name) => `tests/api/${name}`)

/**
 * Files that a run with services runs on the embedded stores as well, relative to the root. All other files
 * run there only without services, or in `npm run test:all`.
 *
 * Each file of tests/api listed here calls the most functions of a folder of src/server/data (the numbers are called
 * functions of all, as `npx jest --coverage` counts them). Files that always test the embedded stores need
 * not run twice: tests/workers/embedded-server, and of tests/contract `access`, `engine`, `read-state`,
 * `event-queues.memory`, `presence.memory` and `file-store.*`.
 */
module.exports = [
  // Contract suites that test the stores of their run.
  'tests/contract/account-cache.test.ts',
  'tests/contract/lookout.test.ts',

  // transfer: 20 of 20, engine: 80 of 123
  'tests/api/moved-databases.test.ts',
  // messages: 74 of 112, groups, realms and users nearly as much as any file
  ...lawOfEvents,

  // access: 34 of 50
  'tests/api/message-deletion.test.ts',
  // bots: 15 of 25
  'tests/api/outgoing-webhooks.test.ts',
  // exports: 38 of 40, and those of the pages to read
  'tests/api/realm-exports.test.ts',
  'tests/api/exports-to-read.test.ts',
  // groups: 30 of 33
  'tests/api/user-groups.test.ts',
  // history: 81 of 93
  'tests/api/history/access.test.ts',
  // history: 72 of 93, and full-text search, whose dictionaries the embedded database brings itself
  'tests/api/history/search.test.ts',
  // retention: 30 of 48
  'tests/api/restored-messages.test.ts',
  // identities: 11 of 11
  'tests/api/claim-rules.test.ts',
  'tests/api/external-logins.test.ts',
  'tests/api/identity-providers.test.ts',
  'tests/api/ldap-sync.test.ts',
  'tests/api/saml-logins.test.ts',
  'tests/api/scim.test.ts',
  'tests/api/second-factors.test.ts',
  'tests/api/passkeys.test.ts',
  // import: 113 of 124
  'tests/api/imported-archives.test.ts',
  // bridges: 32 of 33, by the calls in the bridge to Slack
  'tests/api/slack-bridge.test.ts',
  // mail: 14 of 25
  'tests/api/mail-queue.test.ts',
  // mail: the mails that come in, jobs: 11 of 17
  'tests/api/mail-in.test.ts',
  // notifications: 48 of 48
  'tests/api/missed-messages.test.ts',
  'tests/api/push-notifications.test.ts',
  // read-state: 45 of 58
  'tests/api/read-state.test.ts',
  // realms: 15 of 49, after the law of events
  'tests/api/profile-fields.test.ts',
  // schedule: 14 of 15
  'tests/api/scheduled-messages.test.ts',
  // statistics: 9 of 9
  'tests/api/statistics.test.ts',
  // streams: 41 of 63
  'tests/api/access.test.ts',
  // uploads: 18 of 18
  'tests/api/uploads.test.ts',
  // users: 73 of 158
  'tests/api/limited-guests.test.ts',
]
