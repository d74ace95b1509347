import { TooManyPollsError, WorkerFullError } from './errors'

export interface PollSlotsOptions {
  /** Most slots of one user. */
  maxPerUser: number
  /** Most slots of all users together. */
  maxInAll: number
  /** Hears of each refusal, and whose fullness is its reason. */
  onRefused?: (full: 'user' | 'worker') => void
}

/** The right to wait at this worker, for one poll or one stream of events. */
export interface PollSlot {
  /** Gives the slot back; a second time does nothing. */
  release(): void
}

/**
 * Bounds what waits at this worker. Of one queue there is one slot: who polls it anew takes the
 * slot over, so a client is never refused because of polls that it has given up.
 */
export class PollSlots {
  private readonly byQueue = new Map<string, HeldSlot>()
  private readonly countByUser = new Map<number, number>()
  private count = 0

  constructor(private readonly options: PollSlotsOptions) {}

  /**
   * @param queueId undefined for a queue that is yet to be registered, which nobody else polls
   * @param onTakenOver the slot is another's now: whoever held it must leave
   * @throws TooManyPollsError when the user has too many, WorkerFullError when the worker has
   */
  take(userId: number, queueId: string | undefined, onTakenOver?: () => void): PollSlot {
    // Queue ids come from outside: nobody may take a slot over by naming somebody else's.
    const name = queueId === undefined ? undefined : `${userId} ${queueId}`
    const older = name === undefined ? undefined : this.byQueue.get(name)
    older?.release()
    older?.onTakenOver?.()

    this.refuseIfFull(userId)
    this.changeCount(userId, 1)
    const slot = new HeldSlot(this, userId, name, onTakenOver)
    if (name !== undefined) this.byQueue.set(name, slot)
    return slot
  }

  /** Takes a slot back; each calls it once. */
  giveBack({ userId, name }: HeldSlot): void {
    this.changeCount(userId, -1)
    if (name !== undefined) this.byQueue.delete(name)
  }

  /** @throws WorkerFullError when nobody could wait here for the events of a new queue */
  refuseIfWorkerFull(): void {
    if (this.count < this.options.maxInAll) return
    this.options.onRefused?.('worker')
    throw new WorkerFullError()
  }

  private refuseIfFull(userId: number): void {
    this.refuseIfWorkerFull()
    if ((this.countByUser.get(userId) ?? 0) < this.options.maxPerUser) return
    this.options.onRefused?.('user')
    throw new TooManyPollsError()
  }

  private changeCount(userId: number, change: 1 | -1): void {
    this.count += change
    const ofUser = (this.countByUser.get(userId) ?? 0) + change
    if (ofUser === 0) this.countByUser.delete(userId)
    else this.countByUser.set(userId, ofUser)
  }
}

class HeldSlot implements PollSlot {
  private isHeld = true

  constructor(
    private readonly slots: PollSlots,
    readonly userId: number,
    /** Name that the slot is found by; undefined when nobody looks for it. */
    readonly name: string | undefined,
    readonly onTakenOver: (() => void) | undefined,
  ) {}

  release(): void {
    if (!this.isHeld) return
    this.isHeld = false
    this.slots.giveBack(this)
  }
}
