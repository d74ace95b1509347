import { Attempts } from './attempts'
import { Observation } from './observation'
import type { ObservedQueue } from './observation'
import type { Timeline } from './timeline'

/** All that was sent and received, and all that was found wrong on the way. */
export class Ledger {
  readonly messages = new Attempts('try')
  readonly changes = new Attempts('change')
  /** Queues that are read, one for each reader. */
  readonly current = new Map<string, Observation>()
  readonly observations: Observation[] = []
  readonly complaints: string[] = []
  private readonly emptiedAtMs: number[] = []

  constructor(private readonly timeline: Timeline) {}

  readonly complain = (what: string): void => {
    this.complaints.push(what)
    this.timeline.note(`WRONG: ${what}`)
  }

  /** A reader begins to read a queue of its own, in place of the one before. */
  observe(queue: ObservedQueue): Observation {
    const observation = new Observation(queue, this.complain)
    this.observations.push(observation)
    this.current.set(queue.reader, observation)
    return observation
  }

  /** Redis loses everything now. */
  noteEmptied(): void {
    this.emptiedAtMs.push(this.timeline.now())
  }

  /** A reader was told that its queue does not exist. */
  lose({ queue }: Observation): void {
    this.current.delete(queue.reader)
    const wasEmptied = this.emptiedAtMs.some((atMs) => atMs >= queue.askedAtMs)
    if (!wasEmptied) {
      this.complain(`${queue.reader} lost queue ${queue.queueId}, though Redis kept what it had`)
    }
  }
}
