import { nameDay } from './days'
import { dateFormat, dayNumber } from './time-form'

const thisYear = dateFormat({ weekday: 'short', month: 'short', day: 'numeric' })
const otherYears = dateFormat({ dateStyle: 'medium' })

/** `Today`, `Yesterday`, `Tue, Oct 6`, or `Oct 6, 2025`. @param seconds an instant of the day */
export function shortDayName(seconds: number, now = new Date()): string {
  return nameDay(seconds, now, thisYear, otherYears)
}

/** `2026-10-06`, in the reader's time zone. @param seconds an instant of the day */
export function isoDay(seconds: number): string {
  return new Date(dayNumber(seconds) * 86_400_000).toISOString().slice(0, 10)
}
