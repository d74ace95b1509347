import { pingIntervalSeconds } from '../wire/presence'
import type { PresenceStatus, PresenceTimes } from '../wire/presence'

/** The times when somebody was there last, as the store noted them. */
export interface Presence extends PresenceTimes {
  /** Number that rises with every presence noted in the realm. */
  updateId: number
}

/** A sign that a client runs, which also says whether its user does something. */
export interface SignOfLife {
  userId: number
  email: string
  status: PresenceStatus
  /** Unix time in seconds. */
  at: number
}

/**
 * Time without a sign of life after which somebody is away.
 * Source: docs/protocol/presence.md#offline.
 */
export const offlineThresholdSeconds = 140

/**
 * Age of the last sign of life at which one that says nothing new is noted: several clients of
 * one user count as one, and nobody seems away between two notes.
 */
export const noteAfterSeconds = pingIntervalSeconds - 10

/**
 * How long presences are kept: nobody asks for older ones.
 * Source: docs/protocol/register.md#presences.
 */
export const retentionSeconds = 14 * 86_400

/** Presences that somebody does not know yet, in no particular order. */
export interface NewerPresences {
  presences: readonly Presence[]
  /** Update id to ask with the next time; -1 when nobody was there lately. */
  lastUpdateId: number
}

/** A presence that was noted, or, without times, an account that was forgotten. */
export type PresenceChange = Presence | Pick<Presence, 'userId' | 'updateId'>

/** What a worker knows of a realm: all that was noted before it asked, and perhaps what came since. */
export interface KnownPresences {
  /** How many people there are. */
  readonly size: number
  readonly lastUpdateId: number

  /**
   * Presences with a higher update id, -1 for all. An id that was never given is that of a client of a
   * store that is no more: it gets all.
   */
  listSince(updateId: number): NewerPresences

  /**
   * The members of the JSON object of all presences, each behind a comma, in pieces of UTF-8 that are
   * kept from call to call: of many people, at the price of those who were noted since.
   *
   * @param isSlim by user id; otherwise by email
   * @param after Unix time in seconds: only of people who were there after it
   */
  membersOfAll(isSlim: boolean, after: number): readonly Buffer[]
}

export interface NotedSign {
  presence: Presence
  /** Whether the status is another one than before, or somebody was away: others are to be told. */
  isNews: boolean
  /** The realm with this presence and all that were noted before it. */
  realm: KnownPresences
}

/**
 * The store of who is there: facts of the moment, which may be lost with the store and come again
 * with the next sign of life. Every method may be called on any worker. Presences are shared by
 * callers and never change.
 */
export interface PresenceStore {
  /**
   * Notes a sign of life. Of several that say the same, on whichever workers, the first is news.
   * @throws RedisAwayError when the store does not answer
   */
  note(realmId: number, sign: SignOfLife): Promise<NotedSign>

  /**
   * Presences with a higher update id, -1 for all; without those of two weeks ago.
   * @throws RedisAwayError
   */
  list(realmId: number, sinceUpdateId: number): Promise<NewerPresences>

  /** @throws RedisAwayError */
  read(realmId: number): Promise<KnownPresences>

  /** @throws RedisAwayError */
  find(realmId: number, userId: number): Promise<Presence | undefined>

  /**
   * Forgets accounts that lost access, until they give a sign of life.
   * @throws RedisAwayError
   */
  forget(realmId: number, userIds: readonly number[]): Promise<void>

  close(): Promise<void>
}
