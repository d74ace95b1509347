/*
 * Times at which a message is sent or a reminder comes, in the reader's time zone. All times are Unix time in seconds;
 * a time zone of undefined is the device's.
 */

/** A date and a time of day, as a clock on a wall shows them. */
export interface WallTime {
  year: number
  /** 1 to 12. */
  month: number
  day: number
  hour: number
  minute: number
}

type LaterKind = 'soon' | 'hour' | 'evening' | 'tomorrow' | 'monday'

/** A time that a menu offers. */
export interface LaterChoice {
  kind: LaterKind
  at: number
}

const minute = 60
const morning = { hour: 9, minute: 0 }
const evening = { hour: 18, minute: 0 }

/** Times for sending a message. */
export function sendingChoices(now: number, zone: string | undefined): LaterChoice[] {
  const today = wallTimeAt(now, zone)
  return [
    { kind: 'hour', at: inMinutes(now, 60) },
    ...(today.hour < evening.hour
      ? [{ kind: 'evening', at: secondsAt({ ...today, ...evening }, zone) } as const]
      : []),
    ...morningChoices(today, zone),
  ]
}

/** Times for a reminder. */
export function reminderChoices(now: number, zone: string | undefined): LaterChoice[] {
  return [
    { kind: 'soon', at: inMinutes(now, 20) },
    { kind: 'hour', at: inMinutes(now, 60) },
    ...morningChoices(wallTimeAt(now, zone), zone),
  ]
}

/** Tomorrow and next Monday; only tomorrow if both are the same day. */
function morningChoices(today: WallTime, zone: string | undefined): LaterChoice[] {
  const daysToMonday = 7 - ((weekdayOf(today) + 6) % 7)
  const inDays = (days: number) => secondsAt({ ...today, day: today.day + days, ...morning }, zone)
  return [
    { kind: 'tomorrow', at: inDays(1) },
    ...(daysToMonday > 1 ? [{ kind: 'monday', at: inDays(daysToMonday) } as const] : []),
  ]
}

/** Rounded up to the minute, so that the time is the one that its text names. */
function inMinutes(now: number, minutes: number): number {
  return Math.ceil((now + minutes * minute) / minute) * minute
}

/** 0 for Sunday. */
export function weekdayOf(time: WallTime): number {
  return new Date(asIfUtc(time) * 1000).getUTCDay()
}

export function wallTimeAt(seconds: number, zone: string | undefined): WallTime {
  const parts = formatOf(zone).formatToParts(seconds * 1000)
  const value = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value)
  return {
    year: value('year'),
    month: value('month'),
    day: value('day'),
    hour: value('hour'),
    minute: value('minute'),
  }
}

/**
 * The moment at which the clocks of a zone show a time: the first one if the time comes twice in a night. A time that
 * clocks skip becomes later by the skipped span. Days beyond the end of a month belong to the next month.
 */
export function secondsAt(time: WallTime, zone: string | undefined): number {
  const guess = asIfUtc(time)
  const day = 86_400
  const [before, after] = [guess - day, guess + day].map((near) => guess - offsetAt(near, zone))
  const shows = (moment: number) => asIfUtc(wallTimeAt(moment, zone)) === guess
  return !shows(before!) && shows(after!) ? after! : before!
}

/** Offset of a zone from UTC, in seconds. */
function offsetAt(seconds: number, zone: string | undefined): number {
  return asIfUtc(wallTimeAt(seconds, zone)) - Math.floor(seconds / minute) * minute
}

function asIfUtc({ year, month, day, hour, minute: minutes }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minutes) / 1000
}

/** The value of a field of the type `datetime-local`: `2026-11-27T09:00`. */
export function fieldValueOf(seconds: number, zone: string | undefined): string {
  return new Date(asIfUtc(wallTimeAt(seconds, zone)) * 1000).toISOString().slice(0, 16)
}

/** Reads a value of a field of the type `datetime-local`; undefined if it names no time. */
export function readFieldValue(value: string, zone: string | undefined): number | undefined {
  const found = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/.exec(value)
  if (!found) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minutes = 0] = found.slice(1).map(Number)
  return secondsAt({ year, month, day, hour, minute: minutes }, zone)
}

const formats = new Map<string | undefined, Intl.DateTimeFormat>()

function formatOf(zone: string | undefined): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    const [numeric, twoDigits] = ['numeric', '2-digit'] as const
    format = new Intl.DateTimeFormat('en', {
      ...{ timeZone: zone, hourCycle: 'h23', year: numeric, month: twoDigits, day: twoDigits },
      ...{ hour: twoDigits, minute: twoDigits },
    })
    formats.set(zone, format)
  }
  return format
}
