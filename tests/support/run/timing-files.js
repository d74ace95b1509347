/**
 * Files that measure moments. They run last, one at a time, so that no other file takes the processors from
 * them. Better than an entry here is a check that counts steps, turns or bytes.
 */
module.exports = [
  'tests/unit/slow-inputs.test.ts', // milliseconds of a text against those of its half
  'tests/workers/slow-inputs.test.ts', // the same, through a server
  'tests/api/event-loop.test.ts', // delays of the event loop
  'tests/api/login-storm.test.ts', // how long others wait for a worker that hashes passwords
]
