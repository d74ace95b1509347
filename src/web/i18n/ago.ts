import { timeOfDay } from './times'

/*
 * Times beside names in lists, as short as they can be told apart: today's by the clock, those of this year
 * by the day, older ones by the year as well.
 */

const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
const dayAndYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

/**
 * `14:05`, `yesterday`, `Nov 3` or `Nov 3, 2024`.
 *
 * @param seconds Unix time
 */
export function shortDay(seconds: number, is24Hour: boolean, now = new Date()): string {
  const time = new Date(seconds * 1000)
  const daysAgo = Math.round((midnight(now) - midnight(time)) / 86_400_000)
  if (daysAgo === 0) return timeOfDay(seconds, is24Hour)
  if (daysAgo === 1) return relative.format(-1, 'day')
  return (time.getFullYear() === now.getFullYear() ? day : dayAndYear).format(time)
}

function midnight(time: Date): number {
  return new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime()
}
