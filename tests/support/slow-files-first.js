const Sequencer = require('@jest/test-sequencer').default

/**
 * What takes longest begins first, so that no worker is left alone with it at the end. Jest knows
 * what took long only from earlier runs: in a fresh clone it goes by the size of the files, and these
 * are short ones that try every endpoint, or that tell every change to everybody.
 */
const slow =
  /(bad-input|bad-bodies|bad-payloads|conventions|law-of-events[.\w-]*|subscription-limits|account-cache|faults)\.test\.ts$/

module.exports = class SlowFilesFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests)
    return [
      ...sorted.filter(({ path }) => slow.test(path)),
      ...sorted.filter(({ path }) => !slow.test(path)),
    ]
  }
}
