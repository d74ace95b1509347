'use strict'

/**
 * Preloaded into a worker under test: on SIGUSR2 it writes a line with the CPU time of its main thread since the last such line, and with
 * that of its longest turn. Linux only. The kernel counts the time, so other processes of the machine are not in it.
 */
const { openSync, readSync } = require('node:fs')
const { isMainThread } = require('node:worker_threads')

/** A turn that is longer than this pause is told exactly; shorter ones in a row look like one of this length. */
const pauseMs = 5

if (isMainThread && !process.send) {
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
  const buffer = Buffer.alloc(64)
  const cpuMs = () =>
    Number.parseInt(buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0))) / 1e6
  let begun = cpuMs()
  let last = begun
  let longest = 0
  setInterval(() => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
  }, pauseMs).unref()
  process.on('SIGUSR2', () => {
    const now = cpuMs()
    const figures = { msg: 'turns', cpuMs: now - begun, longestMs: Math.max(longest, now - last) }
    begun = last = now
    longest = 0
    process.stdout.write(`${JSON.stringify(figures)}\n`)
  })
}
