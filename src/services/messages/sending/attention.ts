import type { Queryable } from '../../../db/engine/database'
import type { FlagsOfOne } from '../../../db/messages/flags'
import { listTopicSenderIds } from '../../../db/messages/newest-messages'
import type { UserRow } from '../../../db/schema'
import { listSubscribersAmong, listSubscriberIds } from '../../../db/streams/subscriptions'
import type { Overlay } from '../../../wire/events'
import { flagBits, flagWords } from '../../../wire/message-flags'
import type { Requester } from '../../authentication'
import { BadRequestError } from '../../errors'
import { mayInRealm } from '../../permissions/realm'
import { WildcardMentionNotAllowedError } from '../errors'
import type { RenderedContent } from '../rendering/rendering'

/** Users whom a message concerns more than others who receive it. None of them need receive it. */
export interface Attention {
  mentionedIds: ReadonlySet<number>
  /** Whether everybody is mentioned. */
  everybody: boolean
  /** Users mentioned as those who take part in the topic. */
  topicIds: ReadonlySet<number>
  /** Users one of whose alert words it has. */
  alertedIds: ReadonlySet<number>
  /** Bots that hear of public messages which mention them, subscribed or not. */
  onlookerIds: ReadonlySet<number>
}

interface StreamRecipient {
  kind: 'stream'
  stream: { id: number; invite_only: boolean }
  topic: string
}

/**
 * Finds out whom a message concerns.
 *
 * @param alertedIds those who have an alert word that occurs in it
 * Sources: docs/protocol/messages.md#attention, docs/protocol/messages.md#onlooking-bots.
 */
export async function findAttention(
  db: Queryable,
  sender: Pick<UserRow, 'realm_id' | 'id'>,
  recipient: StreamRecipient | { kind: 'private' },
  rendered: RenderedContent,
  alertedIds: readonly number[],
): Promise<Attention> {
  const topicIds = new Set<number>()
  if (rendered.mentionsTopic && recipient.kind === 'stream') {
    const { stream, topic } = recipient
    topicIds.add(sender.id)
    const senders = await listTopicSenderIds(db, sender.realm_id, stream.id, topic)
    for (const id of senders) topicIds.add(id)
  }
  const isPublic = recipient.kind === 'stream' && !recipient.stream.invite_only
  return {
    mentionedIds: new Set(rendered.mentionedUserIds),
    everybody: rendered.mentionsWildcard,
    topicIds,
    alertedIds: new Set(alertedIds),
    onlookerIds: new Set(isPublic ? rendered.mentionedBotIds : []),
  }
}

/** Users to whom a new message counts as read when it arrives. */
export interface Readers {
  readBy: ReadonlySet<number>
  /** Those to whom it does not; absent: everybody else. */
  unreadOnlyBy?: readonly number[] | undefined
}

/** Flags as they are stored; mentions of everybody are with the message. */
export function storedFlags(attention: Attention): FlagsOfOne[] {
  return concerned(attention).map((id) => ({
    user_id: id,
    mentioned: attention.mentionedIds.has(id),
    topic_wildcard_mentioned: attention.topicIds.has(id),
    has_alert_word: attention.alertedIds.has(id),
    is_onlooker: attention.onlookerIds.has(id),
  }))
}

/**
 * Flags as clients are told.
 *
 * @param readers to whom the message counts as read
 */
export function toldFlags(
  attention: Attention,
  readers: Readers,
): Pick<Overlay, 'flags' | 'userFlags'> {
  const { everybody, mentionedIds, topicIds, alertedIds } = attention
  const { unreadOnlyBy = [] } = readers
  const readByMost = readers.unreadOnlyBy !== undefined
  const isRead = (id: number) =>
    readers.readBy.has(id) || (readByMost && !unreadOnlyBy.includes(id))
  const forAll = flagBits.received + (everybody ? flagBits.mentionsEverybody : 0)
  const userFlags: Record<string, readonly string[]> = {}
  const differing = new Set([...concerned(attention), ...readers.readBy, ...unreadOnlyBy])
  for (const id of differing) {
    userFlags[id] = flagWords(
      forAll +
        (isRead(id) ? flagBits.read : 0) +
        (mentionedIds.has(id) ? flagBits.mentioned : 0) +
        (topicIds.has(id) ? flagBits.mentionsTopic : 0) +
        (alertedIds.has(id) ? flagBits.hasAlertWord : 0),
    )
  }
  return {
    ...(everybody || readByMost
      ? { flags: flagWords(forAll + (readByMost ? flagBits.read : 0)) }
      : {}),
    ...(differing.size > 0 ? { userFlags } : {}),
  }
}

function concerned({ mentionedIds, topicIds, alertedIds }: Attention): number[] {
  return [...new Set([...mentionedIds, ...topicIds, ...alertedIds])]
}

/**
 * A rendered text without those who are mentioned by a user group alone and do not receive the
 * message: a group may have thousands of members, and each of the mentioned is written down.
 */
export async function withoutAbsentMembers(
  db: Queryable,
  realmId: number,
  rendered: RenderedContent,
  recipient: StreamRecipient | { kind: 'private'; members: readonly { id: number }[] },
): Promise<RenderedContent> {
  const { mentionedUserIds, mentionedByGroupOnly } = rendered
  if (mentionedByGroupOnly.length === 0) return rendered
  const present = new Set(
    recipient.kind === 'private'
      ? recipient.members.map((member) => member.id)
      : await listSubscribersAmong(db, realmId, recipient.stream.id, mentionedByGroupOnly),
  )
  const absent = new Set(mentionedByGroupOnly.filter((id) => !present.has(id)))
  return {
    ...rendered,
    mentionedUserIds: mentionedUserIds.filter((id) => !absent.has(id)),
    mentionedByGroupOnly: mentionedByGroupOnly.filter((id) => present.has(id)),
  }
}

/**
 * Refuses a text that mentions groups which its writer may not mention.
 * @throws BadRequestError. Source: docs/protocol/user-groups.md#may-mention.
 */
export function refuseGroupMentions({ refusedGroupNames }: RenderedContent): void {
  const [name] = refusedGroupNames
  if (name !== undefined) {
    throw new BadRequestError(`You are not allowed to mention user group '${name}'.`)
  }
}

/** Most users that anybody may mention together, whatever the organisation says. */
const fewUsers = 15

/**
 * Refuses to disturb many people at once, in a stream or a topic, to those whom the organisation does
 * not let do so.
 * @throws WildcardMentionNotAllowedError
 * Source: docs/protocol/messages.md#wildcard-policy.
 */
export async function checkWildcardMentions(
  db: Queryable,
  sender: Requester,
  now: Date,
  { stream, topic }: { stream: { id: number }; topic: string },
  { mentionsWildcard, mentionsTopic }: RenderedContent,
): Promise<void> {
  if (!mentionsWildcard && !mentionsTopic) return
  if (mayInRealm(sender, 'can_mention_many_users_group', now)) return
  const { realm_id: realmId } = sender
  const isMany = (ids: readonly number[]) => ids.length > fewUsers
  if (mentionsWildcard && isMany(await listSubscriberIds(db, realmId, stream.id, fewUsers + 1))) {
    throw new WildcardMentionNotAllowedError('STREAM')
  }
  if (mentionsTopic && isMany(await listTopicSenderIds(db, realmId, stream.id, topic))) {
    throw new WildcardMentionNotAllowedError('TOPIC')
  }
}
