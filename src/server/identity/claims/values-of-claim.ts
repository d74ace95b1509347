import type { ClaimRule, Claims } from './claim-rule'

/** Max values of a claim that count, of so many characters. */
const maxValues = 1_000
const maxCharacters = 500

/**
 * The values of a claim as texts: a list has several, and objects have none. Names of SAML contain dots, so a claim of the
 * whole name comes before one inside of objects.
 */
export function valuesOfClaim(claims: Claims, name: string): string[] {
  const value = Object.hasOwn(claims, name) ? claims[name] : valueAt(claims, name.split('.'))
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.slice(0, maxValues).flatMap((each) => {
    if (!['string', 'number', 'boolean'].includes(typeof each)) return []
    const text = String(each).trim()
    return text === '' || text.length > maxCharacters ? [] : [text]
  })
}

function valueAt(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inside, part) =>
      typeof inside === 'object' && inside !== null && Object.hasOwn(inside, part)
        ? (inside as Record<string, unknown>)[part]
        : undefined,
    object,
  )
}

/** The claims that rules name, with their values only. */
export function claimsNamedIn(rules: readonly ClaimRule[], claims: Claims): Claims {
  const names = new Set(rules.map(({ when }) => when.claim))
  return Object.fromEntries([...names].map((name) => [name, valuesOfClaim(claims, name)]))
}
