import { dateFormat } from './time-form'

/* Formats times to come in the reader's language and zone. */

const common = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
} as const

const formats = {
  of12Hours: dateFormat({ ...common, hourCycle: 'h12' }),
  of24Hours: dateFormat({ ...common, hourCycle: 'h23' }),
  of12HoursWithYear: dateFormat({ ...common, year: 'numeric', hourCycle: 'h12' }),
  of24HoursWithYear: dateFormat({ ...common, year: 'numeric', hourCycle: 'h23' }),
}

const halfYear = 183 * 86_400

/**
 * `Fri, Nov 27, 09:00`; with the year if the time is far away.
 *
 * @param seconds Unix time
 * @param is24Hour the reader's `user_settings.twenty_four_hour_time`
 */
export function laterTime(seconds: number, is24Hour: boolean): string {
  const isFar = Math.abs(seconds - Date.now() / 1000) > halfYear
  const format = is24Hour
    ? formats[isFar ? 'of24HoursWithYear' : 'of24Hours']
    : formats[isFar ? 'of12HoursWithYear' : 'of12Hours']
  return format().format(seconds * 1000)
}
