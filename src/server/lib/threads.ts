import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ResourceLimits } from 'node:worker_threads'
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

interface Task<Job, Answer> {
  share: number
  job: Job
  deadlineMs: number
  /** Time that jobs had taken when this one was queued. */
  takenBefore: number
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
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
 * when idle. Each job belongs to a share, such as a realm: shares take turns, and one thread is
 * always left for other shares, so that slow jobs of one share do not block the others.
 */
export class Threads<Job, Answer> {
  private readonly idle: Thread<Job, Answer>[] = []
  private readonly all = new Set<Thread<Job, Answer>>()
  /** Waiting jobs by share; the share whose turn is next comes first. */
  private readonly waiting = new Map<number, Task<Job, Answer>[]>()
  private readonly running = new Map<number, number>()
  /** Time that all ended jobs have taken, as their deadlines count it. */
  private takenMs = 0
  private isClosed = false

  constructor(private readonly options: ThreadsOptions) {}

  /** Number of threads. */
  get count(): number {
    return this.all.size
  }

  /**
   * @param deadlineMs for a job with a deadline of its own
   * @throws JobTooLargeError, ThreadsBusyError; Error if the job failed in the thread
   */
  async run(share: number, job: Job, deadlineMs = this.options.deadlineMs): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const queue = this.waiting.get(share) ?? []
      if (this.isClosed || queue.length >= mostWaiting) {
        reject(new ThreadsBusyError('Too many jobs wait for a thread.'))
        return
      }
      queue.push({ share, job, deadlineMs, takenBefore: this.takenMs, resolve, reject })
      this.waiting.set(share, queue)
      this.runWaiting()
    })
  }

  /** Terminates all threads; their jobs fail. */
  async close(): Promise<void> {
    this.isClosed = true
    for (const task of [...this.waiting.values()].flat()) {
      task.reject(new ThreadsBusyError('The threads are ending.'))
    }
    this.waiting.clear()
    const ending = new ThreadsBusyError('The threads are ending.')
    await Promise.all([...this.all].map((thread) => thread.end(ending)))
  }

  private runWaiting(): void {
    for (let task = this.next(); task; task = this.next()) {
      const thread = this.idle.pop() ?? this.start()
      this.countRunning(task.share, 1)
      void this.runOn(thread, task).finally(() => this.runWaiting())
    }
  }

  /**
   * The next job that may run, if a thread is available; its share moves to the end of the line.
   */
  private next(): Task<Job, Answer> | undefined {
    const { atMost } = this.options
    if (this.isClosed || (this.idle.length === 0 && this.all.size >= atMost)) return undefined
    const mostOfShare = Math.max(1, atMost - 1)
    for (const [share, queue] of this.waiting) {
      if ((this.running.get(share) ?? 0) >= mostOfShare) continue
      const task = queue.shift()
      this.waiting.delete(share)
      if (queue.length > 0) this.waiting.set(share, queue)
      if (!task) continue
      if (this.takenMs - task.takenBefore <= longestWaitMs * atMost) return task
      task.reject(new ThreadsBusyError('A job waited too long for a thread.'))
      return this.next()
    }
    return undefined
  }

  private async runOn(thread: Thread<Job, Answer>, task: Task<Job, Answer>): Promise<void> {
    try {
      task.resolve(await thread.run(task.job, task.deadlineMs))
    } catch (error) {
      task.reject(error as Error)
    } finally {
      this.takenMs += thread.takenMs
      this.countRunning(task.share, -1)
      if (this.all.has(thread)) this.idle.push(thread)
    }
  }

  private countRunning(share: number, change: 1 | -1): void {
    const count = (this.running.get(share) ?? 0) + change
    if (count === 0) this.running.delete(share)
    else this.running.set(share, count)
  }

  private start(): Thread<Job, Answer> {
    const thread = new Thread<Job, Answer>(this.options, () => {
      this.all.delete(thread)
      const index = this.idle.indexOf(thread)
      if (index >= 0) this.idle.splice(index, 1)
    })
    this.all.add(thread)
    return thread
  }
}

/** Tests and development run the TypeScript sources directly. */
export const compilerOfSources = join(__dirname, '../../../scripts/lib/compile-typescript.js')

/** A thread, which runs one job at a time. */
class Thread<Job, Answer> {
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
