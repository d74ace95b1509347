import type { Logger } from 'pino'
import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { holdOffMoves } from '../../../data/read-state/horizon'
import type { TopicVisibility, UserRow } from '../../../data/schema'
import { lockUser } from '../../../data/users/update-users'
import { findPlaceOf, listFollowersWhereMentioned } from '../../../data/users/topic-policies'
import type { PlaceOfMessage } from '../../../data/users/topic-policies'
import {
  countUserTopics,
  findTopicVisibility,
  upsertUserTopic,
} from '../../../data/users/user-topics'
import { userTopicChanged } from '../../../wire/mutes'
import { sizeLimits } from '../../rules/limits'
import { publishToUser } from '../../notify/publications'
import { automaticPolicies, userSettingsOf } from '../../rules/settings/user-settings'
import type { AutomaticPolicy } from '../../rules/settings/user-settings'
import { publishMutedTopics } from './topics'
import { topicPolicies } from '../../../../shared/rules/topic-policies'

/*
 * Automatic following and unmuting of topics, when a user takes part in a topic or is mentioned there,
 * according to the user's settings. Users without such settings cause no work.
 * Source: docs/protocol/accounts.md#automatically-follow.
 */

type Context = Pick<AppContext, 'db'> & { log?: Logger }

/** The kind of participation in a topic: writing, or reacting and voting. */
export type Participation = 'sending' | 'reacting'

/**
 * Follows or unmutes the topic of a message that the user has just written or reacted to, as their settings
 * say. A failure here does not undo the user's action.
 * @returns the new policy; undefined: it stays
 */
export async function followOwnTopic(
  ctx: Context,
  user: UserRow,
  messageId: number,
  doing: Participation,
): Promise<TopicVisibility | undefined> {
  const {
    automatically_follow_topics_policy: follow,
    automatically_unmute_topics_in_muted_streams_policy: unmute,
  } = userSettingsOf(user)
  if (user.is_bot || !(mayApply(follow, doing) || mayApply(unmute, doing))) {
    return undefined
  }
  return changeByItself(ctx, user, messageId, (place) => {
    const applies = (policy: AutomaticPolicy) =>
      mayApply(policy, doing) && (policy !== automaticPolicies.initiation || place.is_first)
    if (applies(follow)) return topicPolicies.followed
    return place.is_stream_muted && applies(unmute) ? topicPolicies.unmuted : undefined
  })
}

/** Makes mentioned users follow the topic of a new message, if their settings say so. */
export async function followWhereMentioned(
  ctx: Context,
  realmId: number,
  messageId: number,
  mentionedIds: readonly number[],
): Promise<void> {
  if (mentionedIds.length === 0) return
  const users = await listFollowersWhereMentioned(ctx.db.query, realmId, mentionedIds)
  for (const user of users) {
    await changeByItself(ctx, user, messageId, (place) =>
      place.is_subscribed ? topicPolicies.followed : undefined,
    )
  }
}

/**
 * Whether a policy can apply to this kind of participation. Whether the message starts the topic is checked
 * later.
 */
function mayApply(policy: AutomaticPolicy, doing: Participation): boolean {
  if (policy === automaticPolicies.never) return false
  return doing === 'sending' || policy === automaticPolicies.participation
}

async function changeByItself(
  { db, log }: Context,
  user: Pick<UserRow, 'realm_id' | 'id' | 'role'>,
  messageId: number,
  choose: (place: PlaceOfMessage) => TopicVisibility | undefined,
): Promise<TopicVisibility | undefined> {
  try {
    return await db.transaction(async (tx) => {
      await holdOffMoves(tx, user.realm_id)
      const locked = await lockUser(tx, user.realm_id, user.id)
      const place = await findPlaceOf(tx, user, messageId)
      const visibility = place && choose(place)
      if (!locked || !place || !visibility) return undefined
      const isRaised = await raise(tx, locked, place, visibility)
      return isRaised ? visibility : undefined
    })
  } catch (error) {
    // The call itself has succeeded, so only log the error.
    log?.warn({ err: error, messageId }, 'a topic is not followed by itself')
    return undefined
  }
}

/** Sets the visibility, but never lowers a followed topic; answers whether the visibility has changed. */
async function raise(
  tx: Tx,
  user: UserRow,
  { stream_id, topic }: PlaceOfMessage,
  visibility: TopicVisibility,
): Promise<boolean> {
  const key = { realmId: user.realm_id, userId: user.id, streamId: stream_id, topic }
  const before = await findTopicVisibility(tx, key)
  if (before === visibility || before === topicPolicies.followed) return false
  const isNew = before === topicPolicies.none
  if (isNew && (await countUserTopics(tx, key)) >= sizeLimits.topicVisibilities) return false
  await upsertUserTopic(tx, key, visibility)
  const changed = { stream_id, topic, updated_at: tx.now, visibility_policy: visibility }
  await publishToUser(tx, user, userTopicChanged(changed))
  if (before === topicPolicies.muted) await publishMutedTopics(tx, user.realm_id, [user])
  return true
}
