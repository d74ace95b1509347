import { listReadableMessages } from '../../data/access/readable-messages'
import type { DatedQueryable } from '../../data/engine/database'
import { findImportedTargets } from '../../data/import/old-addresses'
import type { ImportedTarget, TargetKey } from '../../data/import/old-addresses'
import { readTargets } from '../../data/import/targets'
import { listParticipantIds } from '../../data/messages/dm-groups'
import { findUploadById } from '../../data/uploads/uploads'
import { streamAddress } from '../../text/markdown/stream-links'
import { ApiError, fixedError } from '../../lib/api-error'
import { uploadUrl } from '../../wire/uploads'
import type { Requester } from '../rules/authentication'
import { messageAddress } from '../rules/messages/quoting'
import { accessAnyStreamById } from './streams/access-stream'
import { accessUpload } from './uploads/access-upload'
import { accessUser } from './users/access-user'

/** The same for unknown addresses and for those of something that the requester must not read. */
export class NoOldAddressError extends fixedError({
  status: 404,
  code: 'BAD_REQUEST',
  description:
    'Nothing that was imported has this address, or nothing that the requester may read.',
  example: 'No such message',
}) {}

/** The server that an address is of, and the keys that the address may stand for, the likeliest first. */
export interface OldAddress {
  source: 'slack' | 'mattermost' | 'rocket-chat' | 'discord'
  wanted: readonly TargetKey[]
}

/**
 * The path here, with the part after `#`, of something that was imported, by its address on the old server.
 * @throws NoOldAddressError
 * Source: docs/protocol/import.md#old-addresses.
 */
export async function findOldAddress(
  db: DatedQueryable,
  requester: Requester,
  { source, wanted }: OldAddress,
): Promise<string> {
  const targets = await findImportedTargets(db, requester.realm_id, source, wanted)
  for (const target of targets) {
    const path = await pathOf(db, requester, target)
    if (path !== undefined) return path
  }
  throw new NoOldAddressError()
}

/** The path of a row; undefined if the requester may not read it, or if it was deleted. */
async function pathOf(
  db: DatedQueryable,
  requester: Requester,
  { kind, id }: ImportedTarget,
): Promise<string | undefined> {
  switch (kind) {
    case 'message':
      return pathOfMessage(db, requester, id)
    case 'conversation':
      return pathOfConversation(db, requester, id)
    case 'stream':
      return unlessRefused(async () => {
        const { stream } = await accessAnyStreamById(db, requester, id)
        return `/${streamAddress(stream)}`
      })
    case 'user':
      return unlessRefused(async () => {
        const user = await accessUser(db, requester, id)
        return `/#narrow/dm/${user.id}-dm`
      })
    case 'file': {
      const upload = await findUploadById(db, requester.realm_id, id)
      if (!upload) return undefined
      return unlessRefused(async () => {
        const reference = { realmId: upload.realm_id, key: upload.path_key }
        return uploadUrl(await accessUpload(db, requester, reference))
      })
    }
  }
}

async function pathOfMessage(
  db: DatedQueryable,
  requester: Requester,
  id: number,
): Promise<string | undefined> {
  const [message] = await listReadableMessages(db, requester, [id])
  if (!message) return undefined
  const wanted = { userIds: [], groupIds: [], streamIds: [], uploadIds: [], messageIds: [id] }
  const { messages, streams } = await readTargets(db, requester.realm_id, wanted)
  const { stream_id: streamId, member_key: members } = messages.get(id) ?? {}
  const place =
    streamId === null || streamId === undefined
      ? { userIds: (members ?? '').split(',').map(Number) }
      : { id: streamId, name: streams.get(streamId) ?? '' }
  return `/${messageAddress(place, message)}`
}

async function pathOfConversation(
  db: DatedQueryable,
  requester: Requester,
  id: number,
): Promise<string | undefined> {
  const members = await listParticipantIds(db, requester.realm_id, id)
  return members.includes(requester.id) ? `/#narrow/dm/${members.join(',')}-dm` : undefined
}

async function unlessRefused(find: () => Promise<string>): Promise<string | undefined> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
