import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ResourceLimits } from 'node:worker_threads'
import { FairSemaphore } from './fair-semaphore'
import { afterPatience } from './patience'
import type { FromThread, Outcome } from './thread-jobs'
import { threadCpuMs } from './thread-time'

/** Settings of a pool of threads. */
export interface ThreadsOptions {
  /** A module that calls `takeJobs`. */
  file: string
  atMost: number
  /**
   * Max CPU time of a job in a thread. After that, the thread is terminated and the job fails, so that a busy machine
   * refuses nothing.
   */
  deadlineMs: number
  /** Time after which an idle thread ends. */
  idleMs: number
  /** Memory limits of one thread. A job that needs more fails like one that takes too long. */
  memory: ResourceLimits
}

/** A job exceeded its time or memory limit. */
export class JobTooLargeError extends Error {
  override name = 'JobTooLargeError'
}

/** No thread did the job, for reasons that are none of the job: it may be tried again. */
export class ThreadsBusyError extends Error {
  override name = 'ThreadsBusyError'
}

/** Max waiting jobs per share. */
const mostWaiting = 200
/** Max time that each thread works for other jobs while one waits. */
const longestWaitMs = 10_000
/** Time after which a job fails that gets hardly any processor time, in deadlines. */
const mostDeadlines = 10
/** Max time to load the module; long enough for a busy machine. */
const longestStartMs = 30_000

/**
 * A pool of threads for work that would block the event loop. Threads are started on demand and end
 * when idle. Each job belongs to a share, such as a realm: shares take turns, and a share has one thread
 * at a time, so that slow jobs of one share do not block the others.
 */
export class Threads<Job, Answer> {
  private readonly turns: FairSemaphore
  private readonly all = new Set<Thread<Job, Answer>>()
  /** Time that all ended jobs have taken, as their deadlines count it. */
  private takenMs = 0
  private isClosed = false

  constructor(private readonly options: ThreadsOptions) {
    this.turns = new FairSemaphore({
      ...{ mostAtOnce: options.atMost, mostWaitingOfAccount: mostWaiting, mostWaiting: Infinity },
      refusal: () => new ThreadsBusyError('Too many jobs wait for a thread.'),
    })
  }

  /** Number of threads. */
  get count(): number {
    return this.all.size
  }

  /**
   * @param deadlineMs for a job with a deadline of its own
   * @throws JobTooLargeError, ThreadsBusyError; Error if the job failed in the thread
   */
  async run(share: number, job: Job, deadlineMs = this.options.deadlineMs): Promise<Answer> {
    const takenBefore = this.takenMs
    return this.turns.take({ realmId: share, userId: 0 }, async () => {
      if (this.isClosed) throw new ThreadsBusyError('The threads are ending.')
      if (this.takenMs - takenBefore > longestWaitMs * this.options.atMost) {
        throw new ThreadsBusyError('A job waited too long for a thread.')
      }
      return this.perform(job, deadlineMs)
    })
  }

  /** Terminates all threads; their jobs and those that wait fail. */
  async close(): Promise<void> {
    this.isClosed = true
    const ending = new ThreadsBusyError('The threads are ending.')
    await Promise.all([...this.all].map((thread) => thread.end(ending)))
  }

  private async perform(job: Job, deadlineMs: number): Promise<Answer> {
    const thread = [...this.all].find(({ isBusy }) => !isBusy) ?? this.start()
    return thread.run(job, deadlineMs).finally(() => (this.takenMs += thread.takenMs))
  }

  private start(): Thread<Job, Answer> {
    const thread = new Thread<Job, Answer>(this.options, () => this.all.delete(thread))
    this.all.add(thread)
    return thread
  }
}

/** Tests and development run the TypeScript sources directly. */
export const compilerOfSources = join(__dirname, '../../../scripts/lib/compile-typescript.js')

/** A thread, which runs one job at a time. */
class Thread<Job, Answer> {
  isBusy = false
  /** Time that the latest job has taken. */
  takenMs = 0
  private readonly worker: Worker
  private task: string | undefined
  private isReady = false
  private stopWaiting = (): void => undefined
  private onReady = (): void => undefined
  private measure = (): void => undefined
  /** The error of its job when the thread ends. */
  private reason: Error = new JobTooLargeError('A job took too long.')
  private settle = (_: Outcome<Answer>): void => undefined

  constructor(
    private readonly options: ThreadsOptions,
    /** Called when the thread takes no more jobs; possibly several times. */
    private readonly onGone: () => void,
  ) {
    const { file, memory } = options
    const execArgv = file.endsWith('.ts') ? ['--require', compilerOfSources] : []
    // An empty environment: the thread needs no settings and must not see secrets.
    this.worker = new Worker(file, { resourceLimits: memory, execArgv, env: {} })
    // An idle thread must not keep the process running.
    this.worker.unref()
    this.worker.on('message', (message: FromThread<Answer>) => {
      if (!('task' in message)) return this.settle(message)
      this.task = message.task
      this.isReady = true
      this.onReady()
    })
    this.worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      onGone()
      this.settle({
        failure: isMemory ? new JobTooLargeError('A job took too much memory.') : error,
      })
    })
    this.worker.on('exit', () => {
      onGone()
      this.stopWaiting()
      this.settle({ failure: this.reason })
    })
  }

  async run(job: Job, deadlineMs: number): Promise<Answer> {
    this.isBusy = true
    this.takenMs = 0
    const outcome = await new Promise<Outcome<Answer>>((resolve) => {
      this.settle = resolve
      this.onReady = () => this.watch(deadlineMs)
      if (this.isReady) this.onReady()
      else {
        const late = new ThreadsBusyError('A thread did not start in time.')
        this.wait(longestStartMs, () => void this.end(late))
      }
      this.worker.ref()
      this.worker.postMessage(job)
    })
    this.isBusy = false
    this.measure()
    this.worker.unref()
    this.endWhenIdle()
    if ('failure' in outcome) throw outcome.failure
    return outcome.answer
  }

  /** @param reason what its job is told; absent: that it took too long */
  async end(reason?: Error): Promise<void> {
    if (reason) this.reason = reason
    this.onGone()
    await this.worker.terminate()
  }

  /** Ends the thread when its job exceeds the deadline in CPU time, which it gets late on a busy machine. */
  private watch(deadlineMs: number): void {
    const cpuBefore = threadCpuMs(this.task) ?? 0
    let waitedMs = 0
    this.measure = () => {
      const cpuMs = threadCpuMs(this.task)
      if (cpuMs !== undefined) this.takenMs = cpuMs - cpuBefore
    }
    const wait = (ms: number): void => {
      this.wait(ms, () => {
        waitedMs += ms
        this.measure()
        const leftMs = deadlineMs - this.takenMs
        if (leftMs <= 0 || waitedMs >= mostDeadlines * deadlineMs) void this.end()
        else wait(Math.max(leftMs, deadlineMs / mostDeadlines))
      })
    }
    wait(deadlineMs)
  }

  private wait(ms: number, act: () => void): void {
    this.stopWaiting()
    this.stopWaiting = afterPatience(ms, act)
  }

  private endWhenIdle(): void {
    this.stopWaiting()
    const timer = setTimeout(() => void this.end(), this.options.idleMs).unref()
    this.stopWaiting = () => clearTimeout(timer)
  }
}
