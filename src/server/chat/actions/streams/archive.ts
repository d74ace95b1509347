import type { AppContext } from '../../../context'
import { listBotsUsing } from '../../../data/bots/bots'
import { isUniqueViolation } from '../../../data/engine/database'
import type { Tx } from '../../../data/engine/database'
import type { StreamRow } from '../../../data/schema'
import { findStreamOfMessage } from '../../../data/streams/streams'
import { lockForJoins } from '../../../data/streams/order-of-joins'
import { lockArchivedStream, reviveStream } from '../../../data/streams/update-streams'
import { listSubscribers, listSubscriptionRows } from '../../../data/streams/subscriptions'
import { lockAccounts } from '../../../data/users/update-users'
import { listUsersByIds } from '../../../data/users/users'
import type { Audience } from '../../../events/audience'
import { publish } from '../../../events/publish'
import type { Publication } from '../../../events/publish'
import type { CapabilityCondition } from '../../../../shared/events'
import { streamDeleted, streamUpdated } from '../../../wire/stream-events'
import { recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { publishBotChange } from '../../notify/bots/visibility'
import { BadRequestError, InvalidStreamIdError } from '../../rules/errors'
import { describeAdded } from './subscribe'
import { forgetArchived } from '../../notify/users/guest-visibility'
import { audienceOfStream, mayKnowStream, ownStreamIds } from '../../access/streams/access-stream'
import { endStreams } from './lifecycle'
import { lockAndChange, defaultStreamsEvents } from './locked-change'
import { changeName } from './change-name'
import { postArchivingNotice, postChangeNotices } from './notices'
import { streamAppearanceEvents, leftAsReadEvents } from '../../notify/streams/peers'
import { requireAdministering } from '../../access/streams/rights'

/*
 * Archiving and unarchiving of streams. Source: docs/protocol/streams.md#deactivate.
 */

type Context = Pick<AppContext, 'db' | 'caches' | 'renderer'>

/** Condition for clients that do, or do not, keep archived streams. For the others an archived stream is gone. */
const keepsArchived = (isDeclared: boolean): CapabilityCondition => ({
  capability: 'archived_channels',
  isDeclared,
})

/** @throws CannotAdministerChannelError, InvalidStreamIdError */
export async function archiveStream(
  ctx: Context,
  requester: Requester,
  streamId: number,
): Promise<void> {
  await lockAndChange(ctx, requester, streamId, async (tx, stream) => {
    const { realm_id: realmId, id } = stream
    await lockForJoins(tx, [id])
    await postArchivingNotice(ctx, tx, requester, { stream, isArchived: true })
    const subscribers = await listSubscribers(tx, realmId, [id])
    const read = await leftAsReadEvents(tx, realmId, [stream], subscribers)
    const ofRealm = await endStreams(tx, realmId, [stream])
    return [
      ...read,
      ...archivedStreamEvents(stream, audienceOfStream(stream)),
      ...(stream.is_default ? await defaultStreamsEvents(tx, realmId) : []),
      ...ofRealm,
    ]
  })
}

/** Events for an audience that a stream is archived. */
export function archivedStreamEvents(stream: StreamRow, audience: Audience): Publication[] {
  return [
    { event: streamDeleted([stream]), audience, condition: keepsArchived(false) },
    {
      event: streamUpdated(stream, { property: 'is_archived', value: true }),
      audience,
      condition: keepsArchived(true),
    },
  ]
}

export interface ArchivedChanges {
  newName?: string | undefined
  /** Unarchives the stream with its subscribers. */
  isUnarchived: boolean
}

/**
 * Renames or unarchives an archived stream. Answers false, having done nothing, for a stream that is not archived.
 * @throws CannotAdministerChannelError, InvalidStreamIdError
 * @throws BadRequestError or UncodedError for an invalid, taken or unchanged name
 * Source: docs/protocol/channel-settings.md#is-archived.
 */
export async function changeArchivedStream(
  ctx: Context,
  requester: Requester,
  streamId: number,
  { newName, isUnarchived }: ArchivedChanges,
): Promise<boolean> {
  const { realm_id: realmId } = requester
  return ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const archived = await lockArchivedStream(tx, realmId, streamId)
    if (!archived) return false
    const own = await ownStreamIds(tx, requester)
    if (!mayKnowStream(tx, requester, archived, own.has(streamId))) throw new InvalidStreamIdError()
    requireAdministering(tx, requester, archived)
    const keepsName = isUnarchived && newName?.trim() === archived.name
    const renaming = await changeName(tx, archived, keepsName ? undefined : newName)
    const renamed = (await findStreamOfMessage(tx, realmId, streamId)) ?? archived
    // For all other clients the stream is gone, or new.
    await publish(
      tx,
      realmId,
      renaming.map((told) => ({ ...told, condition: keepsArchived(true) })),
    )
    const stream = isUnarchived ? await revive(tx, renamed) : renamed
    await recordActs(tx, realmId, [
      {
        act: 'stream_changed',
        affected: { type: 'stream', id: streamId },
        before: { deactivated_at: archived.deactivated_at, name: archived.name },
        after: { deactivated_at: stream.deactivated_at, name: stream.name },
      },
    ])
    if (isUnarchived) await publishRevival(ctx, tx, requester, { before: archived, after: stream })
    return true
  })
}

async function publishRevival(
  ctx: Context,
  tx: Tx,
  requester: Requester,
  { before, after }: { before: StreamRow; after: StreamRow },
): Promise<void> {
  const { realm_id: realmId, id } = after
  await publish(tx, realmId, await unarchivedStreamEvents(tx, after))
  // Limited guests may see more users now, because they share this stream with them again.
  await forgetArchived(tx, realmId, [id])
  for (const bot of await listBotsUsing(tx, realmId, [id])) await publishBotChange(tx, bot)
  await postArchivingNotice(ctx, tx, requester, { stream: after, isArchived: false })
  await postChangeNotices(ctx, tx, requester, { before, after })
}

async function revive(tx: Tx, stream: StreamRow): Promise<StreamRow> {
  try {
    return await reviveStream(tx, stream.realm_id, stream.id)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new BadRequestError(`Stream name '${stream.name}' is already taken.`)
  }
}

/** Clients that dropped the archived stream get the stream and its subscriptions as new. */
async function unarchivedStreamEvents(tx: Tx, stream: StreamRow): Promise<Publication[]> {
  const { realm_id: realmId } = stream
  const audience = audienceOfStream(stream)
  const subscribers = await listSubscribers(tx, realmId, [stream.id])
  const userIds = subscribers.map((subscriber) => subscriber.user_id)
  const users = await listUsersByIds(
    tx,
    userIds.map((userId) => ({ realmId, userId })),
  )
  const rows = await listSubscriptionRows(tx, realmId, userIds, [stream.id])
  const active = rows.filter((row) => row.active)
  const added = await describeAdded(tx, users, [stream], active)
  const forgetful = keepsArchived(false)
  return [
    {
      event: streamUpdated(stream, { property: 'is_archived', value: false }),
      audience,
      condition: keepsArchived(true),
    },
    ...(await streamAppearanceEvents(tx, realmId, [stream])).map((event) => ({
      event,
      audience,
      condition: forgetful,
    })),
    ...added.map((publication) => ({
      ...publication,
      condition: publication.condition
        ? { all: [publication.condition as CapabilityCondition, forgetful] }
        : forgetful,
    })),
  ]
}
