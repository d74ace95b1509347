import { BadRequestError } from '../errors'

/** @throws BadRequestError for an unknown time zone; '' means not set and is allowed */
export function checkTimezone(timezone: string): void {
  if (!isTimezone(timezone)) throw new BadRequestError(`Invalid timezone '${timezone}'`)
}

/** Whether this machine knows a time zone; '' means not set. */
export function isTimezone(timezone: string): boolean {
  if (timezone === '') return true
  if (!/^[A-Za-z]/.test(timezone)) return false
  try {
    void new Intl.DateTimeFormat('en', { timeZone: timezone })
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
