/** Filter of event types that become messages. Source: docs/protocol/webhooks.md#event-filters. */
export interface EventFilter {
  /** Patterns, at least one of which the event type must match; undefined: no restriction. */
  only: readonly string[] | undefined
  /** Patterns that the event type must not match. */
  except: readonly string[] | undefined
}

/** Whether events of a type become messages. */
export function isWanted(eventType: string, { only, except }: EventFilter): boolean {
  const isAmong = (patterns: readonly string[]) =>
    patterns.some((pattern) => matches(eventType, pattern))
  return (only === undefined || isAmong(only)) && !(except !== undefined && isAmong(except))
}

/**
 * Whether a name matches a pattern, in which `*` stands for any characters and `?` for any one. Does not
 * backtrack exponentially: it only ever retries the last `*`.
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
