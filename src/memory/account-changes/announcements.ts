import type { AccountChange } from '../../db/engine/transaction-effects'

/** How workers tell each other at once that accounts have changed. */
export interface Announcements {
  /**
   * Has everybody who announces a change wait for this worker, for a little longer than a lease.
   * @throws RedisAwayError while nobody could tell it anything
   */
  signIn(): Promise<void>

  /**
   * Tells all workers, and returns once they have forgotten the accounts: those that answer at
   * once, the others because their leases have run out. Never fails, and never takes longer.
   */
  announce(changes: readonly AccountChange[]): Promise<void>

  /** Nobody needs to wait for this worker any more. */
  close(): Promise<void>
}

/** There is no other worker. */
export const noAnnouncements: Announcements = {
  signIn: async () => {},
  announce: async () => {},
  close: async () => {},
}
