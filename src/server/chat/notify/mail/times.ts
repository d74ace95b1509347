import type { UserSettings } from '../../rules/settings/user-settings'

/** The settings of an account that decide how times are written. */
export type ClockSettings = Pick<
  UserSettings,
  'default_language' | 'timezone' | 'twenty_four_hour_time'
>

/** A time as text for a mail to an account: in its language and time zone, and by its clock. */
export function formatTimeFor(
  { default_language: locale, timezone, twenty_four_hour_time: is24Hour }: ClockSettings,
  moment: Date,
): string {
  return format(moment, locale, timezone || 'UTC', { hourCycle: is24Hour ? 'h23' : 'h12' })
}

/** A time as text for a mail to an address without an account: in UTC, by the clock of the language. */
export function formatTime(moment: Date, locale: string): string {
  return format(moment, locale, 'UTC', {})
}

function format(
  moment: Date,
  locale: string,
  timeZone: string,
  clock: Intl.DateTimeFormatOptions,
): string {
  const form = { dateStyle: 'long', timeStyle: 'short', timeZone, ...clock } as const
  try {
    return `${new Intl.DateTimeFormat(locale, form).format(moment)} (${timeZone})`
  } catch {
    // Node does not know this time zone or language.
    return `${moment.toISOString().slice(0, 16).replace('T', ' ')} (UTC)`
  }
}
