import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import type { StreamRow } from '../../../data/schema'
import { findStreamById } from '../../../data/streams/streams'
import { updateStream } from '../../../data/streams/update-streams'
import type { Publication } from '../../../events/publish'
import type { StreamTopicsPolicy } from '../../../../shared/rules/empty-topics'
import { streamDeleted, streamUpdated } from '../../../wire/stream-events'
import { streamPermissionOf } from '../../../wire/stream-permissions'
import type { Requester } from '../../rules/authentication'
import { BadRequestError, InvalidStreamIdError } from '../../rules/errors'
import { realmAsWriter, renderContent } from '../../posting/rendering/rendering'
import { checkDescription } from '../../rules/texts'
import { requireAdministrator, requireOwner } from '../../rules/permissions/roles'
import { changeName } from './change-name'
import { accessFolderForStreams } from './channel-folders'
import { leaveDefaultStreamGroups } from './default-stream-groups'
import { accessStream, audienceOfStream, mayReadStream } from '../../access/streams/access-stream'
import { changePermissions, entries, refuseClosedTopics } from './change-permissions'
import type { PermissionChanges } from './change-permissions'
import { changeTopicsPolicy } from './topics-policy'
import { lockAndChange, defaultStreamsEvents } from './locked-change'
import type { Step } from './locked-change'
import { watchStars } from '../../notify/messages/star-visibility'
import { streamAppearanceEvents } from '../../notify/streams/peers'

type Context = Pick<AppContext, 'db' | 'caches' | 'renderer'>

export interface StreamChanges extends PermissionChanges {
  newName?: string | undefined
  description?: string | undefined
  isPrivate?: boolean | undefined
  historyPublicToSubscribers?: boolean | undefined
  /** Whether new accounts are subscribed to the stream. */
  isDefault?: boolean | undefined
  /** null: the organization's setting; -1: forever. */
  messageRetentionDays?: number | null | undefined
  /** null: in no folder. */
  folderId?: number | null | undefined
  topicsPolicy?: StreamTopicsPolicy | undefined
}

/**
 * Changes a stream; requires administering it. `isDefault` is for administrators of the organization,
 * `messageRetentionDays` for owners.
 *
 * @throws CannotAdministerChannelError, AdministratorRequiredError, OwnerRequiredError,
 * InvalidStreamIdError
 * @throws BadRequestError or UncodedError for an invalid, taken or unchanged name
 * @throws BadRequestError for a default stream that would become private
 * Source: docs/protocol/streams.md#change.
 */
export async function changeStream(
  ctx: Context,
  requester: Requester,
  streamId: number,
  changes: StreamChanges,
): Promise<void> {
  if (changes.isDefault !== undefined) requireAdministrator(requester)
  if (changes.messageRetentionDays !== undefined) requireOwner(requester)
  const rest: Step[] = [
    (tx, stream) => changeDescription(tx, stream, changes.description),
    (tx, stream) => changeName(tx, stream, changes.newName),
    (tx, stream) => changePermissions(tx, requester, stream, changes),
    (tx, stream) => changeDefault(tx, stream, changes.isDefault),
    (tx, stream) => changeRetention(tx, stream, changes.messageRetentionDays),
    (tx, stream) => changeFolder(tx, stream, changes.folderId),
    (tx, stream) => changeTopicsPolicy(tx, requester, stream, changes.topicsPolicy),
  ]
  const privacy: Step = (tx, stream) => changePrivacy(tx, requester, stream, changes)
  // Becoming private comes first and becoming public last, so that outsiders see no change made in private.
  const steps = changes.isPrivate ? [privacy, ...rest] : [...rest, privacy]
  await lockAndChange(ctx, requester, streamId, async (tx, stream) => {
    const told: Publication[] = []
    const streamIds = [stream.id]
    const starsSince =
      mayChangeReaders(changes) && (await watchStars(tx, stream.realm_id, { streamIds }))
    let current = stream
    for (const step of steps) {
      told.push(...(await step(tx, current)))
      // Each step reads the row as the previous step left it: its event takes name and audience from there.
      current = (await findStreamById(tx, stream.realm_id, stream.id)) ?? current
    }
    if (starsSince) told.push(...(await starsSince()))
    if (mayCloseTopics(changes)) {
      refuseClosedTopics(current, streamPermissionOf(current, 'can_create_topic_group'))
    }
    return told
  })
}

/** Whether the changes can decide who may read the stream. */
function mayChangeReaders({
  permissions = {},
  isPrivate,
  historyPublicToSubscribers,
}: StreamChanges): boolean {
  return (
    isPrivate !== undefined ||
    historyPublicToSubscribers !== undefined ||
    entries.some((name) => permissions[name] !== undefined)
  )
}

function mayCloseTopics({ permissions, ...changes }: StreamChanges): boolean {
  return (
    permissions?.can_create_topic_group !== undefined ||
    changes.isPrivate !== undefined ||
    changes.historyPublicToSubscribers !== undefined
  )
}

/**
 * Makes a stream a default stream of new accounts, or no longer; administrators only.
 *
 * @param reference the stream's name or id
 * @throws AdministratorRequiredError, InvalidStreamIdError, StreamDoesNotExistError
 * @throws BadRequestError for a private stream.
 * Sources: docs/protocol/streams.md#default-streams, docs/protocol/streams.md#private-and-default.
 */
export async function setDefaultStream(
  ctx: Context,
  requester: Requester,
  reference: string | number,
  isDefault: boolean,
): Promise<void> {
  requireAdministrator(requester)
  const { stream } = await accessStream(ctx.db.dated(), requester, reference)
  await changeStream(ctx, requester, stream.id, { isDefault })
}

async function changeDescription(
  tx: Tx,
  stream: StreamRow,
  wanted: string | undefined,
): Promise<Publication[]> {
  if (wanted === undefined) return []
  const description = checkDescription(wanted, 'description')
  if (description === stream.description) return []
  const writer = realmAsWriter(stream.realm_id)
  const rendered_description =
    description === '' ? '' : (await renderContent(tx, writer, description)).html
  await updateStream(tx, stream.realm_id, stream.id, { description, rendered_description })
  const event = streamUpdated(
    stream,
    { property: 'description', value: description },
    { rendered_description },
  )
  return [{ event, audience: audienceOfStream(stream) }]
}

async function changeDefault(
  tx: Tx,
  stream: StreamRow,
  wanted: boolean | undefined,
): Promise<Publication[]> {
  if (wanted === undefined || wanted === stream.is_default) return []
  // Every new account would get access to the private stream.
  if (stream.invite_only) throw new BadRequestError('Private streams cannot be made default.')
  await updateStream(tx, stream.realm_id, stream.id, { is_default: wanted })
  const ofGroups = wanted ? await leaveDefaultStreamGroups(tx, stream.realm_id, [stream.id]) : []
  return [...(await defaultStreamsEvents(tx, stream.realm_id)), ...ofGroups]
}

async function changeRetention(
  tx: Tx,
  stream: StreamRow,
  days: number | null | undefined,
): Promise<Publication[]> {
  if (days === undefined || days === stream.message_retention_days) return []
  await updateStream(tx, stream.realm_id, stream.id, { message_retention_days: days })
  const event = streamUpdated(stream, { property: 'message_retention_days', value: days })
  return [{ event, audience: audienceOfStream(stream) }]
}

/** @throws BadRequestError for an unknown or archived folder */
async function changeFolder(
  tx: Tx,
  stream: StreamRow,
  folderId: number | null | undefined,
): Promise<Publication[]> {
  if (folderId === undefined || folderId === stream.folder_id) return []
  if (folderId !== null) await accessFolderForStreams(tx, stream.realm_id, folderId)
  await updateStream(tx, stream.realm_id, stream.id, { folder_id: folderId })
  const event = streamUpdated(stream, { property: 'folder_id', value: folderId })
  return [{ event, audience: audienceOfStream(stream) }]
}

/**
 * Makes a stream private or public. Users who lose sight of it get a `delete` event, users who gain sight
 * a `create` event. Changing a private stream requires reading it, which administrators may not be able to.
 * @throws InvalidStreamIdError
 */
async function changePrivacy(
  tx: Tx,
  requester: Requester,
  stream: StreamRow,
  changes: StreamChanges,
): Promise<Publication[]> {
  const inviteOnly = changes.isPrivate ?? stream.invite_only
  const sharesHistory =
    !inviteOnly ||
    (changes.historyPublicToSubscribers ??
      (stream.invite_only && stream.history_public_to_subscribers))
  if (inviteOnly === stream.invite_only && sharesHistory === stream.history_public_to_subscribers) {
    return []
  }
  if (stream.invite_only) {
    const accessed = await accessStream(tx, requester, stream.id)
    if (!mayReadStream(tx, requester, accessed)) throw new InvalidStreamIdError()
  }
  // Every new account would get access to the private stream.
  if (inviteOnly && stream.is_default) {
    throw new BadRequestError('Default streams cannot be made private.')
  }
  const changed = await updateStream(tx, stream.realm_id, stream.id, {
    invite_only: inviteOnly,
    history_public_to_subscribers: sharesHistory,
  })
  const insiders = audienceOfStream({ ...stream, invite_only: true })
  const update: Publication = {
    event: streamUpdated(
      stream,
      { property: 'invite_only', value: inviteOnly },
      {
        history_public_to_subscribers: sharesHistory,
        is_web_public: false,
      },
    ),
    audience: insiders,
  }
  if (inviteOnly === stream.invite_only) return [update]
  const outsiders = { everyone: 'members' as const, exceptIn: insiders }
  const events = inviteOnly
    ? [streamDeleted([stream])]
    : await streamAppearanceEvents(tx, stream.realm_id, [changed])
  const ofGroups = inviteOnly
    ? await leaveDefaultStreamGroups(tx, stream.realm_id, [stream.id])
    : []
  return [...events.map((event) => ({ event, audience: outsiders })), update, ...ofGroups]
}
