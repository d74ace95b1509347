const Sequencer = require('@jest/test-sequencer').default

/**
 * Starts the slowest files first, so that no worker is left alone with one at the end. Jest knows durations
 * only from earlier runs: in a fresh clone it uses the size of the files, and these short files try every
 * endpoint, check every change for everybody, or serve hundreds of connections.
 */
const slow =
  /(bad-input|bad-bodies|bad-payloads|conventions|law-of-events[.\w-]*|subscription-limits|account-cache|faults|hostile-clients|rolling-restart)\.test\.ts$/

module.exports = class SlowFilesFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests)
    return [
      ...sorted.filter(({ path }) => slow.test(path)),
      ...sorted.filter(({ path }) => !slow.test(path)),
    ]
  }
}
