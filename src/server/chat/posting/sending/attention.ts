import type { DatedQueryable, Queryable } from '../../../data/engine/database'
import type { FlagsOfOne } from '../../../data/messages/insert-messages'
import { listTopicSenderIds } from '../../../data/messages/newest-messages'
import type { UserRow } from '../../../data/schema'
import { listSubscribersAmong, listSubscriberIds } from '../../../data/streams/subscriptions'
import type { Overlay } from '../../../../shared/events'
import { flagBits, flagWords } from '../../../data/messages/message-flags'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { mayInRealm } from '../../rules/permissions/realm'
import { WildcardMentionNotAllowedError } from '../../rules/messages/errors'
import type { RenderedContent } from '../rendering/rendering'

/**
 * Users with a special relation to a message: mentions, alert words, onlooking bots. They need not be
 * recipients.
 */
export interface Attention {
  mentionedIds: ReadonlySet<number>
  /** Whether the message has a wildcard mention of everybody. */
  everybody: boolean
  /** Users mentioned by `@topic`, as participants of the topic. */
  topicIds: ReadonlySet<number>
  /** Users with an alert word in the message. */
  alertedIds: ReadonlySet<number>
  /** Bots that receive public messages mentioning them, even if not subscribed. */
  onlookerIds: ReadonlySet<number>
}

interface StreamRecipient {
  kind: 'stream'
  stream: { id: number; invite_only: boolean }
  topic: string
}

/**
 * Finds the users that a message mentions or alerts.
 *
 * @param alertedIds users with an alert word in the message
 * Sources: docs/protocol/messages.md#attention, docs/protocol/messages.md#onlooking-bots.
 */
export async function findAttention(
  db: Queryable,
  sender: Pick<UserRow, 'realm_id' | 'id'>,
  recipient: StreamRecipient | { kind: 'private' },
  { rendered, alertedIds }: { rendered: RenderedContent; alertedIds: readonly number[] },
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

/** The initial read state of a new message. */
export interface Readers {
  readBy: ReadonlySet<number>
  /** If set, the only users for whom the message is unread; otherwise it is unread for all but `readBy`. */
  unreadOnlyBy?: readonly number[] | undefined
}

/** Flags as stored per user; wildcard mentions are stored with the message. */
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
 * Flags as sent to clients.
 *
 * @param readers the initial read state
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
 * Removes users from the mentions who are mentioned only through a user group and do not receive the message:
 * a group may have thousands of members, and each mention is stored as a row.
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
 * Refuses a text with mentions of groups that its writer may not mention.
 * @throws BadRequestError. Source: docs/protocol/user-groups.md#may-mention.
 */
export function refuseGroupMentions({ refusedGroupNames }: RenderedContent): void {
  const [name] = refusedGroupNames
  if (name !== undefined) {
    throw new BadRequestError(`You are not allowed to mention user group '${name}'.`)
  }
}

/** Max size of an audience for which wildcard mentions need no permission. */
const fewUsers = 15

/**
 * Refuses wildcard mentions of many users, in a stream or topic, to senders without the organization's
 * permission.
 * @throws WildcardMentionNotAllowedError
 * Source: docs/protocol/messages.md#wildcard-policy.
 */
export async function checkWildcardMentions(
  db: DatedQueryable,
  sender: Requester,
  { stream, topic }: { stream: { id: number }; topic: string },
  { mentionsWildcard, mentionsTopic }: RenderedContent,
): Promise<void> {
  if (!mentionsWildcard && !mentionsTopic) return
  if (mayInRealm(db, sender, 'can_mention_many_users_group')) return
  const { realm_id: realmId } = sender
  const isMany = (ids: readonly number[]) => ids.length > fewUsers
  if (
    mentionsWildcard &&
    isMany(await listSubscriberIds(db, realmId, stream.id, { atMost: fewUsers + 1 }))
  ) {
    throw new WildcardMentionNotAllowedError('STREAM')
  }
  if (mentionsTopic && isMany(await listTopicSenderIds(db, realmId, stream.id, topic))) {
    throw new WildcardMentionNotAllowedError('TOPIC')
  }
}
