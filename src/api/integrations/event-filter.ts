/** Which kinds of events become messages. Source: docs/protocol/webhooks.md#event-filters. */
export interface EventFilter {
  /** Patterns, one of which a kind must match; undefined: any will do. */
  only: readonly string[] | undefined
  /** Patterns, none of which it may match. */
  except: readonly string[] | undefined
}

/** Whether a kind of event becomes a message. */
export function isWanted(eventType: string, { only, except }: EventFilter): boolean {
  const isAmong = (patterns: readonly string[]) =>
    patterns.some((pattern) => matches(eventType, pattern))
  return (only === undefined || isAmong(only)) && !(except !== undefined && isAmong(except))
}

/**
 * Whether a name matches a pattern, in which `*` stands for any characters and `?` for any one. As long as
 * name and pattern together, whatever they are.
 */
function matches(name: string, pattern: string): boolean {
  let [at, next, star, retry] = [0, 0, -1, 0]
  while (at < name.length) {
    if (pattern[next] === '*') {
      star = next++
      retry = at
    } else if (next < pattern.length && (pattern[next] === '?' || pattern[next] === name[at])) {
      at += 1
      next += 1
    } else if (star >= 0) {
      next = star + 1
      at = retry += 1
    } else {
      return false
    }
  }
  while (pattern[next] === '*') next += 1
  return next === pattern.length
}
