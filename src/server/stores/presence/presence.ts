import { pingIntervalSeconds } from '../../wire/presence'
import type { PresenceStatus } from '../../../shared/presence'
import type { PresenceTimes } from '../../wire/presence'

/** The times when a user was last active and connected, as the store recorded them. */
export interface Presence extends PresenceTimes {
  /** Increases with every presence recorded in the realm. */
  updateId: number
}

/** A client's report that it is running, and whether its user is active. */
export interface SignOfLife {
  userId: number
  email: string
  status: PresenceStatus
  /** Unix time in seconds. */
  at: number
}

/**
 * Time without a report after which a user counts as offline.
 * Source: docs/protocol/presence.md#offline.
 */
export const offlineThresholdSeconds = 140

/**
 * Min age of the last report before another one without news is recorded: several clients of a user
 * then count as one, and a user never seems offline in between.
 */
export const noteAfterSeconds = pingIntervalSeconds - 10

/**
 * Retention of presences; no client requests older ones.
 * Source: docs/protocol/register.md#presences.
 */
export const retentionSeconds = 14 * 86_400

/** Presences newer than an update id, in no particular order. */
export interface NewerPresences {
  presences: readonly Presence[]
  /** Update id for the next request; -1 if there are no presences. */
  lastUpdateId: number
}

/** A recorded presence, or, without times, the removal of an account's presence. */
export type PresenceChange = Presence | Pick<Presence, 'userId' | 'updateId'>

/**
 * A worker's copy of a realm's presences: all that were recorded before its request, and possibly
 * later ones.
 */
export interface KnownPresences {
  /** Number of people. */
  readonly size: number
  readonly lastUpdateId: number

  find(userId: number): Presence | undefined

  /**
   * Presences with a higher update id, -1 for all. Returns all for an id above the latest, which
   * comes from an earlier store that was lost.
   */
  listSince(updateId: number): NewerPresences

  /**
   * The members of the JSON object of all presences, each preceded by a comma, in cached pieces of
   * UTF-8: the cost depends on the changes since the last call.
   * @param isSlim keyed by user id; otherwise by email
   * @param after Unix time in seconds: only people connected after it
   */
  membersOfAll(isSlim: boolean, after: number): readonly Buffer[]
}

export interface NotedSign {
  presence: Presence
  /** Whether the status changed or the user was offline, so that other users must be told. */
  isNews: boolean
  /** The realm, including this presence and all recorded before it. */
  realm: KnownPresences
}

/**
 * Store of presences: momentary facts, which may be lost with the store and return with the next
 * report. Every method may be called on any worker. Presences are shared by callers and immutable.
 */
export interface PresenceStore {
  /**
   * Records a report. Only the first of several equal ones, on any workers, is news.
   * @throws RedisAwayError if the store does not answer
   */
  note(realmId: number, sign: SignOfLife): Promise<NotedSign>

  /**
   * Presences with a higher update id, -1 for all; without those older than two weeks.
   * @throws RedisAwayError
   */
  list(realmId: number, sinceUpdateId: number): Promise<NewerPresences>

  /** @throws RedisAwayError */
  read(realmId: number): Promise<KnownPresences>

  /** @throws RedisAwayError */
  find(realmId: number, userId: number): Promise<Presence | undefined>

  /**
   * Removes the presences of accounts that lost access, until their next report.
   * @throws RedisAwayError
   */
  forget(realmId: number, userIds: readonly number[]): Promise<void>

  close(): Promise<void>
}

/**
 * Whether a person was active within the time after which clients show them as offline.
 * Source: docs/protocol/notifications.md#present.
 */
export function isPresent(
  presences: KnownPresences | undefined,
  userId: number,
  now: Date,
): boolean {
  const activeAt = presences?.find(userId)?.activeAt ?? 0
  return activeAt + offlineThresholdSeconds >= now.getTime() / 1_000
}
