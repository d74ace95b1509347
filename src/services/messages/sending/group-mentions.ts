import type { Queryable } from '../../../db/engine/database'
import { listSubscribersAmong, listSubscriberIds } from '../../../db/streams/subscriptions'
import type { MessageRecipient } from './draft'
import type { RenderedContent } from '../rendering/rendering'
import { listTopicSenderIds } from '../../../db/messages/messages'
import type { Requester } from '../../authentication'
import { BadRequestError } from '../../errors'
import { isAllowedBy } from '../../permissions'
import { policies, realmSettingsOf } from '../../realms/settings'
import type { Policy, RealmSettings } from '../../realms/settings'

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

/** Where no more people are addressed, everybody may mention all of them. */
const fewPeople = 15

/** The numbers of this setting are others than those of all policies. Source: client notes 6.4. */
const policyOf: Readonly<Record<RealmSettings['wildcard_mention_policy'], Policy>> = {
  1: policies.everyone,
  2: policies.members,
  3: policies.fullMembers,
  5: policies.administrators,
  6: policies.nobody,
  7: policies.moderators,
}

/**
 * Refuses to disturb many people at once, in a stream or a topic, to those whom the organisation does
 * not let do so.
 * @throws BadRequestError
 */
export async function checkWildcardMentions(
  db: Queryable,
  sender: Requester,
  now: Date,
  { stream, topic }: { stream: { id: number }; topic: string },
  { mentionsWildcard, mentionsTopic }: RenderedContent,
): Promise<void> {
  if (!mentionsWildcard && !mentionsTopic) return
  const policy = policyOf[realmSettingsOf(sender).wildcard_mention_policy]
  if (isAllowedBy(policy, sender, now)) return
  const { realm_id: realmId } = sender
  const isMany = (ids: readonly number[]) => ids.length > fewPeople
  if (mentionsWildcard && isMany(await listSubscriberIds(db, realmId, stream.id, fewPeople + 1))) {
    throw refusal('wildcard mentions in this stream')
  }
  if (mentionsTopic && isMany(await listTopicSenderIds(db, realmId, stream.id, topic))) {
    throw refusal('topic wildcard mentions in this topic')
  }
}

function refusal(what: string): BadRequestError {
  return new BadRequestError(`You do not have permission to use ${what}.`)
}
