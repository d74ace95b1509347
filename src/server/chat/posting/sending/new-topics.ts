import type { Moment } from '../../../data/engine/database'
import { hasTopic } from '../../../data/messages/newest-messages'
import type { StreamRow } from '../../../data/schema'
import { streamPermissionsOf } from '../../../../shared/stream-permissions'
import type { Requester } from '../../rules/authentication'
import { TopicCreationError } from '../../rules/messages/topics-policy'
import { isInGroup } from '../../rules/permissions/membership'
import { loadOwner } from './addressees'

/*
 * The right to begin a topic of a stream.
 * Source: docs/protocol/permissions.md#channel-can-create-topic-group.
 */

type Stream = Pick<StreamRow, 'id' | 'permissions' | 'creator_id'>

/** Whether a sender may begin topics by their own groups. Makes no query. */
export function beginsTopics(sender: Requester, stream: Stream, now: Date): boolean {
  const { can_create_topic_group: beginners } = streamPermissionsOf(stream)
  return sender.is_system_bot || isInGroup(sender, beginners, now)
}

/**
 * Checks that a message may go to a topic: it has messages already, or the sender or the owner of a sending bot may
 * begin it.
 * @throws TopicCreationError
 */
export async function checkNewTopicOf(
  { db, now }: Moment,
  sender: Requester,
  stream: Stream,
  topic: string,
): Promise<void> {
  if (beginsTopics(sender, stream, now)) return
  if (await hasTopic(db, sender.realm_id, stream.id, topic)) return
  const owner = sender.is_bot ? await loadOwner(db, sender) : undefined
  const { can_create_topic_group: beginners } = streamPermissionsOf(stream)
  if (!owner || !isInGroup(owner, beginners, now)) throw new TopicCreationError()
}
