import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { holdOffMoves } from '../../../data/read-state/horizon'
import type { TopicVisibility, UserRow } from '../../../data/schema'
import { lockUser } from '../../../data/users/update-users'
import {
  countUserTopics,
  deleteUserTopic,
  findTopicVisibility,
  listMutedTopics,
  upsertUserTopic,
} from '../../../data/users/user-topics'
import type { UserTopicKey } from '../../../data/users/user-topics'
import { publish } from '../../../events/publish'
import { groupBy } from '../../../lib/group-by'
import { mutedTopicsChanged, userTopicChanged } from '../../../wire/mutes'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { checkTopic } from '../../rules/texts'
import { forUser, publishToUser } from '../../notify/publications'
import { accessStream } from '../../access/streams/access-stream'
import { topicPolicies } from '../../../../shared/rules/topic-policies'

type Context = Pick<AppContext, 'db'>

/** A topic as named by a caller. */
export interface TopicReference {
  /** Id or name of the topic's stream. */
  stream: number | string
  topic: string
}

/**
 * Sets the visibility of a topic for the requester, and notifies their clients of a change.
 *
 * @param visibility 0 inherited from the stream, 1 muted, 2 unmuted, 3 followed
 * @throws InvalidStreamIdError, BadRequestError for an invalid topic
 * Source: docs/protocol/settings.md#set-visibility.
 */
export async function setTopicVisibility(
  ctx: Context,
  requester: Requester,
  reference: TopicReference,
  visibility: TopicVisibility | 0,
): Promise<void> {
  await changeVisibility(ctx, requester, reference, () => visibility)
}

/**
 * Mutes or unmutes a topic; the call of older clients.
 *
 * @throws BadRequestError when muting a muted topic, or unmuting one that is not muted
 * @throws InvalidStreamIdError, StreamDoesNotExistError
 * Source: docs/protocol/settings.md#mute-topic.
 */
export async function setTopicMuted(
  ctx: Context,
  requester: Requester,
  reference: TopicReference,
  isMuted: boolean,
): Promise<void> {
  await changeVisibility(ctx, requester, reference, (before) => {
    const wasMuted = before === topicPolicies.muted
    if (isMuted && wasMuted) throw new BadRequestError('Topic already muted')
    if (!isMuted && !wasMuted) throw new BadRequestError('Topic is not muted')
    return isMuted ? topicPolicies.muted : topicPolicies.none
  })
}

/** Each event about mutes has the whole list, so its length is limited. @throws BadRequestError */
async function refuseTooMany(tx: Tx, key: UserTopicKey): Promise<void> {
  if ((await countUserTopics(tx, key)) < sizeLimits.topicVisibilities) return
  throw new BadRequestError(
    `Too many muted, unmuted and followed topics (limit: ${sizeLimits.topicVisibilities})`,
  )
}

/**
 * @param choose answers the new visibility for the present one
 * @throws BadRequestError for too many topics with a visibility
 * Source: docs/protocol/limits.md#topic-visibilities.
 */
async function changeVisibility(
  ctx: Context,
  requester: Requester,
  reference: TopicReference,
  choose: (before: TopicVisibility | 0) => TopicVisibility | 0,
): Promise<void> {
  const { realm_id: realmId, id: userId } = requester
  const topic = checkTopic(reference.topic)
  await ctx.db.transaction(async (tx) => {
    // Without the lock, two simultaneous changes would each publish a list without the other change.
    await holdOffMoves(tx, realmId)
    await lockUser(tx, realmId, userId)
    const { stream } = await accessStream(tx, requester, reference.stream)
    const key = { realmId, userId, streamId: stream.id, topic }
    const before = await findTopicVisibility(tx, key)
    const after = choose(before)
    if (after === before) return
    if (before === topicPolicies.none) await refuseTooMany(tx, key)
    if (after === topicPolicies.none) await deleteUserTopic(tx, key)
    else await upsertUserTopic(tx, key, after)

    const changed = { stream_id: stream.id, topic, updated_at: tx.now, visibility_policy: after }
    await publishToUser(tx, requester, userTopicChanged(changed))
    if ([before, after].includes(topicPolicies.muted)) {
      await publishMutedTopics(tx, realmId, [requester])
    }
  })
}

/** Publishes to each of the users the whole list of their muted topics. */
export async function publishMutedTopics(
  tx: Tx,
  realmId: number,
  users: readonly UserRow[],
): Promise<void> {
  const muted = groupBy(await listMutedTopics(tx, realmId, users), (row) => row.user_id)
  await publish(
    tx,
    realmId,
    users.map(({ id }) => forUser(id, mutedTopicsChanged(muted.get(id) ?? []))),
  )
}
