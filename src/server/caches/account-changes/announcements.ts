import type { AccountChange } from '../../data/engine/transaction-effects'

/** Immediate notification between workers that accounts have changed. */
export interface Announcements {
  /**
   * Makes other workers' announcements wait for this worker, for slightly longer than a lease.
   * @throws RedisAwayError while announcements cannot reach this worker
   */
  signIn(): Promise<void>

  /**
   * Notifies all workers, and returns once they have dropped the accounts from their caches: by a
   * reply, or, without one, because their leases have expired. Never fails, and never takes longer
   * than a lease and a margin.
   */
  announce(changes: readonly AccountChange[]): Promise<void>

  /** Signs out, so that other workers no longer wait for this one. */
  close(): Promise<void>
}

/** Announcements of a single worker: nothing to do. */
export const noAnnouncements: Announcements = {
  signIn: async () => {},
  announce: async () => {},
  close: async () => {},
}
