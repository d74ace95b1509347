/*
 * The times at which a person is not to be disturbed by notifications.
 * Source: docs/protocol/notifications.md#do-not-disturb.
 */

/** A period of the day in the person's time zone; one that ends before it begins passes midnight. */
export interface QuietPeriod {
  /** Days of the week on which it begins: 1 is Monday, 7 Sunday. */
  readonly days: readonly number[]
  /** `22:00` */
  readonly from: string
  readonly to: string
}

export interface DoNotDisturb {
  /** Unix time in seconds; 0: none. */
  dnd_until: number
  dnd_schedule: readonly QuietPeriod[]
  /** '' is UTC. */
  timezone: string
}

const minuteMs = 60_000
const dayMinutes = 1_440
/** Periods that follow each other without a gap. */
const mostChained = 20

/** End of the quiet time that a moment is in; undefined if there is none. */
export function quietUntil(settings: DoNotDisturb, now: Date): Date | undefined {
  let end = now
  for (let count = 0; count < mostChained; count += 1) {
    const next = endAt(settings, end)
    if (next.getTime() <= end.getTime()) break
    end = next
  }
  return end.getTime() > now.getTime() ? end : undefined
}

function endAt({ dnd_until, dnd_schedule, timezone }: DoNotDisturb, now: Date): Date {
  const ends = dnd_schedule.map((period) => endOfPeriod(period, timezone, now))
  return new Date(Math.max(now.getTime(), dnd_until * 1_000, ...ends))
}

/** End of a period that a moment is in, in milliseconds; 0: it is not. */
function endOfPeriod({ days, from, to }: QuietPeriod, timezone: string, now: Date): number {
  const local = now.getTime() + offsetAt(now.getTime(), timezone)
  const day = Math.floor(local / (dayMinutes * minuteMs))
  const minute = Math.floor(local / minuteMs) - day * dayMinutes
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  const passesMidnight = end <= begin
  const beganToday =
    minute >= begin && (passesMidnight || minute < end) && days.includes(weekday(day))
  const beganYesterday = passesMidnight && minute < end && days.includes(weekday(day - 1))
  if (!beganToday && !beganYesterday) return 0
  const endDay = beganToday && passesMidnight ? day + 1 : day
  return momentOf((endDay * dayMinutes + end) * minuteMs, timezone)
}

/** The day 0 of Unix time was a Thursday. */
function weekday(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** The moment at which clocks of a zone show a time. A time that a change of clocks skips is the moment of the change. */
export function momentOf(shown: number, timezone: string): number {
  const guess = shown - offsetAt(shown, timezone)
  return shown - offsetAt(guess, timezone)
}

/** Offset of a zone from UTC, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = formatterOf(timeZone).formatToParts(moment)
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const shown = Date.UTC(
    ...([value('year'), value('month') - 1, value('day'), value('hour')] as const),
    value('minute'),
  )
  return shown - Math.floor(moment / minuteMs) * minuteMs
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timezone: string): Intl.DateTimeFormat {
  const known = formatters.get(timezone)
  if (known) return known
  const made = makeFormatter(timezone || 'UTC') ?? makeFormatter('UTC')
  if (!made) throw new Error('Time zones are missing.')
  formatters.set(timezone, made)
  return made
}

/** Undefined for a zone that this machine does not know: an account may come from elsewhere. */
function makeFormatter(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric' },
      ...{ day: 'numeric', hour: 'numeric', minute: 'numeric' },
    })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
