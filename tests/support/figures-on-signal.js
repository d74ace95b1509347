'use strict'

/**
 * Preloaded into a worker under test: on SIGUSR2 it writes a line with its heap after garbage collection, and
 * its number of client connections.
 */
const v8 = require('node:v8')
const vm = require('node:vm')
const { isMainThread } = require('node:worker_threads')

if (isMainThread) {
  v8.setFlagsFromString('--expose-gc')
  const collectGarbage = vm.runInNewContext('gc')
  process.on('SIGUSR2', () => {
    // The second run frees objects released by the finalizers of the first.
    collectGarbage()
    collectGarbage()
    const { heapUsed: heapBytes } = process.memoryUsage()
    // Only accepted sockets have `server`.
    const sockets = process._getActiveHandles().filter((handle) => handle.server).length
    process.stdout.write(`${JSON.stringify({ msg: 'figures', heapBytes, sockets })}\n`)
  })
}
