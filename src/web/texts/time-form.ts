import { signal } from '@preact/signals-core'

/** Language and time zone of dates: the reader's settings, or the browser's where undefined. */
export interface TimeForm {
  readonly language: string | undefined
  readonly zone: string | undefined
}

/** A signal, so that components which format a time render again when it changes. */
export const timeForm = signal<TimeForm>({ language: undefined, zone: undefined })

/**
 * A formatter in the reader's language and zone. It is created at the first call, because formatters are slow to create
 * and the first screen needs few of them.
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

/** Days since 1970, counted in the reader's time zone. @param seconds Unix time */
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

/** The year of a {@link dayNumber}. */
export const yearOf = (day: number) => new Date(day * dayMs).getUTCFullYear()
