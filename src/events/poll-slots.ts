import { TooManyPollsError, WorkerFullError } from './errors'
import type { HangUpSignal } from './queues'

/** So many who have none any more are remembered, beside as many as have one. */
const usersWithoutSlots = 1_000

/** The account that wants to wait, with what authenticated it. */
export interface Waiter {
  readonly id: number
  readonly api_key: string
  /** Absent: its key did. */
  readonly session?: { readonly id: number; readonly tokenHash: string }
}

export interface PollSlotsOptions {
  /** Most slots of one user. */
  maxPerUser: number
  /** Most slots of all users together. */
  maxInAll: number
  /** Whether an account is, for certain, as it was when it authenticated the call. Asks nobody. */
  isCurrent: (waiter: Waiter) => boolean
  /** Reads the account that the same key or session leads to now; undefined when there is none. */
  findAgain: (waiter: Waiter) => Promise<object | undefined>
  /** Hears of each refusal, and whose fullness is its reason. */
  onRefused?: (full: 'user' | 'worker') => void
}

/** What has a slot, and hears what becomes of it. */
export interface SlotHolder {
  readonly waiter: Waiter
  /** The queue that is waited for; undefined for one that is yet to be registered, which nobody else polls. */
  readonly slotQueueId: string | undefined
  /** Another has the slot now. */
  onTakenOver(): void
  /** The key or session is dead: nothing may be answered but that. */
  onRevoked(): void
  /** It is to answer without waiting any longer. */
  onSentAway(): void
}

/**
 * The right to wait at this worker, for one poll or one stream of events. As a signal it aborts when
 * the client hangs up, and when whoever waits must leave for another reason.
 */
export interface PollSlot extends HangUpSignal {
  /** Whether the key or session that opened it is dead: nothing may be answered but that. */
  readonly isRevoked: boolean
  /** Gives the slot back; a second time does nothing. */
  release(): void
}

/** What is known of a change to accounts. */
interface CredentialChange {
  userIds: readonly number[] | null
  revokesKeys?: true
  endedSessions?: readonly number[]
}

interface SlotOptions {
  /** Aborts when the client hangs up. */
  signal?: HangUpSignal | undefined
  /** Whether who holds it must leave when another takes it over; a parked poll is answered anyway. */
  endsWhenTakenOver?: boolean
}

/**
 * Bounds what waits at this worker, and ends what waits with a key or session that is dead. Of one queue there
 * is one slot: who polls it anew takes the slot over, so a client is never refused because of polls
 * that it has given up.
 */
export class PollSlots {
  /**
   * Few of each user. Who has none keeps an empty list for now, since most come back at once: a Map that as many leave
   * as come to costs the garbage collector dearly (runtime/places.ts).
   */
  private readonly byUser = new Map<number, SlotHolder[]>()
  private count = 0

  constructor(private readonly options: PollSlotsOptions) {}

  /**
   * @param queueId undefined for a queue that is yet to be registered, which nobody else polls
   * @throws TooManyPollsError when the user has too many, WorkerFullError when the worker has
   */
  take(waiter: Waiter, queueId: string | undefined, options: SlotOptions = {}): PollSlot {
    const slot = new HeldSlot(this, waiter, queueId, options)
    this.enter(slot)
    return slot
  }

  /**
   * Gives a slot to a holder that hears of its fate by itself; {@link exit} gives it back.
   *
   * @throws TooManyPollsError when the user has too many, WorkerFullError when the worker has
   */
  enter(holder: SlotHolder): void {
    const { waiter, slotQueueId } = holder
    // Queue ids come from outside: nobody may take a slot over by naming somebody else's.
    const older =
      slotQueueId !== undefined &&
      this.byUser.get(waiter.id)?.find((each) => each.slotQueueId === slotQueueId)
    if (older) {
      this.exit(older)
      older.onTakenOver()
    }
    const ofUser = this.holdersOf(waiter.id)
    this.refuseIfFull(ofUser.length)
    this.count += 1
    ofUser.push(holder)
    // It may have died while the call was authenticated. From now on `forget` would tell.
    if (!this.options.isCurrent(waiter)) void this.check([holder])
  }

  /** Takes a slot back; for one that was taken back before it does nothing. */
  exit(holder: SlotHolder): void {
    const ofUser = this.byUser.get(holder.waiter.id)
    const place = ofUser?.indexOf(holder) ?? -1
    if (place === -1) return
    ofUser?.splice(place, 1)
    this.count -= 1
  }

  /** @throws WorkerFullError when nobody could wait here for the events of a new queue */
  refuseIfWorkerFull(): void {
    if (this.count < this.options.maxInAll) return
    this.options.onRefused?.('worker')
    throw new WorkerFullError()
  }

  /** Ends what waits with a key or session that is dead, after accounts were changed. */
  forget({ userIds, revokesKeys, endedSessions }: CredentialChange): void {
    // Keys and sessions are of accounts: when a realm changes they stay.
    const holders = (userIds ?? []).flatMap((userId) => this.byUser.get(userId) ?? [])
    const isDead = ({ waiter: { session } }: SlotHolder): boolean =>
      session ? endedSessions?.includes(session.id) === true : revokesKeys === true
    for (const holder of holders.filter(isDead)) holder.onRevoked()
    void this.check(holders.filter((holder) => !isDead(holder)))
  }

  forgetAll(): void {
    void this.check([...this.byUser.values()].flat())
  }

  private async check(holders: readonly SlotHolder[]): Promise<void> {
    await Promise.all(
      holders.map(async (holder) => {
        // Whoever cannot be asked about is sent away, and checked when they come back.
        const account = await this.options.findAgain(holder.waiter).catch(() => 'unknown')
        if (account === undefined) holder.onRevoked()
        else if (account === 'unknown') holder.onSentAway()
      }),
    )
  }

  private holdersOf(userId: number): SlotHolder[] {
    const known = this.byUser.get(userId)
    if (known) return known
    if (this.byUser.size >= 2 * this.count + usersWithoutSlots) this.forgetIdleUsers()
    const holders: SlotHolder[] = []
    this.byUser.set(userId, holders)
    return holders
  }

  private forgetIdleUsers(): void {
    for (const [userId, { length }] of this.byUser) if (length === 0) this.byUser.delete(userId)
  }

  private refuseIfFull(ofUser: number): void {
    this.refuseIfWorkerFull()
    if (ofUser < this.options.maxPerUser) return
    this.options.onRefused?.('user')
    throw new TooManyPollsError()
  }
}

class HeldSlot implements PollSlot, SlotHolder {
  isRevoked = false
  private mustLeave = false
  /** What to call when it aborts; a poll listens while it is parked. */
  private listener: (() => void) | undefined

  constructor(
    private readonly slots: PollSlots,
    readonly waiter: Waiter,
    readonly slotQueueId: string | undefined,
    private readonly options: SlotOptions,
  ) {}

  get aborted(): boolean {
    return this.mustLeave || this.options.signal?.aborted === true
  }

  addEventListener(type: 'abort', listener: () => void): void {
    this.listener = listener
    this.options.signal?.addEventListener(type, listener, { once: true })
  }

  removeEventListener(type: 'abort', listener: () => void): void {
    this.listener = undefined
    this.options.signal?.removeEventListener(type, listener)
  }

  release(): void {
    this.slots.exit(this)
  }

  onTakenOver(): void {
    if (this.options.endsWhenTakenOver) this.onSentAway()
  }

  onRevoked(): void {
    this.isRevoked = true
    this.onSentAway()
  }

  onSentAway(): void {
    this.mustLeave = true
    this.listener?.()
  }
}
