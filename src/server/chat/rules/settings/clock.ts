import type { StoredSettings } from '../../../data/schema'

/*
 * The clock of an account, with 12 or 24 hours. Unless its owner has chosen one, it follows the language.
 * Source: docs/protocol/settings.md#clock.
 */

const hours = 'twenty_four_hour_time'
const follows = 'clock_follows_language'

/** Whether nobody has chosen a clock in these stored settings. */
export function followsLanguage(stored: StoredSettings): boolean {
  return Boolean(stored[follows] ?? stored[hours] === undefined)
}

/** Completes chosen settings: whoever chooses a clock leaves that of the language, and the other way round. */
export function withSettledClock<C extends Readonly<Record<string, unknown>>>(chosen: C): C {
  if (chosen[follows] === true) return { ...chosen, [hours]: false }
  return chosen[hours] === undefined ? chosen : { ...chosen, [follows]: false }
}

const known = new Map<string, boolean>()
const mostKnown = 500

/** Whether people who read a language use a clock of 24 hours. */
export function hasTwentyFourHours(language: string): boolean {
  const found = known.get(language) ?? readClock(language)
  if (known.size < mostKnown) known.set(language, found)
  return found
}

function readClock(language: string): boolean {
  try {
    const tag = language.replaceAll(/[_@]/g, '-')
    const { hourCycle } = new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions()
    return hourCycle === 'h23' || hourCycle === 'h24'
  } catch (error) {
    // Not a tag of a language.
    if (error instanceof RangeError) return false
    throw error
  }
}
