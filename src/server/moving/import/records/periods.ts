import type { SubscriptionRecord } from '.'

type Period = NonNullable<SubscriptionRecord['periods']>[number]

const beginning = new Date(0)

/** Somebody joined or left. */
export interface Move {
  at: Date
  isJoin: boolean
}

/**
 * Periods of membership by the moves of one person, oldest first.
 * @param isMember whether the last period lasts; no archive tells when deactivated people leave
 */
export function periodsOf(moves: readonly Move[], isMember: boolean, lastSeen: Date): Period[] {
  const periods: Period[] = []
  let from = moves[0]?.isJoin === false ? beginning : undefined
  for (const { at, isJoin } of moves) {
    if (isJoin) from ??= at
    else if (from) {
      periods.push({ from, to: at })
      from = undefined
    }
  }
  if (isMember && moves.length > 0) periods.push({ from: from ?? moves.at(-1)?.at ?? beginning })
  else if (from) periods.push({ from, to: lastSeen })
  return periods
}
