/*
 * A process that runs schedules for scripts/test-simulation.ts: outside of jest a schedule takes a fraction of the time.
 */
const { readFileSync } = require('node:fs')
const compiler = require('../support/compiler')

require.extensions['.ts'] = (module, file) => {
  module._compile(compiler.process(readFileSync(file, 'utf8'), file).code, file)
}
require('./serve')
