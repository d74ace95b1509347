/** Max Unix time in seconds that `Date` can represent. */
const maxDateSeconds = 8_640_000_000_000

/** `2026-03-01 02:09 UTC`; '' for an invalid or non-positive time. */
export function utcMinute(unixSeconds: number): string {
  if (!(unixSeconds > 0 && unixSeconds <= maxDateSeconds)) return ''
  const [date = '', time = ''] = new Date(unixSeconds * 1000).toISOString().split('T')
  return `${date} ${time.slice(0, 5)} UTC`
}

/** {@link utcMinute} of an ISO time; '' for year 1, which programs in Go use for "never". */
export function utcMinuteOfIso(time: string | null | undefined): string {
  return utcMinute(Date.parse(time ?? '') / 1000)
}
