import type { AppContext } from '../../../context'
import { listBotsUsing } from '../../../data/bots/bots'
import type { Tx } from '../../../data/engine/database'
import { listDefaultStreams } from '../../../data/realms/realms'
import type { StreamRow } from '../../../data/schema'
import { findStreamById } from '../../../data/streams/streams'
import { lockStreams } from '../../../data/streams/update-streams'
import { lockAccounts } from '../../../data/users/update-users'
import { publish } from '../../../events/publish'
import type { Publication } from '../../../events/publish'
import { defaultStreamsChanged } from '../../../wire/stream-events'
import { differences, recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { publishBotChange } from '../../notify/bots/visibility'
import { InvalidStreamIdError } from '../../rules/errors'
import { isAdministrator } from '../../../../shared/rules/roles'
import { checkStreamAccess } from '../../access/streams/access-stream'
import { postChangeNotices } from './notices'
import { requireAdministering } from '../../access/streams/rights'

type Context = Pick<AppContext, 'db' | 'caches' | 'renderer'>

/** Changes a stream and answers the events to publish. */
export type Step = (tx: Tx, stream: StreamRow) => Promise<Publication[]>

/**
 * Runs a change of a stream in one transaction: locks, checks the right to administer, publishes the
 * events, records the change, posts notices in the stream, and updates bots that use the stream.
 */
export async function lockAndChange(
  ctx: Context,
  requester: Requester,
  streamId: number,
  change: Step,
): Promise<void> {
  const realmId = requester.realm_id
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const [stream] = await lockStreams(tx, realmId, [streamId])
    if (!stream) throw new InvalidStreamIdError()
    if (!isAdministrator(requester)) await checkStreamAccess(tx, requester, streamId)
    requireAdministering(tx, requester, stream)
    // Bot records name the bot's default streams, and a bot with a private one is known only to its owner.
    const bots = await listBotsUsing(tx, realmId, [streamId])
    await publish(tx, realmId, await change(tx, stream))
    const changed = await findStreamById(tx, realmId, streamId)
    await recordChange(tx, stream, changed)
    if (changed) {
      await postChangeNotices(ctx, tx, requester, { before: stream, after: changed })
    }
    for (const bot of bots) await publishBotChange(tx, bot)
  })
}

/** @param after undefined if the stream was archived */
async function recordChange(tx: Tx, before: StreamRow, after?: StreamRow): Promise<void> {
  const affected = { type: 'stream', id: before.id } as const
  if (!after) {
    const { name } = before
    await recordActs(tx, before.realm_id, [{ act: 'stream_archived', affected, before: { name } }])
    return
  }
  const changed = differences(toldOf(before), toldOf(after))
  if (!changed) return
  await recordActs(tx, before.realm_id, [{ act: 'stream_changed', affected, ...changed }])
}

/** Columns of a stream for the audit log, without derived ones. */
function toldOf({
  rendered_description: _html,
  subscribers_version: _version,
  ...rest
}: StreamRow) {
  return rest
}

/** The event with all default streams, for members. */
export async function defaultStreamsEvents(tx: Tx, realmId: number): Promise<Publication[]> {
  const event = defaultStreamsChanged(await listDefaultStreams(tx, realmId))
  return [{ event, audience: { everyone: 'members' } }]
}
