/** Whole seconds since the Unix epoch, the unit of every timestamp on the wire. */
export function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}

/** `2026-01-05T09:30:00+00:00` */
export function isoTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}+00:00`
}
