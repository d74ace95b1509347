/** The one source of the current time, so that tests can move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** Whole seconds since the Unix epoch, the unit of every timestamp on the wire. */
export function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
