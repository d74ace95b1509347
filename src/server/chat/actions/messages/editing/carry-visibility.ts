import { isSameName } from '../../../../../shared/rules/letter-case'
import type { Tx } from '../../../../data/engine/database'
import { hasMessages } from '../../../../data/messages/edits'
import { listReadersAmong } from '../../../../data/access/readers'
import {
  deleteTopicVisibilities,
  listTopicVisibilities,
  upsertTopicVisibilities,
} from '../../../../data/users/user-topics'
import type { VisibilityOfUser } from '../../../../data/users/user-topics'
import type { TopicVisibility } from '../../../../data/schema'
import { listUsersByIds } from '../../../../data/users/users'
import { publish } from '../../../../events/publish'
import type { Publication } from '../../../../events/publish'
import { userTopicChanged } from '../../../../wire/mutes'
import { groupBy } from '../../../../lib/group-by'
import { publishMutedTopics } from '../../../posting/mutes/topics'
import type { MessageMove } from './move'
import { topicPolicies } from '../../../../../shared/rules/topic-policies'

type Visibility = TopicVisibility | 0

/** A user's visibility settings for the old and the new topic of a move. */
interface Choice {
  userId: number
  from: Visibility
  to: Visibility
  /** The setting for the new topic after the move. */
  wanted: Visibility
}

const { none, muted, unmuted, followed } = topicPolicies

/**
 * Moves the visibility settings of a topic along when the whole topic has moved, and notifies clients. Users
 * who cannot read the new place lose their setting for the topic. The number of SQL statements does not
 * depend on the number of users.
 * Source: docs/protocol/messages.md#move-visibility.
 */
export async function carryVisibility(tx: Tx, realmId: number, move: MessageMove): Promise<void> {
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
  await upsertTopicVisibilities(tx, realmId, move.to, changed.flatMap(asRow))

  const told = (key: MessageMove['from'], group: readonly Choice[], visibility: Visibility) => ({
    event: userTopicChanged({
      stream_id: key.streamId,
      topic: key.topic,
      updated_at: tx.now,
      visibility_policy: visibility,
    }),
    audience: { userIds: idsOf(group) },
  })
  const publications: Publication[] = left.length > 0 ? [told(move.from, left, none)] : []
  for (const [visibility, group] of groupBy(changed, ({ wanted }) => wanted)) {
    publications.push(told(move.to, group, visibility))
  }
  await publish(tx, realmId, publications)
  await publishMutes(tx, realmId, choices)
}

/** Whether a topic only changes its letter case, so that the settings already match. */
function isSameTopic({ from, to }: MessageMove): boolean {
  return from.streamId === to.streamId && isSameName(from.topic, to.topic)
}

/** Settings of users who have one for either topic. */
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

/** The setting after a merge of two topics: the one that shows more. */
function joined(one: Visibility, other: Visibility): Visibility {
  if (one === other) return one
  return [followed, unmuted].find((kind) => kind === one || kind === other) ?? none
}

async function publishMutes(tx: Tx, realmId: number, choices: readonly Choice[]): Promise<void> {
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
