import type { Queryable } from '../../../data/engine/database'
import type { Reader } from '../../../data/access/rule'
import { listReadableMessages } from '../../../data/access/readable-messages'
import { findImportedMessage } from '../../../data/import/old-addresses'
import { readTargets } from '../../../data/import/targets'
import { messageAddress } from '../../rules/messages/quoting'
import { fixedError } from '../../../../shared/api-error'

/** The same for unknown messages and for those that the requester must not read. */
export class NoOldMessageError extends fixedError({
  status: 404,
  code: 'BAD_REQUEST',
  description: 'No imported message has this address, or none that the requester may read.',
  example: 'No such message',
}) {}

/**
 * The address here of a message that was imported, by its key on the old server.
 * @throws NoOldMessageError
 * Source: docs/protocol/import.md#old-addresses.
 */
export async function findOldAddress(
  db: Queryable,
  requester: Reader & { realm_id: number },
  old: { kind: 'slack' | 'rocket-chat'; key: string },
): Promise<string> {
  const id = await findImportedMessage(db, requester.realm_id, old)
  const [message] = id === undefined ? [] : await listReadableMessages(db, requester, [id])
  if (!message) throw new NoOldMessageError()
  const wanted = {
    userIds: [],
    groupIds: [],
    streamIds: [],
    uploadIds: [],
    messageIds: [message.id],
  }
  const { messages, streams } = await readTargets(db, requester.realm_id, wanted)
  const { stream_id: streamId, member_key: members } = messages.get(message.id) ?? {}
  if (streamId === null || streamId === undefined) {
    return messageAddress({ userIds: (members ?? '').split(',').map(Number) }, message)
  }
  return messageAddress({ id: streamId, name: streams.get(streamId) ?? '' }, message)
}
