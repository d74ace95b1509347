import type { Queryable } from '../../../data/engine/database'
import type { Reader } from '../../../data/access/rule'
import { findPlaceOfMessage } from '../../../data/history/narrow-names'
import type { PlaceOfMessage } from '../../../data/history/narrow-names'
import { BadNarrowError } from './written-terms'
import type { MessageTerm, NamelessCondition, NamingCondition } from './terms'

/** A term after `with` has been replaced by the conversation of its message. */
export interface LocatedTerm {
  condition:
    | NamelessCondition
    | Exclude<NamingCondition, { kind: 'with' }>
    | { kind: 'conversation'; dmGroupId: number }
  negated: boolean
}

const places: readonly string[] = ['stream', 'topic', 'conversation']

/**
 * Replaces the conversation named by a narrow with the present conversation of its `with` message, so that
 * links keep working after messages are moved. If the reader cannot read the message, the named conversation
 * stays.
 *
 * @throws BadNarrowError when the narrow names no conversation either
 * Source: docs/protocol/history.md#with.
 */
export async function locateConversation(
  db: Queryable,
  reader: Reader,
  terms: readonly MessageTerm[],
): Promise<readonly LocatedTerm[]> {
  const located: LocatedTerm[] = []
  const messageIds: number[] = []
  for (const { condition, negated } of terms) {
    if (condition.kind === 'with') messageIds.push(condition.messageId)
    else located.push({ condition, negated })
  }
  const [messageId, second] = messageIds
  if (messageId === undefined) return located
  if (second !== undefined) throw new BadNarrowError("more than one 'with'")

  const whereabouts = await findPlaceOfMessage(db, reader, messageId)
  if (!whereabouts) {
    if (!located.some(isPlace)) throw new BadNarrowError(`invalid operand of with`)
    return located
  }
  return [...located.filter((term) => !isPlace(term)), ...placeOf(whereabouts)]
}

function isPlace({ condition, negated }: LocatedTerm): boolean {
  return !negated && places.includes(condition.kind)
}

function placeOf({ stream_id, dm_group_id, topic }: PlaceOfMessage): LocatedTerm[] {
  const conditions: LocatedTerm['condition'][] =
    stream_id === null
      ? [{ kind: 'conversation', dmGroupId: dm_group_id as number }]
      : [
          { kind: 'stream', stream: stream_id },
          { kind: 'topic', topic },
        ]
  return conditions.map((condition) => ({ condition, negated: false }))
}
