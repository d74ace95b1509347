import { periodsOf } from '../records/periods'
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
