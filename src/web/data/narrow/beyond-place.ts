import type { Narrow } from './narrow'

/** A search without the conversation or stream that confines it; undefined if it has none, or looks for nothing else. */
export function beyondPlace(narrow: Narrow): Narrow | undefined {
  const rest = narrow.filter(
    ({ operator, negated }) => negated === true || !['channel', 'topic', 'dm'].includes(operator),
  )
  return rest.length > 0 && rest.length < narrow.length ? rest : undefined
}
