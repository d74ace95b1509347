/**
 * How node is to be started for a worker; `npm start` and the Dockerfile name the same flags.
 * Polls that wait are many and live longer than most garbage: with node's small young generation
 * they are copied at every message, by several threads, which costs more than answering them. See
 * docs/performance.md.
 */
export const nodeFlags: readonly string[] = [
  '--single-threaded-gc',
  '--min-semi-space-size=64',
  '--max-semi-space-size=64',
]
