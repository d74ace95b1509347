import type { Tx } from '../../../data/engine/database'
import { hasNamedTopics } from '../../../data/messages/newest-messages'
import type { StreamRow } from '../../../data/schema'
import type { Dated } from '../../../lib/clock'
import { updateStream } from '../../../data/streams/update-streams'
import type { Publication } from '../../../events/publish'
import { maySetTopicsPolicy } from '../../../../shared/rules/realm-rights'
import type { StreamTopicsPolicy } from '../../../../shared/rules/empty-topics'
import { streamUpdated } from '../../../wire/stream-events'
import { audienceOfStream } from '../../access/streams/access-stream'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { CannotSetTopicsPolicyError } from '../../rules/messages/errors'
import { asRealmUser } from '../../rules/permissions/roles'

/**
 * Changes the topics policy of a locked stream that the requester administers.
 *
 * @throws BadRequestError for a requester who may not choose topics policies
 * @throws CannotSetTopicsPolicyError if only the empty topic shall be taken and there are others
 * Source: docs/protocol/channel-settings.md#channel-topics-policy.
 */
export async function changeTopicsPolicy(
  tx: Tx,
  requester: Requester,
  stream: StreamRow,
  wanted: StreamTopicsPolicy | undefined,
): Promise<Publication[]> {
  if (wanted === undefined || wanted === stream.topics_policy) return []
  requireSettingTopicsPolicy(tx, requester)
  if (wanted === 'empty_topic_only' && (await hasNamedTopics(tx, stream.realm_id, stream.id))) {
    throw new CannotSetTopicsPolicyError()
  }
  await updateStream(tx, stream.realm_id, stream.id, { topics_policy: wanted })
  const event = streamUpdated(stream, { property: 'topics_policy', value: wanted })
  return [{ event, audience: audienceOfStream(stream) }]
}

/** @throws BadRequestError for a requester who may not choose topics policies */
export function requireSettingTopicsPolicy(at: Dated, requester: Requester): void {
  if (!maySetTopicsPolicy(asRealmUser(at, requester))) {
    throw new BadRequestError('Insufficient permission')
  }
}
