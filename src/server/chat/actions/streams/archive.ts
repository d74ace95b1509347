import type { AppContext } from '../../../context'
import { listBotsUsing } from '../../../data/bots/bots'
import { isUniqueViolation } from '../../../data/engine/database'
import type { Tx } from '../../../data/engine/database'
import type { StreamRow } from '../../../data/schema'
import { lockArchivedStream, reviveStream } from '../../../data/streams/update-streams'
import { listSubscribers, listSubscriptionRows } from '../../../data/streams/subscriptions'
import { lockAccounts } from '../../../data/users/update-users'
import { listUsersByIds } from '../../../data/users/users'
import type { Audience } from '../../../events/audience'
import { publish } from '../../../events/publish'
import type { Publication } from '../../../events/publish'
import type { CapabilityCondition } from '../../../../shared/events'
import { streamDeleted, streamUpdated } from '../../../../shared/stream-events'
import { recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { publishBotChange } from '../../notify/bots/visibility'
import { BadRequestError, InvalidStreamIdError } from '../../rules/errors'
import { describeAdded } from './subscribe'
import { forgetArchived } from '../../notify/users/guest-visibility'
import { audienceOfStream, mayKnowStream, ownStreamIds } from '../../access/streams/access-stream'
import { endStreams } from './lifecycle'
import { lockAndChange, tellDefaults } from './locked-change'
import { postArchivingNotice } from './notices'
import { streamAppearanceEvents, leftAsReadEvents } from '../../notify/streams/peers'
import { requireAdministering } from '../../access/streams/rights'

/*
 * Archiving and unarchiving of streams. Source: docs/protocol/streams.md#deactivate.
 */

type Context = Pick<AppContext, 'db' | 'memory' | 'renderer'>

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
    await postArchivingNotice(ctx, tx, requester, { stream, isArchived: true })
    const subscribers = await listSubscribers(tx, realmId, [id])
    const read = await leftAsReadEvents(tx, realmId, [stream], subscribers)
    const ofRealm = await endStreams(tx, realmId, [stream])
    return [
      ...read,
      ...archivedStreamEvents(stream, audienceOfStream(stream)),
      ...(stream.is_default ? await tellDefaults(tx, realmId) : []),
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

/**
 * Unarchives a stream with its subscribers. Does nothing for a stream that is not archived.
 * @throws CannotAdministerChannelError, InvalidStreamIdError
 * @throws BadRequestError if another stream has taken its name
 * Source: docs/protocol/channel-settings.md#is-archived.
 */
export async function unarchiveStream(
  ctx: Context,
  requester: Requester,
  streamId: number,
): Promise<void> {
  const { realm_id: realmId } = requester
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const archived = await lockArchivedStream(tx, realmId, streamId)
    if (!archived) return
    const own = await ownStreamIds(tx, requester)
    if (!mayKnowStream(tx, requester, archived, own.has(streamId))) throw new InvalidStreamIdError()
    requireAdministering(tx, requester, archived)
    const stream = await revive(tx, archived)
    await recordActs(tx, realmId, [
      {
        act: 'stream_changed',
        affected: { type: 'stream', id: streamId },
        before: { deactivated_at: archived.deactivated_at },
        after: { deactivated_at: null },
      },
    ])
    await publish(tx, realmId, await unarchivedStreamEvents(tx, stream))
    // Limited guests may see more users now, because they share this stream with them again.
    await forgetArchived(tx, realmId, [streamId])
    for (const bot of await listBotsUsing(tx, realmId, [streamId])) await publishBotChange(tx, bot)
    await postArchivingNotice(ctx, tx, requester, { stream, isArchived: false })
  })
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
