import type { Tx } from '../../../db/engine/database'
import { hasMessages } from '../../../db/messages/edits'
import { listReadersAmong } from '../../../db/access/readers'
import {
  deleteTopicVisibilities,
  listTopicVisibilities,
  upsertTopicVisibilities,
  topicVisibilities,
} from '../../../db/users/user-topics'
import type { VisibilityOfUser } from '../../../db/users/user-topics'
import type { TopicVisibility } from '../../../db/schema'
import { listUsersByIds } from '../../../db/users/users'
import { publish } from '../../../events/publish'
import type { Publication } from '../../../events/publish'
import { userTopicChanged } from '../../../wire/mutes'
import { groupBy } from '../../../runtime/group-by'
import { publishMutedTopics } from '../../mutes/topics'
import type { MessageMove } from './move'

type Visibility = TopicVisibility | 0

/** A user's choices for the topic that moves, and for the one it moves to. */
interface Choice {
  userId: number
  from: Visibility
  to: Visibility
  /** The choice for the topic that it moves to, afterwards. */
  wanted: Visibility
}

const { none, muted, unmuted, followed } = topicVisibilities

/**
 * Makes what users want to see of a topic follow it, once all of it is stored in its new place, and
 * tells their clients. Whoever cannot follow has nothing to say of it any more. It takes the same few
 * statements for any number of users.
 * Source: docs/protocol/messages.md#move-visibility.
 */
export async function carryVisibility(
  tx: Tx,
  realmId: number,
  now: Date,
  move: MessageMove,
): Promise<void> {
  const isWhole =
    move.propagateMode === 'change_all' || !(await hasMessages(tx, realmId, move.from))
  if (!isWhole || isSameTopic(move)) return
  const choices = await listChoices(tx, realmId, move)
  if (choices.length === 0) return

  const left = choices.filter(({ from }) => from !== none)
  const changed = choices.filter(({ to, wanted }) => to !== wanted)
  await deleteTopicVisibilities(tx, realmId, move.from, idsOf(left))
  const ended = changed.filter(({ wanted }) => wanted === none)
  await deleteTopicVisibilities(tx, realmId, move.to, idsOf(ended))
  await upsertTopicVisibilities(tx, realmId, move.to, changed.flatMap(asRow), now)

  const told = (key: MessageMove['from'], group: readonly Choice[], visibility: Visibility) => ({
    event: userTopicChanged({
      stream_id: key.streamId,
      topic: key.topic,
      updated_at: now,
      visibility_policy: visibility,
    }),
    audience: { userIds: idsOf(group) },
  })
  const publications: Publication[] = left.length > 0 ? [told(move.from, left, none)] : []
  for (const [visibility, group] of groupBy(changed, ({ wanted }) => wanted)) {
    publications.push(told(move.to, group, visibility))
  }
  await publish(tx, realmId, publications)
  await tellOfMutes(tx, realmId, choices)
}

/** Whether a topic only changes its letters' case: then there is nothing to carry. */
function isSameTopic({ from, to }: MessageMove): boolean {
  return from.streamId === to.streamId && from.topic.toLowerCase() === to.topic.toLowerCase()
}

/** Choices of users who have made any for either topic. */
async function listChoices(tx: Tx, realmId: number, move: MessageMove): Promise<Choice[]> {
  const from = byUser(await listTopicVisibilities(tx, realmId, move.from))
  const to = byUser(await listTopicVisibilities(tx, realmId, move.to))
  const userIds = [...new Set([...from.keys(), ...to.keys()])]
  if (userIds.length === 0) return []

  const isNew = !(await hasMessages(tx, realmId, move.to, move.messageIds))
  const readerIds =
    move.streams.from.id === move.streams.to.id
      ? userIds
      : await listReadersAmong(tx, move.streams.to, userIds)
  const readers = new Set(readerIds)
  return userIds.map((userId) => {
    const [ofOld, ofNew] = [from.get(userId) ?? none, to.get(userId) ?? none]
    const wanted = isNew ? ofOld : joined(ofOld, ofNew)
    return { userId, from: ofOld, to: ofNew, wanted: readers.has(userId) ? wanted : ofNew }
  })
}

/** The choice for two topics that become one: nobody misses what they wanted to see of either. */
function joined(one: Visibility, other: Visibility): Visibility {
  if (one === other) return one
  return [followed, unmuted].find((kind) => kind === one || kind === other) ?? none
}

async function tellOfMutes(tx: Tx, realmId: number, choices: readonly Choice[]): Promise<void> {
  const concerned = choices.filter(
    ({ from, to, wanted }) => from === muted || (to !== wanted && [to, wanted].includes(muted)),
  )
  const users = await listUsersByIds(
    tx,
    concerned.map(({ userId }) => ({ realmId, userId })),
  )
  await publishMutedTopics(tx, realmId, users)
}

function byUser(rows: readonly VisibilityOfUser[]): Map<number, TopicVisibility> {
  return new Map(rows.map((row) => [row.user_id, row.visibility_policy]))
}

function idsOf(choices: readonly Choice[]): number[] {
  return choices.map(({ userId }) => userId)
}

function asRow({ userId, wanted }: Choice): VisibilityOfUser[] {
  return wanted === none ? [] : [{ user_id: userId, visibility_policy: wanted }]
}
