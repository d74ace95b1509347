import type { Random } from '../support/random'
import { clock } from './clock'

/** One thing that happens to a simulated process: a request or an answer that arrives. */
export type Arrival = () => void | Promise<void>

/**
 * One direction of a connection: arrivals keep their order. Arrivals of different flows happen in any order, which
 * the seed decides.
 */
export class Flow {
  private waiting: Arrival[] = []
  /** Whether the head may arrive now; a statement that waits for a lock may not. */
  isBlocked: () => boolean = () => false

  constructor(
    private readonly network: Network,
    /** Name of the process whose pauses hold this flow; '' for none. */
    readonly process: string,
  ) {
    network.flows.add(this)
  }

  get size(): number {
    return this.waiting.length
  }

  send(arrival: Arrival): void {
    this.waiting.push(arrival)
  }

  /** Forgets all but the first arrivals, which are already on their way. */
  cut(kept: number): void {
    this.waiting.length = Math.min(kept, this.waiting.length)
  }

  close(): void {
    this.network.flows.delete(this)
  }

  async arrive(): Promise<void> {
    await this.waiting.shift()?.()
  }
}

/** All connections of a simulation. One step lets one thing arrive. */
export class Network {
  readonly flows = new Set<Flow>()
  /** Processes that stand still: nothing arrives there. */
  readonly paused = new Set<string>()

  constructor(private readonly random: Random) {}

  /** Lets one thing arrive. @returns false if nothing is on its way */
  async step(): Promise<boolean> {
    const ready = [...this.flows].filter(
      (flow) => flow.size > 0 && !this.paused.has(flow.process) && !flow.isBlocked(),
    )
    if (ready.length === 0) return false
    await this.random.pick(ready).arrive()
    await clock.settle()
    return true
  }
}
