/** Milliseconds of a clock that never jumps and keeps running while the process is suspended. */
export type MonotonicClock = () => number

export const monotonicClock: MonotonicClock = () => performance.now()

/** Time for which a worker may use cached accounts without having asked for changes. */
export const leaseMs = 900

/**
 * The right to use cached accounts. Each answered query for changes renews it: changes committed
 * before the query began are then known.
 */
export interface Lease {
  /** Reads the clock, since the process may just have been suspended. */
  isValid(): boolean
  /** Milliseconds since the start of the last answered query. */
  msSinceAsked(): number
  /** @param askedAt start of the query, not the time of its answer */
  renew(askedAt: number): void
}

/** The lease of a worker that makes every change itself and so knows each. */
export const endlessLease: Lease = {
  isValid: () => true,
  msSinceAsked: () => 0,
  renew: () => {},
}

/** The lease of a worker that queries for changes. */
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
