const { readlinkSync } = require('node:fs')
const { parentPort } = require('node:worker_threads')

/** Jobs that the tests give a thread. */
const jobs = {
  echo: ({ value }) => value,
  fail: () => {
    throw new Error('as was asked')
  },
  loop: () => {
    for (;;);
  },
  /** Uses no processor time. */
  sleep: ({ value }) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(value))
    return 'slept'
  },
  hoard: () => {
    const kept = []
    for (;;) kept.push(new Array(100_000).fill(0))
  },
  crash: () => process.exit(1),
  secrets: () => Object.keys(process.env).length,
}

parentPort.on('message', (job) => {
  try {
    parentPort.postMessage({ answer: jobs[job.kind](job) })
  } catch (error) {
    parentPort.postMessage({ failure: error })
  }
})
const task = process.platform === 'linux' ? readlinkSync('/proc/thread-self') : undefined
parentPort.postMessage({ task })
