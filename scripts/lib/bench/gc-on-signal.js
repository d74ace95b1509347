'use strict'

/**
 * Loaded into the processes under test, which run with --expose-gc: what they occupy says little
 * while nobody knows how much of it is garbage.
 */
process.on('SIGUSR2', () => {
  // The second one frees what the finalizers of the first one let go.
  globalThis.gc()
  globalThis.gc()
})
