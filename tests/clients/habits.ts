import type { Habits } from './program'

/*
 * The programs' encodings of requests. Source: docs/protocol/requests.md#encodings.
 */

/** JSON as Python writes it: blanks after the separators, ASCII only. */
function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([key, member]) => `${pythonJson(key)}: ${pythonJson(member)}`,
    )
    return `{${members.join(', ')}}`
  }
  return JSON.stringify(value).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const onlyGetUsesQuery = (verb: string): boolean => verb === 'GET'

const python = { encode: pythonJson, usesQuery: onlyGetUsesQuery }
const compact = { encode: JSON.stringify, usesQuery: onlyGetUsesQuery }

export const pythonBindings: Habits = {
  ...python,
  userAgent: 'ZulipPython/0.9.1 (Debian GNU/Linux; 13)',
}

export const pythonBot: Habits = {
  ...python,
  userAgent: 'ZulipHelpdeskBot (Debian GNU/Linux; 13)',
}

export const terminalHabits: Habits = {
  ...python,
  userAgent: 'ZulipTerminal/0.7.0+git (Debian GNU/Linux; 13)',
}

export const mobileHabits: Habits = {
  ...compact,
  userAgent: 'ZulipFlutter/30.0.274+274 (Android 14)',
}

export const reactNativeHabits: Habits = {
  ...compact,
  userAgent: 'ZulipMobile/27.234 (Android 13)',
}

/** Every POST is multipart; all other methods have their arguments in the URL, PATCH and DELETE too. */
export const nodeHabits: Habits = {
  userAgent: 'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)',
  encode: JSON.stringify,
  usesQuery: (verb) => verb !== 'POST',
  isMultipart: (verb) => verb === 'POST',
}
