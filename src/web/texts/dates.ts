import { dateFormat } from './time-form'

const long = dateFormat({ dateStyle: 'long' })
const longInUtc = dateFormat({ dateStyle: 'long', timeZone: 'UTC' })

/** `October 6, 2026`, in the reader's time zone. @param time ISO 8601, or milliseconds since 1970 */
export function dayOf(time: string | number): string {
  return long().format(new Date(time))
}

/** `October 6, 2026` of a calendar day such as `2026-10-06`; the text itself if it is none. */
export function dayOfField(day: string): string {
  const time = new Date(`${day}T00:00:00Z`)
  return Number.isNaN(time.getTime()) ? day : longInUtc().format(time)
}
