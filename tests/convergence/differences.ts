import { isDeepStrictEqual } from 'node:util'

const mostCharacters = 300

/** The places where two values differ, with both values there, cut to a readable length. */
export function differences(held: unknown, fetched: unknown, place = ''): string[] {
  if (isDeepStrictEqual(held, fetched)) return []
  if (isRecord(held) && isRecord(fetched)) {
    const keys = new Set([...Object.keys(held), ...Object.keys(fetched)])
    return [...keys].flatMap((key) => differences(held[key], fetched[key], `${place}.${key}`))
  }
  return [`${place} is held as ${shown(held)}, and is ${shown(fetched)}`]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shown(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, mostCharacters)
}
