/**
 * Timing-sensitive files. They run last, one at a time, so that no other file competes for the processors.
 * Prefer a check that counts steps, turns or bytes to an entry here.
 */
module.exports = [
  'tests/unit/doubling-law.test.ts', // CPU time for a text relative to parts of it
  'tests/workers/slow-inputs.test.ts', // a render in a thread has two seconds
]
