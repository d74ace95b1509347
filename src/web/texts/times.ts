import { dateFormat } from './time-form'

/* Formats times in the reader's language and zone. */

interface Formats {
  of12Hours: () => Intl.DateTimeFormat
  of24Hours: () => Intl.DateTimeFormat
}

function formats(options: Intl.DateTimeFormatOptions): Formats {
  return {
    of12Hours: dateFormat({ ...options, hourCycle: 'h12' }),
    of24Hours: dateFormat({ ...options, hourCycle: 'h23' }),
  }
}

const clock = formats({ hour: 'numeric', minute: '2-digit' })
const fullDate = formats({ dateStyle: 'full', timeStyle: 'short' })
const shortDate = formats({ dateStyle: 'medium', timeStyle: 'short' })

/** @param is24Hour the reader's `user_settings.twenty_four_hour_time` */
function format({ of12Hours, of24Hours }: Formats, seconds: number, is24Hour: boolean): string {
  return (is24Hour ? of24Hours : of12Hours)().format(seconds * 1000)
}

/** `14:05` */
export function timeOfDay(seconds: number, is24Hour: boolean): string {
  return format(clock, seconds, is24Hour)
}

/** `Sunday, November 22, 2026 at 14:05` */
export function fullTime(seconds: number, is24Hour: boolean): string {
  return format(fullDate, seconds, is24Hour)
}

/** `Nov 22, 2026, 14:05` */
export function shortTime(seconds: number, is24Hour: boolean): string {
  return format(shortDate, seconds, is24Hour)
}

/**
 * The current time of day in a time zone.
 *
 * @returns undefined if the zone is empty or unknown
 */
export function timeInZone(zone: string, is24Hour: boolean): string | undefined {
  if (zone === '') return undefined
  try {
    const options = { timeZone: zone, hour: 'numeric', minute: '2-digit' } as const
    const { of12Hours, of24Hours } = formats(options)
    return (is24Hour ? of24Hours : of12Hours)().format(Date.now())
  } catch {
    return undefined
  }
}
