/**
 * A moment as a mail tells of it: in the language and the time zone of who reads it.
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
    // A zone or language that this version of Node does not know.
    return `${moment.toISOString().slice(0, 16).replace('T', ' ')} (UTC)`
  }
}
