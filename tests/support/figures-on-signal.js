'use strict'

/**
 * Loaded into a worker under test: on SIGUSR2 it writes a line with what it occupies once the
 * garbage is gone, and how many connections of clients it has.
 */
const v8 = require('node:v8')
const vm = require('node:vm')
const { isMainThread } = require('node:worker_threads')

if (isMainThread) {
  v8.setFlagsFromString('--expose-gc')
  const collectGarbage = vm.runInNewContext('gc')
  process.on('SIGUSR2', () => {
    // The second one frees what the finalizers of the first one let go.
    collectGarbage()
    collectGarbage()
    const { heapUsed: heapBytes } = process.memoryUsage()
    // Only those that a server accepted know it.
    const sockets = process._getActiveHandles().filter((handle) => handle.server).length
    process.stdout.write(`${JSON.stringify({ msg: 'figures', heapBytes, sockets })}\n`)
  })
}
