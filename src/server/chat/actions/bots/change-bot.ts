import type { AppContext } from '../../../context'
import { findBot, findBotService, putBotService } from '../../../data/bots/bots'
import type { BotRow } from '../../../data/bots/bots'
import type { Tx } from '../../../data/engine/database'
import type { UserRow } from '../../../data/schema'
import type { Role } from '../../../../shared/rules/roles'
import { updateUser } from '../../../data/users/update-users'
import { findUserById } from '../../../data/users/users'
import { publish } from '../../../events/publish'
import type { IncomingFile } from '../../../stores/files/incoming'
import { userAvatarChanged, userRenamed } from '../../../wire/user-events'
import type { BotRecord } from '../../../../shared/users'
import { differences, recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import {
  BadRequestError,
  InsufficientPermissionError,
  NoSuchBotError,
  UncodedError,
} from '../../rules/errors'
import { checkFullName } from '../../rules/names'
import { forgetPresence } from '../../notify/users/forget-presence'
import { deactivateBotAccount } from '../users/activation'
import { deleteAvatar } from '../users/avatars'
import { changeRole, checkRoleChange, replaceKey } from '../users/change-user'
import { changedRole } from '../users/role'
import { botOwnerEvents, forUsersWhoCanSee } from '../../notify/users/user-events'
import { botAddressChanged, checkNewAddress } from './address'
import { withAvatar } from './avatar'
import {
  accessBotToChange,
  accessDefaultStream,
  requireBotKeeper,
} from '../../access/bots/access-bot'
import { checkInterface, refuseTakenName } from './create-bot'
import type { BotServiceInput } from './create-bot'
import { holdsMore } from '../../rules/users/bot-role'
import { presentBotTo, publishBotChange } from '../../notify/bots/visibility'

export interface BotChanges {
  /** Becomes the local part of the address, before `-bot`. */
  shortName?: string | undefined
  fullName?: string | undefined
  ownerId?: number | undefined
  role?: number | undefined
  /** Names of streams; '' clears the default. */
  defaultSendingStream?: string | undefined
  defaultEventsRegisterStream?: string | undefined
  defaultAllPublicStreams?: boolean | undefined
  /** Service of an outgoing webhook; ignored for other bots. */
  service?: Omit<BotServiceInput, 'name'>
  /** The new picture. */
  avatar?: IncomingFile | undefined
}

/**
 * Changes a bot of the requester, or any bot for administrators.
 *
 * @throws UncodedError for bots, GuestsNotAllowedError, NoSuchBotError, InsufficientPermissionError
 * @throws BadRequestError or UncodedError for values that the bot cannot have
 * Source: docs/protocol/bots.md#update.
 */
export async function changeBot(
  ctx: Pick<AppContext, 'db' | 'files' | 'log' | 'presence'>,
  requester: Requester,
  botId: number,
  changes: BotChanges,
): Promise<BotRecord> {
  requireBotKeeper(requester)
  const realmId = requester.realm_id
  const { before, after } = await withAvatar(ctx, requester, changes.avatar, (avatarKey) =>
    applyChanges(ctx, requester, botId, { ...changes, avatarKey }),
  )
  if (changes.avatar && before.avatar_key !== null) {
    await deleteAvatar(ctx, realmId, before.avatar_key)
  }
  if (before.email !== after.email) await forgetPresence(ctx, after)
  return presentBotTo(requester, after)
}

interface StoredBotChanges extends BotChanges {
  /** Key of the stored picture; undefined without a new one. */
  avatarKey: string | undefined
}

async function applyChanges(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  botId: number,
  changes: StoredBotChanges,
): Promise<{ before: BotRow; after: BotRow }> {
  const { avatarKey } = changes
  return ctx.db.transaction(async (tx) => {
    const before = await accessBotToChange(tx, requester, botId)
    const full_name = await checkNewName(tx, before, changes.fullName)
    const newOwner = await findNewOwner(tx, before, changes.ownerId)
    const ownerId = newOwner?.id ?? before.bot_owner_id
    const role = checkRole(requester, before, changes.role)
    if (role !== before.role) {
      await checkRoleChange(tx, requester, { ...before, bot_owner_id: ownerId }, role)
    }
    const changed = await updateUser(tx, before, {
      // Set even if unchanged: an UPDATE needs at least one column.
      full_name,
      bot_owner_id: ownerId,
      ...(await checkNewAddress(tx, before, changes.shortName)),
      ...(avatarKey === undefined
        ? {}
        : { avatar_key: avatarKey, avatar_version: before.avatar_version + 1 }),
      ...(await checkDefaults(tx, requester, ownerId, changes)),
    })
    await changeService(tx, before, changes.service ?? {})
    const after = (await findBot(tx, before.realm_id, before.id)) as BotRow
    await userListEvents(tx, before, changed, after.owner_email)
    await publishBotChange(tx, before)
    await recordChange(tx, before, changed)
    if (role !== before.role) {
      await changeRole(tx, changed, role)
    } else if (newOwner && holdsMore(before, newOwner)) {
      await changeRole(tx, changed, newOwner.role)
    }
    return { before, after }
  })
}

/**
 * The new role of a bot: at most the requester's own.
 * @throws BadRequestError, InsufficientPermissionError
 */
function checkRole(requester: Requester, bot: BotRow, wanted: number | undefined): Role {
  if (wanted === undefined) return bot.role
  const role = changedRole(bot.role, { role: wanted })
  if (role !== bot.role && holdsMore({ role }, requester)) throw new InsufficientPermissionError()
  return role
}

async function checkNewName(tx: Tx, bot: BotRow, wanted: string | undefined): Promise<string> {
  if (wanted === undefined) return bot.full_name
  const fullName = checkFullName(wanted)
  if (fullName !== bot.full_name) await refuseTakenName(tx, bot.realm_id, fullName, bot.id)
  return fullName
}

async function recordChange(tx: Tx, before: UserRow, after: UserRow): Promise<void> {
  const affected = { type: 'user', id: after.id } as const
  const renamed = differences({ full_name: before.full_name }, { full_name: after.full_name })
  const handedOver = differences(
    { bot_owner_id: before.bot_owner_id },
    { bot_owner_id: after.bot_owner_id },
  )
  await recordActs(tx, after.realm_id, [
    ...(renamed ? [{ act: 'user_renamed' as const, affected, ...renamed }] : []),
    ...(handedOver ? [{ act: 'bot_owner_changed' as const, affected, ...handedOver }] : []),
  ])
}

async function findNewOwner(
  tx: Tx,
  bot: BotRow,
  ownerId: number | undefined,
): Promise<UserRow | undefined> {
  if (ownerId === undefined) return undefined
  const owner = await findUserById(tx, bot.realm_id, ownerId)
  if (!owner) throw new UncodedError('Failed to change owner, no such user')
  if (owner.deactivated_at) throw new UncodedError('Failed to change owner, user is deactivated')
  if (owner.is_bot) throw new UncodedError("Failed to change owner, bots can't own other bots")
  return owner
}

type Defaults = Pick<
  UserRow,
  'default_sending_stream_id' | 'default_events_register_stream_id' | 'default_all_public_streams'
>

async function checkDefaults(
  tx: Tx,
  requester: Requester,
  ownerId: number | null,
  changes: BotChanges,
): Promise<Partial<Defaults>> {
  const defaults: Partial<Defaults> = {}
  const owner = ownerId === null ? undefined : await findUserById(tx, requester.realm_id, ownerId)
  // The owner will read the names of the streams, but an administrator may know streams that the owner may
  // not.
  const access = async (name: string) => {
    if (owner) await accessDefaultStream(tx, owner, name)
    return accessDefaultStream(tx, requester, name)
  }
  const { defaultSendingStream, defaultEventsRegisterStream, defaultAllPublicStreams } = changes
  if (defaultSendingStream !== undefined) {
    defaults.default_sending_stream_id = await access(defaultSendingStream)
  }
  if (defaultEventsRegisterStream !== undefined) {
    defaults.default_events_register_stream_id = await access(defaultEventsRegisterStream)
  }
  if (defaultAllPublicStreams !== undefined) {
    defaults.default_all_public_streams = defaultAllPublicStreams
  }
  return defaults
}

async function changeService(tx: Tx, bot: BotRow, wanted: BotServiceInput): Promise<void> {
  const service = await findBotService(tx, bot.realm_id, bot.id)
  const { payloadUrl, interfaceType } = wanted
  const type = interfaceType === undefined ? undefined : checkInterface(interfaceType)
  if (!service || (payloadUrl === undefined && type === undefined)) return
  if (payloadUrl === '') throw new BadRequestError('service_payload_url is not a URL')
  await putBotService(tx, {
    ...service,
    base_url: payloadUrl ?? service.base_url,
    interface: type ?? service.interface,
  })
}

/** Names, addresses, pictures and owners of bots are part of the user list, which every client has. */
async function userListEvents(
  tx: Tx,
  before: UserRow,
  after: UserRow,
  ownerEmail: string | null,
): Promise<void> {
  await publish(tx, after.realm_id, [
    ...(await botAddressChanged(tx, before, after)),
    ...(after.full_name === before.full_name ? [] : [forUsersWhoCanSee(after, userRenamed(after))]),
    ...(after.avatar_key === before.avatar_key
      ? []
      : [forUsersWhoCanSee(after, userAvatarChanged(after))]),
    ...(after.bot_owner_id === before.bot_owner_id ? [] : botOwnerEvents(after, ownerEmail)),
  ])
}

/**
 * Gives a bot of the requester, or any bot for administrators, a new API key. The old key stops working at
 * once.
 *
 * @throws UncodedError for bots, GuestsNotAllowedError, NoSuchBotError, InsufficientPermissionError
 * Source: docs/protocol/bots.md#regenerate-key.
 */
export async function regenerateBotKey(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  botId: number,
): Promise<string> {
  requireBotKeeper(requester)
  return ctx.db.transaction(async (tx) =>
    replaceKey(tx, await accessBotToChange(tx, requester, botId)),
  )
}

/**
 * The API key of a bot, for its owner alone: administrators can replace it, which is recorded.
 *
 * @throws UncodedError for bots, GuestsNotAllowedError, NoSuchBotError, InsufficientPermissionError
 * Source: docs/protocol/bots.md#read-key.
 */
export async function readBotKey(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  botId: number,
): Promise<string> {
  requireBotKeeper(requester)
  const bot = await findBot(ctx.db.query, requester.realm_id, botId)
  if (!bot || bot.deactivated_at) throw new NoSuchBotError()
  if (bot.bot_owner_id !== requester.id) throw new InsufficientPermissionError()
  return bot.api_key
}

/**
 * Deactivates a bot of the requester, or any bot for administrators.
 * @throws NoSuchBotError, InsufficientPermissionError.
 * Source: docs/protocol/bots.md#deactivate-bot.
 */
export async function deactivateBot(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  botId: number,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const bot = await accessBotToChange(tx, requester, botId)
    await deactivateBotAccount(tx, bot)
  })
}
