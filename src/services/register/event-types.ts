/** The spellings of the API document beside those that are on the wire. Source: protocol notes 0 #2, #3. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['messages', 'message'],
  ['subscriptions', 'subscription'],
])

/** Resolves aliases and drops repetitions. Unknown names stay: they match nothing. */
export function resolveEventTypes(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => aliases.get(name) ?? name))]
}

/** Whether a client that asked for these expects the spelling of the API document back. */
export function spellsSubscriptions(names: readonly string[]): boolean {
  return names.includes('subscriptions') && !names.includes('subscription')
}

/**
 * What the initial state is made of; undefined = everything.
 * Source: API document, "POST /api/v1/register"; client notes 5, rule D.
 */
export function resolveFetchTypes(
  fetchEventTypes: readonly string[] | undefined,
  eventTypes: readonly string[] | undefined,
): ReadonlySet<string> | undefined {
  const names = fetchEventTypes ?? eventTypes
  return names && new Set(resolveEventTypes(names))
}
