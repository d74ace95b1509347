/** Milliseconds on a clock that never jumps and runs on while the process is stopped. */
export type MonotonicClock = () => number

export const monotonicClock: MonotonicClock = () => performance.now()

/** How long a worker may use the accounts it knows without having asked what has changed. */
export const leaseMs = 900

/**
 * The right to use what a worker remembers. It begins anew with every question about changes that
 * is answered: what was changed before the question was asked is known then.
 */
export interface Lease {
  /** Looks at the clock: the process may have been stopped a moment ago. */
  isValid(): boolean
  /** Since the question was asked that was answered last. */
  msSinceAsked(): number
  /** @param askedAt when the question was asked, not when its answer came */
  renew(askedAt: number): void
}

/** For a worker that makes every change itself, and so knows of each. */
export const endlessLease: Lease = {
  isValid: () => true,
  msSinceAsked: () => 0,
  renew: () => {},
}

/** For a worker that must ask. */
export class RenewedLease implements Lease {
  private askedAt = Number.NEGATIVE_INFINITY

  constructor(private readonly now: MonotonicClock) {}

  isValid(): boolean {
    return this.msSinceAsked() < leaseMs
  }

  msSinceAsked(): number {
    return this.now() - this.askedAt
  }

  renew(askedAt: number): void {
    this.askedAt = askedAt
  }
}
