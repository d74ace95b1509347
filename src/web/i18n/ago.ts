import { dateFormat, dayNumber, timeForm, yearOf } from './time-form'
import { timeOfDay } from './times'

/*
 * Times beside names in lists, as short as they can be told apart: today's by the clock, those of this year
 * by the day, older ones by the year as well.
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
