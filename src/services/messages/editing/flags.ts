import type { Tx } from '../../../db/engine/database'
import { listRecipientGroups } from '../../../db/access/recipients'
import type { RecipientGroup } from '../../../db/access/recipients'
import type { Overlay } from '../../../wire/events'
import { flagBits, flagWords } from '../../../wire/message-flags'

/**
 * The flags of a message for everybody who is told that it was edited. `read` among them: some
 * clients count a mention as unread when it is missing. The largest group of users that have the
 * same flags is the rule and the others are listed, so that the event of a message in a stream of
 * 10,000 lists those who have read it, or those who have not, whoever are fewer.
 *
 * @param editorId is told too, subscribed or not
 */
export async function flagsOfRecipients(
  tx: Tx,
  realmId: number,
  messageId: number,
  editorId: number,
): Promise<Overlay> {
  const groups = await listRecipientGroups(tx, { realmId, messageId }, [editorId])
  const [usual, ...others] = groups.sort((a, b) => b.user_ids.length - a.user_ids.length)
  const userFlags = others.flatMap((group) =>
    group.user_ids.map((userId) => [userId, wordsOf(group)] as const),
  )
  return {
    flags: usual ? wordsOf(usual) : [],
    ...(userFlags.length > 0 ? { userFlags: Object.fromEntries(userFlags) } : {}),
  }
}

function wordsOf(group: RecipientGroup): readonly string[] {
  return flagWords(
    bit(group.received, flagBits.received) |
      bit(group.is_read, flagBits.read) |
      bit(group.starred, flagBits.starred) |
      bit(group.collapsed, flagBits.collapsed) |
      bit(group.mentioned, flagBits.mentioned) |
      bit(group.mentions_everybody, flagBits.mentionsEverybody) |
      bit(group.topic_wildcard_mentioned, flagBits.mentionsTopic) |
      bit(group.has_alert_word, flagBits.hasAlertWord),
  )
}

function bit(isSet: boolean, value: number): number {
  return isSet ? value : 0
}
