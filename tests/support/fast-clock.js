/*
 * Loaded into a built command under test before all else (`node --require`), it makes time pass faster for waits by
 * `Date.now()` and promised timeouts: a command gives up on stores that do not answer after a second and a half.
 */
const timers = require('node:timers/promises')

const factor = 20

const begun = Date.now()
const { now } = Date
const delay = timers.setTimeout
Date.now = () => begun + (now() - begun) * factor
timers.setTimeout = (ms, ...others) => delay(ms / factor, ...others)
