import { isTrue } from '../archive/fields'
import { periodsOf } from '../records/periods'
import type { ReadPositionRecord, SubscriptionRecord } from '../records'
import { idOf, userIdOf } from './documents'
import type { Dump } from './dump'
import { readUntilOf } from './survey'
import type { Survey } from './survey'

/** Subscriptions of today, and those of the past by the messages about joining and leaving. */
export async function* subscriptionRecords(
  dump: Dump,
  survey: Survey,
): AsyncGenerator<SubscriptionRecord> {
  const { moves, lastSeen } = survey
  const present = new Map<string, Set<string>>()
  for await (const { streamKey, userKey, row } of streamSubscriptions(dump, survey)) {
    const ofStream = moves.get(streamKey)
    if (ofStream?.has(userKey)) {
      present.set(streamKey, (present.get(streamKey) ?? new Set()).add(userKey))
    }
    const periods = periodsOf(ofStream?.get(userKey) ?? [], true, lastSeen)
    yield {
      ...{ kind: 'subscription', streamKey, userKey, isActive: true },
      ...(periods.length > 0 && { periods }),
      ...((isTrue(row, 'disableNotifications') || isTrue(row, 'hideUnreadStatus')) && {
        isMuted: true,
      }),
      ...(isTrue(row, 'f') && { isPinned: true }),
    }
  }
  for (const [streamKey, people] of moves) {
    if (!isStream(survey, streamKey)) continue
    for (const [userKey, ofPerson] of people) {
      if (present.get(streamKey)?.has(userKey)) continue
      const periods = periodsOf(ofPerson, false, lastSeen)
      yield { kind: 'subscription', streamKey, userKey, isActive: false, periods }
    }
  }
}

/** The read positions of people in streams. */
export async function* positionRecords(
  dump: Dump,
  survey: Survey,
): AsyncGenerator<ReadPositionRecord> {
  for await (const { streamKey, userKey, row } of streamSubscriptions(dump, survey)) {
    const at = readUntilOf(row)
    if (at === undefined) continue
    yield { kind: 'read-position', streamKey, userKey, readUntil: new Date(at) }
  }
}

/** The documents again, since all subscriptions together are too many for the memory. */
async function* streamSubscriptions(dump: Dump, survey: Survey) {
  for await (const row of dump.documents('rocketchat_subscription', () => undefined)) {
    const [streamKey, userKey] = [idOf(row, 'rid'), userIdOf(row)]
    if (isStream(survey, streamKey) && survey.people.find(userKey))
      yield { streamKey, userKey, row }
  }
}

/** Whether a room is a stream here, and no discussion that is a topic of another. */
function isStream({ rooms }: Survey, roomId: string): boolean {
  const place = rooms.placeOf(roomId)
  return place !== undefined && 'streamKey' in place && place.streamKey === roomId
}
