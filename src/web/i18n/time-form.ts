import { signal } from '@preact/signals-core'

/** How times are written: as the reader chose, else as their browser would. */
export interface TimeForm {
  readonly language: string | undefined
  readonly zone: string | undefined
}

/** Whoever formats a time inside a component is run again when it changes. */
export const timeForm = signal<TimeForm>({ language: undefined, zone: undefined })

/**
 * A formatter in the reader's language and zone, made when it is first asked for: they are slow to make, and the first
 * screen needs few of them.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let made: Intl.DateTimeFormat | undefined
  let madeFor: TimeForm | undefined
  return () => {
    const form = timeForm.value
    if (!made || madeFor !== form) {
      made = new Intl.DateTimeFormat(form.language, { timeZone: form.zone, ...options })
      madeFor = form
    }
    return made
  }
}

const isoDay = new Map<string, Intl.DateTimeFormat>()

/** Days since 1970 of an instant, as the reader's calendar has it. @param seconds Unix time */
export function dayNumber(seconds: number): number {
  const { zone } = timeForm.value
  const ms = seconds * 1000
  if (zone === undefined) {
    const minutes = new Date(ms).getTimezoneOffset()
    return Math.floor((ms - minutes * 60_000) / dayMs)
  }
  let format = isoDay.get(zone)
  if (!format) isoDay.set(zone, (format = new Intl.DateTimeFormat('en-CA', { timeZone: zone })))
  return Date.parse(format.format(ms)) / dayMs
}

const dayMs = 86_400_000

/** Of a day as {@link dayNumber} counts them. */
export const yearOf = (day: number) => new Date(day * dayMs).getUTCFullYear()
