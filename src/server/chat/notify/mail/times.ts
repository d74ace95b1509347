/**
 * A time as text for a mail, in the recipient's language and time zone.
 * @param timezone name of the zone; '' is UTC
 */
export function tellTime(moment: Date, locale: string, timezone: string): string {
  const format = (timeZone: string): string =>
    new Intl.DateTimeFormat(locale, {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone,
    }).format(moment) + ` (${timeZone})`
  try {
    return format(timezone === '' ? 'UTC' : timezone)
  } catch {
    // Node does not know this time zone or language.
    return `${moment.toISOString().slice(0, 16).replace('T', ' ')} (UTC)`
  }
}
