import type { SubscriptionRecord } from '../records'
import type { Conversations } from './conversations'
import type { People } from './people'
import type { Remark } from './read-rows'
import type { Survey } from './survey'

/**
 * Subscriptions of today by the lists of members, and those of the past by the messages about joining and leaving.
 * Source: docs/protocol/import.md#slack-subscriptions.
 */
export function* subscriptionRecords(
  conversations: Conversations,
  people: People,
  survey: Survey,
  remark: Remark,
): Generator<SubscriptionRecord> {
  for (const { id, isStream, memberIds, isPrivate } of conversations.byId.values()) {
    if (!isStream) continue
    const file = isPrivate ? 'groups.json' : 'channels.json'
    const members = new Set<string>()
    for (const memberId of memberIds) {
      const key = people.find(memberId)?.key
      if (key !== undefined) members.add(key)
      else remark({ reason: 'No list of the archive has the member of a channel.', file })
    }
    const moves = survey.moves.get(id)
    const former = [...(moves?.keys() ?? [])].filter((key) => !members.has(key))
    for (const userKey of [...members, ...former]) {
      const isActive = members.has(userKey)
      const periods = periodsOf(moves?.get(userKey) ?? [], isActive, survey.lastSeen)
      const record = { kind: 'subscription', streamKey: id, userKey, isActive } as const
      yield periods.length > 0 ? { ...record, periods } : record
    }
  }
}

type Period = NonNullable<SubscriptionRecord['periods']>[number]

const beginning = new Date(0)

/** @param isMember whether the last period lasts; Slack has no message when deactivated people leave */
function periodsOf(
  moves: readonly { at: Date; isJoin: boolean }[],
  isMember: boolean,
  lastSeen: Date,
): Period[] {
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
