import { pingIntervalSeconds } from '../wire/presence'
import type { PresenceStatus } from '../wire/presence'

/** When somebody was there last. Times are Unix times in seconds. */
export interface Presence {
  userId: number
  email: string
  /** When a client saw them do something; 0 = never. */
  activeAt: number
  /** When a client of theirs said that it runs. */
  connectedAt: number
  /** Rises with every presence of the realm that is noted. */
  updateId: number
}

/** A client tells that it runs, and whether its user does something. */
export interface SignOfLife {
  userId: number
  email: string
  status: PresenceStatus
  /** Unix time in seconds. */
  at: number
}

/** Whoever gave no sign of life for longer is away. Source: client notes 6.4. */
export const offlineThresholdSeconds = 140

/**
 * A sign of life that says nothing new is noted when the last one is this old: several clients of
 * one user count as one, and nobody seems away between two notes.
 */
export const noteAfterSeconds = pingIntervalSeconds - 10

/** Longer ago than anybody asks for. Source: protocol notes 4.3. */
export const retentionSeconds = 14 * 86_400
