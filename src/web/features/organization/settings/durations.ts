import * as t from '../../../texts/catalog'
import type { Duration } from './realm-settings'

const units = [
  [86_400, t.durations.days],
  [3_600, t.durations.hours],
  [60, t.durations.minutes],
  [1, t.durations.seconds],
] as const

/** A duration in the largest unit that divides it. */
export function describeSeconds(seconds: number): string {
  const [size, words] = units.find(([each]) => seconds % each === 0) ?? units[3]
  return words(seconds / size)
}

/** A setting's value in words. */
export function describeDuration(value: unknown, duration: Duration): string {
  if (value === duration.endless) {
    return value === -1 ? t.durations.always : t.durations.forever
  }
  if (value === 0) return t.durations.atOnce
  return describeSeconds(Number(value) * duration.secondsEach)
}

/** Presets and the current value, sorted. */
export function offeredDurations(value: unknown, duration: Duration): (number | null)[] {
  const { presets, endless, hasNone = false } = duration
  const numbers = new Set([...(hasNone ? [0] : []), ...presets])
  if (typeof value === 'number' && value !== endless) numbers.add(value)
  const sorted = [...numbers].sort((a, b) => a - b)
  return endless === undefined ? sorted : [...sorted, endless]
}

/** Name of a unit of custom values. */
export function unitName(unit: number, { secondsEach }: Duration): string {
  return t.durations.units[unit * secondsEach] ?? ''
}
