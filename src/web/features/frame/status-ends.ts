import { secondsAt, wallTimeAt, weekdayOf } from '../../data/later/times'

/** Times at which a status ends. */
export const endKinds = ['never', 'halfHour', 'hour', 'today', 'week'] as const
export type EndKind = (typeof endKinds)[number]

const minutes = { halfHour: 30, hour: 60 } as const

/**
 * @param now Unix time in seconds
 * @param zone the reader's time zone, or undefined for the device's
 * @returns Unix time; undefined for a status that stays. A day ends at midnight, a week before Monday.
 */
export function statusEndsAt(
  kind: EndKind,
  now: number,
  zone: string | undefined,
): number | undefined {
  if (kind === 'never') return undefined
  if (kind === 'halfHour' || kind === 'hour') return Math.ceil(now) + minutes[kind] * 60
  const today = wallTimeAt(now, zone)
  const days = kind === 'today' ? 1 : 7 - ((weekdayOf(today) + 6) % 7)
  return secondsAt({ ...today, day: today.day + days, hour: 0, minute: 0 }, zone)
}
