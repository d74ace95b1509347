import { writeFileSync } from 'node:fs'

/**
 * Makes this process one that belongs to a worker: it ends with the worker, leaves the signals of a supervisor to the worker,
 * and is the first to go when the machine lacks memory.
 */
export function belongToWorker(): void {
  giveWayInMemory()
  // The supervisor signals all processes of a worker: this one goes on until its worker tells it to stop.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined)
  // The worker has ended; another one goes on with the import.
  process.once('disconnect', () => process.exit(1))
}

/** If the machine lacks memory, the kernel ends this process before the worker. */
function giveWayInMemory(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '900')
  } catch {
    // Other systems have nothing of this kind.
  }
}
