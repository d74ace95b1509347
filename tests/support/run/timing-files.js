/**
 * Timing-sensitive files. They run last, one at a time, so that no other file competes for the processors.
 * Prefer a check that counts steps, turns or bytes to an entry here.
 */
module.exports = [
  'tests/unit/slow-inputs.test.ts', // time for a text relative to half of the text
  'tests/workers/slow-inputs.test.ts', // the same, through a server
  'tests/api/event-loop.test.ts', // delays of the event loop
  'tests/api/login-storm.test.ts', // waiting time of other requests while a worker hashes passwords
]
