'use strict'

/**
 * Loaded into the processes under test, which run with --expose-gc: their memory says little before garbage
 * is collected.
 */
process.on('SIGUSR2', () => {
  // The second run frees objects released by the finalizers of the first.
  globalThis.gc()
  globalThis.gc()
})
