/** Largest number of seconds that is a date. */
const maxDateSeconds = 8_640_000_000_000

/** `2026-03-01 02:09 UTC`; empty for what is no point in time. */
export function utcMinute(unixSeconds: number): string {
  if (!(unixSeconds > 0 && unixSeconds <= maxDateSeconds)) return ''
  const [date = '', time = ''] = new Date(unixSeconds * 1000).toISOString().split('T')
  return `${date} ${time.slice(0, 5)} UTC`
}

/** A time in ISO format, to the minute; year 1 stands for never with programs written in Go. */
export function utcMinuteOfIso(time: string | null | undefined): string {
  return utcMinute(Date.parse(time ?? '') / 1000)
}
