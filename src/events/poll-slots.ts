import { TooManyPollsError, WorkerFullError } from './errors'
import type { HangUpSignal } from './queues'

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
  private readonly byQueue = new Map<string, HeldSlot>()
  private readonly byUser = new Map<number, Set<HeldSlot>>()
  private count = 0

  constructor(private readonly options: PollSlotsOptions) {}

  /**
   * @param queueId undefined for a queue that is yet to be registered, which nobody else polls
   * @throws TooManyPollsError when the user has too many, WorkerFullError when the worker has
   */
  take(waiter: Waiter, queueId: string | undefined, options: SlotOptions = {}): PollSlot {
    // Queue ids come from outside: nobody may take a slot over by naming somebody else's.
    const name = queueId === undefined ? undefined : `${waiter.id} ${queueId}`
    const older = name === undefined ? undefined : this.byQueue.get(name)
    older?.release()
    older?.onTakenOver()

    this.refuseIfFull(waiter.id)
    const slot = new HeldSlot(this, waiter, name, options)
    this.count += 1
    this.slotsOf(waiter.id).add(slot)
    if (name !== undefined) this.byQueue.set(name, slot)
    // It may have died while the call was authenticated. From now on `forget` would tell.
    if (!this.options.isCurrent(waiter)) void this.check([slot])
    return slot
  }

  /** Takes a slot back; each calls it once. */
  giveBack(slot: HeldSlot): void {
    const { waiter, name } = slot
    this.count -= 1
    const ofUser = this.byUser.get(waiter.id)
    ofUser?.delete(slot)
    if (ofUser?.size === 0) this.byUser.delete(waiter.id)
    if (name !== undefined) this.byQueue.delete(name)
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
    const slots = (userIds ?? []).flatMap((userId) => [...(this.byUser.get(userId) ?? [])])
    const isDead = ({ waiter: { session } }: HeldSlot): boolean =>
      session ? endedSessions?.includes(session.id) === true : revokesKeys === true
    for (const slot of slots.filter(isDead)) slot.revoke()
    void this.check(slots.filter((slot) => !isDead(slot)))
  }

  forgetAll(): void {
    void this.check([...this.byUser.values()].flatMap((slots) => [...slots]))
  }

  private async check(slots: readonly HeldSlot[]): Promise<void> {
    await Promise.all(
      slots.map(async (slot) => {
        // Whoever cannot be asked about is sent away, and checked when they come back.
        const account = await this.options.findAgain(slot.waiter).catch(() => 'unknown')
        if (account === undefined) slot.revoke()
        else if (account === 'unknown') slot.leave()
      }),
    )
  }

  private refuseIfFull(userId: number): void {
    this.refuseIfWorkerFull()
    if ((this.byUser.get(userId)?.size ?? 0) < this.options.maxPerUser) return
    this.options.onRefused?.('user')
    throw new TooManyPollsError()
  }

  private slotsOf(userId: number): Set<HeldSlot> {
    let slots = this.byUser.get(userId)
    if (!slots) this.byUser.set(userId, (slots = new Set()))
    return slots
  }
}

class HeldSlot implements PollSlot {
  isRevoked = false
  private isHeld = true
  private mustLeave = false
  /** What to call when it aborts; a poll listens while it is parked. */
  private listener: (() => void) | undefined

  constructor(
    private readonly slots: PollSlots,
    readonly waiter: Waiter,
    /** Name that the slot is found by; undefined when nobody looks for it. */
    readonly name: string | undefined,
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
    if (!this.isHeld) return
    this.isHeld = false
    this.slots.giveBack(this)
  }

  onTakenOver(): void {
    if (this.options.endsWhenTakenOver) this.leave()
  }

  revoke(): void {
    this.isRevoked = true
    this.leave()
  }

  /** Has whoever holds it answer without waiting any longer. */
  leave(): void {
    this.mustLeave = true
    this.listener?.()
  }
}
