import type { Queryable } from '../../db/database'
import { listSubscribersAmong } from '../../db/subscriptions'
import type { MessageRecipient } from './draft'
import type { RenderedContent } from './rendering'

/**
 * A rendered text without those who are mentioned by a user group alone and do not receive the
 * message: a group may have thousands of members, and each of the mentioned is written down.
 */
export async function withoutAbsentMembers(
  db: Queryable,
  realmId: number,
  rendered: RenderedContent,
  recipient: MessageRecipient,
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
