import type { Queryable } from '../../../db/engine/database'
import type { FlagsOfOne } from '../../../db/messages/flags'
import { listTopicSenderIds } from '../../../db/messages/messages'
import type { UserRow } from '../../../db/schema'
import type { Overlay } from '../../../wire/events'
import { flagBits, flagWords } from '../../../wire/message-flags'
import type { MessageRecipient } from './draft'
import type { RenderedContent } from '../rendering/rendering'

/** Whom a message concerns more than others who receive it. None of them need receive it. */
export interface Attention {
  mentionedIds: ReadonlySet<number>
  /** Everybody is mentioned. */
  everybody: boolean
  /** Mentioned as those who take part in the topic. */
  topicIds: ReadonlySet<number>
  /** It has one of their alert words. */
  alertedIds: ReadonlySet<number>
  /** Hear of public messages that mention them, subscribed or not. */
  onlookerIds: ReadonlySet<number>
}

type StreamRecipient = Extract<MessageRecipient, { kind: 'stream' }>

/**
 * Finds out whom a message concerns.
 *
 * @param alertedIds those who have an alert word that occurs in it
 * Source: protocol notes 3.1, 8.3; client notes 3.2.
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

/** The flags that are stored; mentions of everybody are with the message. */
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
 * The flags as clients are told.
 *
 * @param readerId the sender, when the message counts as read by them
 */
export function toldFlags(
  attention: Attention,
  readerId: number | undefined,
): Pick<Overlay, 'flags' | 'userFlags'> {
  const { everybody, mentionedIds, topicIds, alertedIds } = attention
  const forAll = flagBits.received + (everybody ? flagBits.mentionsEverybody : 0)
  const userFlags: Record<string, readonly string[]> = {}
  const differing = concerned(attention)
  if (readerId !== undefined) differing.push(readerId)
  for (const id of differing) {
    userFlags[id] = flagWords(
      forAll +
        (id === readerId ? flagBits.read : 0) +
        (mentionedIds.has(id) ? flagBits.mentioned : 0) +
        (topicIds.has(id) ? flagBits.mentionsTopic : 0) +
        (alertedIds.has(id) ? flagBits.hasAlertWord : 0),
    )
  }
  return {
    ...(everybody ? { flags: flagWords(forAll) } : {}),
    ...(differing.length > 0 ? { userFlags } : {}),
  }
}

function concerned({ mentionedIds, topicIds, alertedIds }: Attention): number[] {
  return [...new Set([...mentionedIds, ...topicIds, ...alertedIds])]
}
