import { TooManyPollsError, WorkerFullError } from './errors'
import type { HangUpSignal } from './queues'

/**
 * Number of users without a slot whose empty lists are kept, in addition to one per occupied slot.
 */
const usersWithoutSlots = 1_000

/** The account that wants to wait, and its credential. */
export interface Waiter {
  readonly id: number
  readonly api_key: string
  /** Absent: authenticated by a key. */
  readonly session?: { readonly id: number; readonly tokenHash: string }
  /** Present: authenticated by this named key. */
  readonly namedKey?: { readonly id: number; readonly keyHash: string }
}

export interface PollSlotsOptions {
  /** Max slots of one user. */
  maxPerUser: number
  /** Max slots of all users together. */
  maxInAll: number
  /**
   * Whether an account is known to be unchanged since it authenticated the call. Answers from
   * memory.
   */
  isCurrent: (waiter: Waiter) => boolean
  /**
   * Reads the current account of the same key or session; undefined if the credential is no longer
   * valid.
   */
  findAgain: (waiter: Waiter) => Promise<object | undefined>
  /** Called on each refusal with the limit that was hit: user or worker. */
  onRefused?: (full: 'user' | 'worker') => void
}

/** Holder of a slot, with callbacks for the end of its slot. */
export interface SlotHolder {
  readonly waiter: Waiter
  /**
   * The polled queue; undefined while the queue is not registered yet, so that no other poll can
   * exist.
   */
  readonly slotQueueId: string | undefined
  /** Called when a newer poll has taken the slot. */
  onTakenOver(): void
  /** Called when the key or session is no longer valid; the response must be that error. */
  onRevoked(): void
  /** Called when the holder must answer now, without waiting longer. */
  onSentAway(): void
}

/**
 * A slot for one poll or one event stream at this worker. As a signal it aborts when the client
 * hangs up, or when the holder must leave for another reason.
 */
export interface PollSlot extends HangUpSignal {
  /** Whether the key or session is no longer valid; the response must be that error. */
  readonly isRevoked: boolean
  /** Releases the slot; a second call does nothing. */
  release(): void
}

/** A change to accounts and their credentials. */
interface CredentialChange {
  userIds: readonly number[] | null
  revokesKeys?: true
  endedSessions?: readonly number[]
  revokedKeys?: readonly number[]
}

interface SlotOptions {
  /** Aborts when the client hangs up. */
  signal?: HangUpSignal | undefined
  /**
   * Whether the holder must leave when a newer poll takes the slot; a parked poll is answered by
   * its queue.
   */
  endsWhenTakenOver?: boolean
}

/**
 * Limits the polls and streams parked at this worker, and ends those whose key or session is no
 * longer valid. Each queue has one slot: a new poll of the queue takes the slot over, so a client
 * is never refused because of its own abandoned polls.
 */
export class PollSlots {
  /**
   * Lists of few holders per user. A user without a slot keeps an empty list for a while, since most return at once:
   * constantly adding and deleting Map entries costs much garbage collection (src/server/lib/slot-array.ts).
   */
  private readonly byUser = new Map<number, SlotHolder[]>()
  private count = 0

  constructor(private readonly options: PollSlotsOptions) {}

  /**
   * @param queueId undefined for a queue that is not registered yet, so that no other poll can
   *   exist
   * @throws TooManyPollsError if the user has too many slots, WorkerFullError if the worker has
   */
  take(waiter: Waiter, queueId: string | undefined, options: SlotOptions = {}): PollSlot {
    const slot = new HeldSlot(this, waiter, queueId, options)
    this.enter(slot)
    return slot
  }

  /**
   * Gives a slot to a holder; {@link exit} releases it.
   * @throws TooManyPollsError if the user has too many slots, WorkerFullError if the worker has
   */
  enter(holder: SlotHolder): void {
    const { waiter, slotQueueId } = holder
    // Queue ids are client input, so the search covers this user's slots only: naming another
    // user's queue takes no slot from them.
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
    // The credential may have been revoked during authentication. Later revocations reach `forget`.
    if (!this.options.isCurrent(waiter)) void this.check([holder])
  }

  /** Releases a slot; does nothing if it was released before. */
  exit(holder: SlotHolder): void {
    const ofUser = this.byUser.get(holder.waiter.id)
    const place = ofUser?.indexOf(holder) ?? -1
    if (place === -1) return
    ofUser?.splice(place, 1)
    this.count -= 1
  }

  /** @throws WorkerFullError if this worker has no slot for a new queue */
  refuseIfWorkerFull(): void {
    if (this.count < this.options.maxInAll) return
    this.options.onRefused?.('worker')
    throw new WorkerFullError()
  }

  /** Ends polls whose key or session was revoked, after accounts changed. */
  forget({ userIds, ...change }: CredentialChange): void {
    // A change of the whole realm (null) revokes no keys or sessions.
    const holders = (userIds ?? []).flatMap((userId) => this.byUser.get(userId) ?? [])
    const isDead = ({ waiter }: SlotHolder): boolean => hasLost(waiter, change)
    for (const holder of holders.filter(isDead)) holder.onRevoked()
    void this.check(holders.filter((holder) => !isDead(holder)))
  }

  forgetAll(): void {
    void this.check([...this.byUser.values()].flat())
  }

  private async check(holders: readonly SlotHolder[]): Promise<void> {
    await Promise.all(
      holders.map(async (holder) => {
        // If the check fails, the holder is sent away; its next poll authenticates again.
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

/** Whether a change is known to have ended the credential that opened a slot. */
function hasLost(
  { session, namedKey }: Waiter,
  { revokesKeys, endedSessions = [], revokedKeys = [] }: Omit<CredentialChange, 'userIds'>,
): boolean {
  if (session) return endedSessions.includes(session.id)
  return namedKey ? revokedKeys.includes(namedKey.id) : revokesKeys === true
}

class HeldSlot implements PollSlot, SlotHolder {
  isRevoked = false
  private mustLeave = false
  /** Called on abort; set while a poll is parked. */
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
