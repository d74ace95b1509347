import type { AppContext } from '../../context'
import { listBotsUsing } from '../../db/bots/bots'
import { isUniqueViolation } from '../../db/engine/database'
import type { Tx } from '../../db/engine/database'
import { listDefaultStreams } from '../../db/realms/realms'
import type { StreamRow } from '../../db/schema'
import {
  findStreamById,
  findStreamByName,
  lockStreams,
  updateStream,
} from '../../db/streams/streams'
import { listSubscribers } from '../../db/streams/subscriptions'
import { lockAccounts } from '../../db/users/update-users'
import { publish } from '../../events/publish'
import type { Publication } from '../../events/publish'
import { defaultStreamsChanged, streamDeleted, streamUpdated } from '../../wire/stream-events'
import { differences, recordActs } from '../audit-log'
import type { Requester } from '../authentication'
import { publishBotChange } from '../bots/visibility'
import { BadRequestError, InvalidStreamIdError, UncodedError } from '../errors'
import { realmAsWriter, renderContent } from '../messages/rendering/rendering'
import { refuseUnprintable } from '../names'
import { requireAdministrator } from '../permissions'
import { accessStream, audienceOfStream } from './access'
import { endStreams } from './lifecycle'
import { postChangeNotices } from './notices'
import { explainAppearance, explainLeftAsRead } from './peers'
import { checkDescription, checkStreamName } from '../texts'

type Context = Pick<AppContext, 'db' | 'clock' | 'memory' | 'renderer'>

export interface StreamChanges {
  newName?: string | undefined
  description?: string | undefined
  isPrivate?: boolean | undefined
  isAnnouncementOnly?: boolean | undefined
  historyPublicToSubscribers?: boolean | undefined
  /** New accounts are subscribed to it. */
  isDefault?: boolean | undefined
}

/**
 * Changes a stream; administrators only.
 *
 * @throws AdministratorRequiredError, InvalidStreamIdError
 * @throws BadRequestError or UncodedError when the new name cannot be had
 * @throws BadRequestError for a default stream that would become private
 * Source: docs/protocol/streams.md#change.
 */
export async function changeStream(
  ctx: Context,
  requester: Requester,
  streamId: number,
  changes: StreamChanges,
): Promise<void> {
  const rest: Step[] = [
    (tx, stream) => changeDescription(tx, stream, changes.description),
    (tx, stream) => changeName(tx, stream, changes.newName),
    (tx, stream) => changePostPolicy(tx, stream, changes.isAnnouncementOnly),
    (tx, stream) => changeDefault(tx, stream, changes.isDefault),
  ]
  const privacy: Step = (tx, stream) => changePrivacy(tx, requester, stream, changes)
  // Outsiders learn neither what a stream is called once it is hidden, nor what it was called before.
  const steps = changes.isPrivate ? [privacy, ...rest] : [...rest, privacy]
  await lockAndChange(ctx, requester, streamId, async (tx, stream) => {
    const told: Publication[] = []
    let current = stream
    for (const step of steps) {
      told.push(...(await step(tx, current)))
      // Events name a stream, and find those concerned, by what the event before left.
      current = (await findStreamById(tx, stream.realm_id, stream.id)) ?? current
    }
    return told
  })
}

/**
 * Has new accounts be subscribed to a stream, or no longer; administrators only.
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
  const { stream } = await accessStream(ctx.db.query, requester, reference)
  await changeStream(ctx, requester, stream.id, { isDefault })
}

/** Changes something about a stream and says what is to be told of that. */
type Step = (tx: Tx, stream: StreamRow) => Promise<Publication[]>

/**
 * @throws AdministratorRequiredError, InvalidStreamIdError.
 * Source: docs/protocol/streams.md#deactivate.
 */
export async function deactivateStream(
  ctx: Context,
  requester: Requester,
  streamId: number,
): Promise<void> {
  await lockAndChange(ctx, requester, streamId, async (tx, stream) => {
    const { realm_id: realmId, id } = stream
    const read = await explainLeftAsRead(
      tx,
      realmId,
      [stream],
      await listSubscribers(tx, realmId, [id]),
    )
    const ofRealm = await endStreams(tx, ctx.clock.now(), realmId, [stream])
    return [
      ...read,
      { event: streamDeleted([stream]), audience: audienceOfStream(stream) },
      ...(await explainDefaults(tx, stream)),
      ...ofRealm,
    ]
  })
}

/**
 * Changes a stream in one transaction and tells of it: in events, in the stream itself, and of what
 * it means to bots.
 */
async function lockAndChange(
  ctx: Context,
  requester: Requester,
  streamId: number,
  change: Step,
): Promise<void> {
  requireAdministrator(requester)
  const realmId = requester.realm_id
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const [stream] = await lockStreams(tx, realmId, [streamId])
    if (!stream) throw new InvalidStreamIdError()
    // The records of bots name their default streams, and hide those that have a private one.
    const bots = await listBotsUsing(tx, realmId, [streamId])
    await publish(tx, realmId, await change(tx, stream))
    const changed = await findStreamById(tx, realmId, streamId)
    await recordChange(tx, stream, changed)
    if (changed) await postChangeNotices(ctx, tx, ctx.clock.now(), requester, stream, changed)
    for (const bot of bots) await publishBotChange(tx, bot)
  })
}

/** @param after undefined where it was deactivated */
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

/** What owners are told of a stream: not what follows from the rest. */
function toldOf({
  rendered_description: _html,
  subscribers_version: _version,
  ...rest
}: StreamRow) {
  return rest
}

async function explainDefaults(tx: Tx, deleted: StreamRow): Promise<Publication[]> {
  return deleted.is_default ? tellDefaults(tx, deleted.realm_id) : []
}

async function tellDefaults(tx: Tx, realmId: number): Promise<Publication[]> {
  const event = defaultStreamsChanged(await listDefaultStreams(tx, realmId))
  return [{ event, audience: { everyone: 'members' } }]
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
  const event = streamUpdated(stream, 'description', description, { rendered_description })
  return [{ event, audience: audienceOfStream(stream) }]
}

async function changeName(
  tx: Tx,
  stream: StreamRow,
  wanted: string | undefined,
): Promise<Publication[]> {
  if (wanted === undefined) return []
  const name = checkStreamName(wanted)
  refuseUnprintable(name, 'stream name')
  if (name === stream.name) throw new UncodedError('Stream already has that name!')
  const namesake = await findStreamByName(tx, stream.realm_id, name)
  if (namesake && namesake.id !== stream.id) {
    throw new BadRequestError(`Stream name '${namesake.name}' is already taken.`)
  }
  try {
    await updateStream(tx, stream.realm_id, stream.id, { name })
  } catch (error) {
    // Somebody else took the name just now.
    if (!isUniqueViolation(error)) throw error
    throw new BadRequestError(`Stream name '${name}' is already taken.`)
  }
  return [{ event: streamUpdated(stream, 'name', name), audience: audienceOfStream(stream) }]
}

async function changePostPolicy(
  tx: Tx,
  stream: StreamRow,
  wanted: boolean | undefined,
): Promise<Publication[]> {
  if (wanted === undefined || wanted === stream.is_announcement_only) return []
  await updateStream(tx, stream.realm_id, stream.id, { is_announcement_only: wanted })
  const audience = audienceOfStream(stream)
  return [
    { event: streamUpdated(stream, 'is_announcement_only', wanted), audience },
    { event: streamUpdated(stream, 'stream_post_policy', wanted ? 2 : 1), audience },
  ]
}

async function changeDefault(
  tx: Tx,
  stream: StreamRow,
  wanted: boolean | undefined,
): Promise<Publication[]> {
  if (wanted === undefined || wanted === stream.is_default) return []
  // New accounts would be let into it, whoever they are.
  if (stream.invite_only) throw new BadRequestError('Private streams cannot be made default.')
  await updateStream(tx, stream.realm_id, stream.id, { is_default: wanted })
  return tellDefaults(tx, stream.realm_id)
}

/**
 * Makes a stream private or public. Users who lose sight of it see it deleted, users who gain sight
 * of it see it created. What was said in private is for its subscribers to open to others, not for
 * whoever administers the organisation.
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
    const { subscription } = await accessStream(tx, requester, stream.id)
    if (!subscription) throw new InvalidStreamIdError()
  }
  // New accounts would be let into it, whoever they are.
  if (inviteOnly && stream.is_default) {
    throw new BadRequestError('Default streams cannot be made private.')
  }
  const changed = await updateStream(tx, stream.realm_id, stream.id, {
    invite_only: inviteOnly,
    history_public_to_subscribers: sharesHistory,
  })
  const insiders = audienceOfStream({ ...stream, invite_only: true })
  const update: Publication = {
    event: streamUpdated(stream, 'invite_only', inviteOnly, {
      history_public_to_subscribers: sharesHistory,
      is_web_public: false,
    }),
    audience: insiders,
  }
  if (inviteOnly === stream.invite_only) return [update]
  const outsiders = { everyone: 'members' as const, exceptIn: insiders }
  const events = inviteOnly
    ? [streamDeleted([stream])]
    : await explainAppearance(tx, stream.realm_id, [changed])
  return [...events.map((event) => ({ event, audience: outsiders })), update]
}
