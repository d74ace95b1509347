import { readlinkSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

/** A thread takes jobs. */
interface ThreadReady {
  /** The thread's folder in /proc, on Linux. */
  task: string | undefined
}

/** Outcome of a job. */
export type Outcome<Answer> = { answer: Answer } | { failure: Error }

/** Message of a thread to its pool. */
export type FromThread<Answer> = ThreadReady | Outcome<Answer>

/** Does the jobs that the pool sends to this thread; the module of a thread calls it once it has loaded. */
export function takeJobs<Job, Answer>(perform: (job: Job) => Answer | Promise<Answer>): void {
  const tell = (message: FromThread<Answer>): void => parentPort?.postMessage(message)

  async function answer(job: Job): Promise<void> {
    try {
      tell({ answer: await perform(job) })
    } catch (error) {
      tell({ failure: error as Error })
    }
  }

  parentPort?.on('message', (job: Job) => void answer(job))
  tell({ task: ownTask() })
}

function ownTask(): string | undefined {
  try {
    return readlinkSync('/proc/thread-self')
  } catch {
    return undefined
  }
}
