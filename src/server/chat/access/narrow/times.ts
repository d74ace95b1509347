import type { Queryable } from '../../../data/engine/database'
import type { Reader } from '../../../data/access/rule'
import type { ResolvedTerm } from '../../../data/history/narrow-conditions'
import { findIdAtTime } from '../../../data/history/pages'
import type { LocatedTerm } from './with-message'

type TimeCondition = { kind: 'since'; time: Date }

export interface TimelessTerm {
  condition: Exclude<LocatedTerm['condition'], TimeCondition>
  negated: boolean
}

interface TimeTerm {
  condition: TimeCondition
  negated: boolean
}

export function partedByTime(terms: readonly LocatedTerm[]): {
  timeless: TimelessTerm[]
  times: TimeTerm[]
} {
  const timeless: TimelessTerm[] = []
  const times: TimeTerm[] = []
  for (const { condition, negated } of terms) {
    if (condition.kind === 'since') times.push({ condition, negated })
    else timeless.push({ condition, negated })
  }
  return { timeless, times }
}

/**
 * The period of a narrow as bounds of ids, since every index of messages ends with the id. If a narrow has several times, the
 * latest beginning and the earliest end count.
 */
export async function resolveTimes(
  db: Queryable,
  reader: Reader,
  terms: readonly TimeTerm[],
): Promise<ResolvedTerm[]> {
  const timesOf = (isEnd: boolean) =>
    terms.flatMap(({ condition, negated }) => (negated === isEnd ? condition.time.getTime() : []))
  const [beginnings, ends] = [timesOf(false), timesOf(true)]
  const bounds: ResolvedTerm[] = []
  const bound = async (kind: 'from' | 'below', time: number) => {
    const id = await findIdAtTime(db, reader.realm_id, new Date(time))
    bounds.push({ condition: { kind, id }, negated: false })
  }
  if (beginnings.length > 0) await bound('from', Math.max(...beginnings))
  if (ends.length > 0) await bound('below', Math.min(...ends))
  return bounds
}
