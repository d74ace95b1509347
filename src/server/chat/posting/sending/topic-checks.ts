import type { DatedQueryable } from '../../../data/engine/database'
import { hasTopic } from '../../../data/messages/newest-messages'
import type { StreamRow } from '../../../data/schema'
import type { UserWithRealm } from '../../../data/users/users'
import type { Dated } from '../../../lib/clock'
import { topicRefusal, topicsPolicyOf } from '../../../../shared/rules/empty-topics'
import { streamPermissionOf } from '../../../wire/stream-permissions'
import type { Requester } from '../../rules/authentication'
import {
  EmptyTopicNotAllowedError,
  NamedTopicNotAllowedError,
  TopicCreationError,
} from '../../rules/messages/errors'
import { isInGroup } from '../../rules/permissions/membership'
import { realmSettingsOf } from '../../rules/realms/settings'
import { loadOwner } from './addressees'

/*
 * The topics to which a message may go: those that the policy of its stream takes, and those that the sender may begin.
 * Sources: docs/protocol/messages.md#topics-policy, docs/protocol/permissions.md#channel-can-create-topic-group.
 */

const refusals = {
  empty: () => new EmptyTopicNotAllowedError(),
  named: () => new NamedTopicNotAllowedError(),
} as const

type Member = Pick<UserWithRealm, 'realm_settings'>
type PolicyOfStream = Pick<StreamRow, 'topics_policy'>

/** Whether a stream takes messages of a topic. */
export function takesTopic(account: Member, stream: PolicyOfStream, topic: string): boolean {
  return refusalOf(account, stream, topic) === undefined
}

/** @throws EmptyTopicNotAllowedError, NamedTopicNotAllowedError */
export function checkTopicOfStream(account: Member, stream: PolicyOfStream, topic: string): void {
  const refusal = refusalOf(account, stream, topic)
  if (refusal) throw refusals[refusal]()
}

/** The topic of a notice of the server, which goes to the empty topic if the stream takes no other one. */
export function topicForNotice({ topics_policy: policy }: PolicyOfStream, topic: string): string {
  return policy === 'empty_topic_only' ? '' : topic
}

function refusalOf(account: Member, stream: PolicyOfStream, topic: string) {
  const { topics_policy: ofRealm } = realmSettingsOf(account)
  return topicRefusal(topicsPolicyOf(stream.topics_policy, ofRealm), topic)
}

type Stream = Pick<StreamRow, 'id' | 'permissions' | 'creator_id'>

/** Whether a sender may begin topics by their own groups. Makes no query. */
export function beginsTopics(at: Dated, sender: Requester, stream: Stream): boolean {
  const beginners = streamPermissionOf(stream, 'can_create_topic_group')
  return sender.is_system_bot || isInGroup(at, sender, beginners)
}

/**
 * Checks that a message may go to a topic: it has messages already, or the sender or the owner of a sending bot may
 * begin it.
 * @throws TopicCreationError
 */
export async function checkNewTopicOf(
  db: DatedQueryable,
  sender: Requester,
  stream: Stream,
  topic: string,
): Promise<void> {
  if (beginsTopics(db, sender, stream)) return
  if (await hasTopic(db, sender.realm_id, stream.id, topic)) return
  const owner = sender.is_bot ? await loadOwner(db, sender) : undefined
  const beginners = streamPermissionOf(stream, 'can_create_topic_group')
  if (!owner || !isInGroup(db, owner, beginners)) throw new TopicCreationError()
}
