import * as t from './catalog'
import { dateFormat, dayNumber, yearOf } from './time-form'

const thisYear = dateFormat({ weekday: 'long', month: 'long', day: 'numeric' })
const otherYears = dateFormat({ dateStyle: 'full' })

/** `Today`, `Yesterday`, `Tuesday, October 6`, or with the year. @param seconds an instant of the day */
export function dayName(seconds: number, now = new Date()): string {
  return nameDay(seconds, now, thisYear, otherYears)
}

type Format = () => Intl.DateTimeFormat

/** The name of a day, by the format of its year unless it is today or yesterday. */
export function nameDay(
  seconds: number,
  now: Date,
  ofThisYear: Format,
  ofOtherYears: Format,
): string {
  const [day, today] = [dayNumber(seconds), dayNumber(now.getTime() / 1000)]
  if (day === today) return t.feed.today
  if (day === today - 1) return t.feed.yesterday
  return (yearOf(day) === yearOf(today) ? ofThisYear : ofOtherYears)().format(seconds * 1000)
}
