import { Attempts } from './attempts'
import { Observation } from './observation'
import type { ObservedQueue } from './observation'
import type { Timeline } from './timeline'

/** A loss of writes in Redis, and possibly of events of existing queues. */
interface Loss {
  concerns: (queue: ObservedQueue) => boolean
  atMs: number
  noticedAtMs: number
}

/** Timeout of an answer. */
export const patienceMs = 6_000

/** All attempts and receipts of a run, and the complaints about them. */
export class Ledger {
  readonly messages = new Attempts('try')
  readonly changes = new Attempts('change')
  /** Currently read queues by reader. */
  readonly current = new Map<string, Observation>()
  readonly observations: Observation[] = []
  readonly complaints: string[] = []
  private readonly losses: Loss[] = []
  /** Complaints about queues that turned out to be lost, which excuses them. */
  excused = 0

  constructor(private readonly timeline: Timeline) {}

  readonly complain = (what: string): void => {
    this.complaints.push(what)
    this.timeline.note(`WRONG: ${what}`)
  }

  /** A reader begins to read a new queue, replacing the one before. */
  observe(queue: ObservedQueue): Observation {
    const observation = new Observation(queue, this.object)
    this.observations.push(observation)
    this.current.set(queue.reader, observation)
    return observation
  }

  /**
   * Notes that Redis loses writes from now on. Answers a function to call when the workers have noticed it.
   *
   * @param concerns whether a queue may have lost events
   */
  noteLoss(concerns: Loss['concerns'] = () => true): () => void {
    const loss: Loss = { concerns, atMs: this.timeline.now(), noticedAtMs: Infinity }
    this.losses.push(loss)
    return () => (loss.noticedAtMs = this.timeline.now())
  }

  /** A reader learned that its queue does not exist. */
  lose({ queue, excused }: Observation): void {
    this.current.delete(queue.reader)
    this.excused += excused.length
    if (!this.losses.some((loss) => loss.concerns(queue) && queue.askedAtMs <= loss.noticedAtMs)) {
      this.complain(`${queue.reader} lost queue ${queue.queueId}, though Redis kept what it had`)
    }
  }

  /** No more losses can be noticed: complaints about existing queues count. */
  close(): void {
    for (const { excused } of this.current.values()) excused.splice(0).forEach(this.complain)
  }

  /**
   * A queue that lost events may be read until the workers know of the loss; then it must be deleted. An
   * answer from before may arrive until the readers' timeout.
   */
  private readonly object = (what: string, { queue, excused }: Observation): void => {
    const sinceMs = this.timeline.now() - patienceMs
    const mayHaveHoles = this.losses.some(
      (loss) => isIn(loss, queue) && sinceMs <= loss.noticedAtMs,
    )
    if (!mayHaveHoles) return this.complain(what)
    excused.push(what)
    this.timeline.note(`excused if the queue is gone: ${what}`)
  }
}

function isIn({ concerns, atMs }: Loss, queue: ObservedQueue): boolean {
  return atMs >= queue.askedAtMs && concerns(queue)
}
