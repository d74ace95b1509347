/** A write of this worker that Redis has confirmed: a call that gave an id to an event. */
export interface ConfirmedWrite {
  /** Number of such calls of this worker so far. */
  count: number
  /** Time of the confirmation, in microseconds of the Redis clock. */
  time: number
}

/** A {@link ConfirmedWrite} as the scripts answer it. */
export type CountReply = readonly [count: number, time: number]

/**
 * The latest write of this worker to one shard. If Redis has counted fewer, it has lost its latest
 * writes, and possibly events of any queue: it restarted from a snapshot, or a lagging replica took over.
 */
export class LatestWrite {
  confirmed: ConfirmedWrite | undefined

  /** @param reply undefined if the call gave no id */
  note(reply: CountReply | undefined): void {
    if (reply) this.confirmed = { count: reply[0], time: reply[1] }
  }

  forget(): void {
    this.confirmed = undefined
  }
}
