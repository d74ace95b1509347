/** A day, or an instant of it; without a zone it is in UTC. */
const written = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/i

/**
 * The instant that a text in ISO 8601 names; a day names its midnight in UTC. Undefined for other texts, for days that no
 * calendar has, and for years outside of 1 to 9999.
 * Source: docs/protocol/history.md#dates.
 */
export function instantOf(text: string): Date | undefined {
  const [, day, time, , , zone] = written.exec(text) ?? []
  if (day === undefined || !isInCalendar(day)) return undefined
  const instant = new Date(time !== undefined && zone === undefined ? `${text}Z` : text)
  const year = instant.getUTCFullYear()
  return year >= 1 && year <= 9999 ? instant : undefined
}

/** JavaScript takes February 30 for March 2. */
function isInCalendar(day: string): boolean {
  const midnight = new Date(day)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
}
