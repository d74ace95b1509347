import { readMoment } from '../../../text/markdown/times'
import { BadRequestError } from '../errors'
import { TimeNotInFutureError } from './errors'

/** @throws TimeNotInFutureError */
export function checkFuture(now: Date, dueAt: Date): Date {
  if (dueAt <= now) throw new TimeNotInFutureError()
  return dueAt
}

const saysZone = /^[0-9.]+$|(?:Z|UTC|GMT|[+-][0-9]{2}:?[0-9]{2})$/i

/**
 * Parses a delivery time from an older client: Unix time in seconds, or a date in words.
 *
 * @param timezone zone of the text if it names none; '' is UTC
 * @throws BadRequestError. Source: docs/protocol/messages.md#send-later.
 */
export function readDeliveryTime(written: string, timezone: string): Date {
  const text = written.trim()
  const moment = readMoment(text)
  if (moment === undefined) throw new BadRequestError('Invalid time format')
  if (timezone === '' || saysZone.test(text)) return new Date(moment)
  // The offset at the guess is right even if daylight saving time changes between the two moments.
  const guess = moment - offsetAt(moment, timezone)
  return new Date(moment - offsetAt(guess, timezone))
}

/** Offset of a time zone from UTC at a moment, in milliseconds. @throws BadRequestError */
function offsetAt(moment: number, timeZone: string): number {
  const parts = formatterOf(timeZone).formatToParts(moment)
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const shown = Date.UTC(
    value('year'),
    value('month') - 1,
    value('day'),
    value('hour'),
    value('minute'),
    value('second'),
  )
  return shown - Math.floor(moment / 1000) * 1000
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const [numeric, twoDigits] = ['numeric', '2-digit'] as const
  try {
    return new Intl.DateTimeFormat('en', {
      ...{ timeZone, hourCycle: 'h23', year: numeric, month: twoDigits, day: twoDigits },
      ...{ hour: twoDigits, minute: twoDigits, second: twoDigits },
    })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new BadRequestError(`Invalid timezone '${timeZone.slice(0, 40)}'`)
  }
}
