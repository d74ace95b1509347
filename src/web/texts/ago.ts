import { dateFormat, dayNumber, timeForm, yearOf } from './time-form'
import { timeOfDay } from './times'

/*
 * Short times for lists: the time of day for today, the day for this year, the day and year before that.
 */

const shortDate = dateFormat({ month: 'short', day: 'numeric' })
const dateAndYear = dateFormat({ dateStyle: 'medium' })
const relative = () => new Intl.RelativeTimeFormat(timeForm.value.language, { numeric: 'auto' })

/**
 * `14:05`, `yesterday`, `Nov 3` or `Nov 3, 2024`.
 *
 * @param seconds Unix time
 */
export function shortDay(seconds: number, is24Hour: boolean, now = new Date()): string {
  const [day, today] = [dayNumber(seconds), dayNumber(now.getTime() / 1000)]
  if (day === today) return timeOfDay(seconds, is24Hour)
  if (day === today - 1) return relative().format(-1, 'day')
  return (yearOf(day) === yearOf(today) ? shortDate : dateAndYear)().format(seconds * 1000)
}
