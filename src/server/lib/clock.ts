/** The only source of the current time, so that tests can change it. */
export interface Clock {
  now(): Date
}

/** Anything with the time of a reading or a check: a transaction, or the database by `dated()`. */
export interface Dated {
  readonly now: Date
}

export const systemClock: Clock = { now: () => new Date() }
