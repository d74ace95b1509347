import { Attempts } from './attempts'
import { Observation } from './observation'
import type { ObservedQueue } from './observation'
import type { Timeline } from './timeline'

/** When Redis lost writes, and with them perhaps events of queues that were there. */
interface Loss {
  concerns: (queue: ObservedQueue) => boolean
  atMs: number
  noticedAtMs: number
}

/** Longest time that an answer is waited for. */
export const patienceMs = 6_000

/** All that was sent and received, and all that was found wrong on the way. */
export class Ledger {
  readonly messages = new Attempts('try')
  readonly changes = new Attempts('change')
  /** Queues that are read, one for each reader. */
  readonly current = new Map<string, Observation>()
  readonly observations: Observation[] = []
  readonly complaints: string[] = []
  private readonly losses: Loss[] = []
  /** Objections to queues that turned out to be gone, as those are that lost something. */
  excused = 0

  constructor(private readonly timeline: Timeline) {}

  readonly complain = (what: string): void => {
    this.complaints.push(what)
    this.timeline.note(`WRONG: ${what}`)
  }

  /** A reader begins to read a queue of its own, in place of the one before. */
  observe(queue: ObservedQueue): Observation {
    const observation = new Observation(queue, this.object)
    this.observations.push(observation)
    this.current.set(queue.reader, observation)
    return observation
  }

  /**
   * Redis loses writes now. Answers what to call when the workers have noticed it.
   *
   * @param concerns whether such a queue may be among what is lost
   */
  noteLoss(concerns: Loss['concerns'] = () => true): () => void {
    const loss: Loss = { concerns, atMs: this.timeline.now(), noticedAtMs: Infinity }
    this.losses.push(loss)
    return () => (loss.noticedAtMs = this.timeline.now())
  }

  /** A reader was told that its queue does not exist. */
  lose({ queue, excused }: Observation): void {
    this.current.delete(queue.reader)
    this.excused += excused.length
    if (!this.losses.some((loss) => isIn(loss, queue))) {
      this.complain(`${queue.reader} lost queue ${queue.queueId}, though Redis kept what it had`)
    }
  }

  /** Nothing will be lost any more: a queue that is still there has no excuse. */
  close(): void {
    for (const { excused } of this.current.values()) excused.splice(0).forEach(this.complain)
  }

  /**
   * A queue that lost events may be read until the workers know of the loss; then it must go. An
   * answer from before that may be on its way for as long as readers wait.
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
