import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { ResourceLimits } from 'node:worker_threads'

/** Settings of a pool of threads. */
export interface ThreadsOptions {
  /** A module that answers each message of its parent with a {@link ThreadAnswer}. */
  file: string
  atMost: number
  /**
   * Max time of a job in a thread. After that, the thread is terminated and the job fails. Time in which this process
   * had no processor does not count, so that a busy machine refuses nothing.
   */
  deadlineMs: number
  /** Time after which an idle thread ends. */
  idleMs: number
  /** Memory limits of one thread. A job that needs more fails like one that takes too long. */
  memory: ResourceLimits
}

/** Answer of a thread to a job. */
export type ThreadAnswer<Answer> = { answer: Answer } | { failure: string }

/** A job exceeded its time or memory limit. */
export class JobTooLargeError extends Error {
  override name = 'JobTooLargeError'
}

/** The share of a job has too many waiting jobs. */
export class ThreadsBusyError extends Error {
  override name = 'ThreadsBusyError'
}

interface Task<Job, Answer> {
  share: number
  job: Job
  queuedAt: number
  resolve: (answer: Answer) => void
  reject: (error: Error) => void
}

/** Max waiting jobs per share, and max waiting time of a job. */
const mostWaiting = 200
const longestWaitMs = 10_000
/** Max time to load the module; long enough for a busy machine. */
const longestStartMs = 30_000
/** A thread is terminated after this many times its deadline, however little processor time the process had. */
const longestDelay = 10
/** Pause between two looks at the processor time. */
const shortestLookMs = 10

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
  private isClosed = false

  constructor(private readonly options: ThreadsOptions) {}

  /** Number of threads. */
  get count(): number {
    return this.all.size
  }

  /** @throws JobTooLargeError, ThreadsBusyError; Error if the job failed in the thread */
  async run(share: number, job: Job): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const queue = this.waiting.get(share) ?? []
      if (this.isClosed || queue.length >= mostWaiting) {
        reject(new ThreadsBusyError('Too many jobs wait for a thread.'))
        return
      }
      queue.push({ share, job, queuedAt: performance.now(), resolve, reject })
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
    await Promise.all([...this.all].map((thread) => thread.end()))
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
      if (performance.now() - task.queuedAt <= longestWaitMs) return task
      task.reject(new ThreadsBusyError('A job waited too long for a thread.'))
      return this.next()
    }
    return undefined
  }

  private async runOn(thread: Thread<Job, Answer>, task: Task<Job, Answer>): Promise<void> {
    try {
      task.resolve(await thread.run(task.job))
    } catch (error) {
      task.reject(error as Error)
    } finally {
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
const compilerOfSources = join(__dirname, '../../../scripts/lib/compile-typescript.js')

/** A thread, which runs one job at a time. */
class Thread<Job, Answer> {
  private readonly worker: Worker
  private isReady = false
  private timer: NodeJS.Timeout | undefined
  private settle: ((answer: ThreadAnswer<Answer> | Error) => void) | undefined

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
    this.worker.on('message', (message: 'ready' | ThreadAnswer<Answer>) => {
      if (message !== 'ready') return this.settle?.(message)
      this.isReady = true
      if (this.settle) this.setDeadline()
    })
    this.worker.on('error', (error: NodeJS.ErrnoException) => {
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      onGone()
      this.settle?.(isMemory ? new JobTooLargeError('A job took too much memory.') : error)
    })
    this.worker.on('exit', () => {
      onGone()
      clearTimeout(this.timer)
      this.settle?.(new JobTooLargeError('A job took too long.'))
    })
  }

  async run(job: Job): Promise<Answer> {
    const answer = await new Promise<ThreadAnswer<Answer> | Error>((resolve) => {
      this.settle = resolve
      this.setDeadline()
      this.worker.ref()
      this.worker.postMessage(job)
    })
    this.settle = undefined
    this.worker.unref()
    this.setTimer(this.options.idleMs, () => void this.end())
    this.timer?.unref()
    if (answer instanceof Error) throw answer
    if ('failure' in answer) throw new Error(answer.failure)
    return answer.answer
  }

  async end(): Promise<void> {
    this.onGone()
    await this.worker.terminate()
  }

  private setDeadline(): void {
    const { deadlineMs } = this.options
    const end = () => {
      // This process may have been blocked: an answer that has arrived meanwhile is handled first.
      setImmediate(() => {
        if (this.settle) void this.end()
      })
    }
    if (!this.isReady) return this.setTimer(longestStartMs, end)
    const endsAt = performance.now() + deadlineMs * longestDelay
    const before = process.cpuUsage()
    const look = () => {
      // All threads of the process together: those of the pool get their share of it.
      const { user, system } = process.cpuUsage(before)
      const leftMs = deadlineMs - (user + system) / 1_000
      if (leftMs <= 0 || performance.now() >= endsAt) return end()
      this.setTimer(Math.max(leftMs, shortestLookMs), look)
    }
    this.setTimer(deadlineMs, look)
  }

  private setTimer(ms: number, act: () => void): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(act, ms)
  }
}
