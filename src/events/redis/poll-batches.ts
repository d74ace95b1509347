import type { PollReply, PollStep, PollingWorker, Scripts } from './scripts'

/** A longer call would hold up everybody else's. */
const maxStepsPerCall = 100

interface WaitingStep {
  step: PollStep
  resolve: (reply: PollReply) => void
  reject: (error: Error) => void
}

/**
 * Reads queues for the polls of this worker. Those that begin in the same turn of the event loop,
 * or while an earlier call is under way, go to Redis in one call: a call costs more than what it
 * does for one poll, and after a message to many they all come back at once.
 */
export class PollBatches {
  private readonly waiting = new Map<number, WaitingStep[]>()
  /** Calls under way, by shard. */
  private readonly running = new Map<number, number>()

  constructor(
    private readonly scripts: Pick<Scripts, 'pollQueues'>,
    private readonly worker: PollingWorker,
  ) {}

  /** @throws EventsUnavailableError when Redis did not answer; it may have done the step */
  read(shard: number, step: PollStep): Promise<PollReply> {
    return new Promise((resolve, reject) => {
      const steps = this.waiting.get(shard)
      if (steps) {
        steps.push({ step, resolve, reject })
        return
      }
      this.waiting.set(shard, [{ step, resolve, reject }])
      setImmediate(() => this.sendUnlessRunning(shard))
    })
  }

  /** Sends what waits: what is asked of Redis after this comes after it. */
  send(shard: number): void {
    const steps = this.waiting.get(shard) ?? []
    this.waiting.delete(shard)
    for (let first = 0; first < steps.length; first += maxStepsPerCall) {
      void this.call(shard, steps.slice(first, first + maxStepsPerCall))
    }
  }

  private sendUnlessRunning(shard: number): void {
    if (!this.running.get(shard)) this.send(shard)
  }

  private async call(shard: number, steps: readonly WaitingStep[]): Promise<void> {
    this.running.set(shard, (this.running.get(shard) ?? 0) + 1)
    try {
      const replies = await this.scripts.pollQueues(
        shard,
        steps.map(({ step }) => step),
        this.worker,
      )
      steps.forEach(({ resolve }, index) => resolve(replies[index] as PollReply))
    } catch (error) {
      for (const { reject } of steps) reject(error as Error)
    }
    this.running.set(shard, (this.running.get(shard) as number) - 1)
    this.sendUnlessRunning(shard)
  }
}
