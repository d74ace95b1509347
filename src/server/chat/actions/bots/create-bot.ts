import type { AppContext } from '../../../context'
import { findBot, putBotService } from '../../../data/bots/bots'
import type { BotRow } from '../../../data/bots/bots'
import type { Tx } from '../../../data/engine/database'
import { botTypes, roles } from '../../../../shared/rules/roles'
import type { BotServiceRow, ServiceInterface, UserRow } from '../../../data/schema'
import type { BotType } from '../../../../shared/rules/roles'
import { insertUser, isFullNameTaken, lockAccounts } from '../../../data/users/update-users'
import { findUserById } from '../../../data/users/users'
import { publish } from '../../../events/publish'
import type { IncomingFile } from '../../../stores/files/incoming'
import type { OwnBotRecord } from '../../../../shared/users'
import { recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { createApiKey } from '../../rules/credentials'
import {
  AuthenticationError,
  BadRequestError,
  InsufficientPermissionError,
  UncodedError,
} from '../../rules/errors'
import { refuseConfusable } from '../../rules/users/confusables'
import { checkFullName } from '../../rules/names'
import { botAccountAddedEvents } from '../../notify/users/user-events'
import { joinedGroupsEvents } from '../../notify/user-groups/group-events'
import { accessDefaultStream, requireBotKeeper } from '../../access/bots/access-bot'
import { botAddressFor, refuseTakenAddress } from './address'
import { withAvatar } from './avatar'
import { mayCreateBots } from '../../access/bots/rights'
import { botAddedEvents, presentBotRow } from '../../notify/bots/visibility'
import { looksEmpty } from '../../../lib/characters'

export interface NewBot {
  fullName: string
  /** Short name without the suffix `-bot`; the suffix is added to the short name and the email. */
  shortName: string
  /** Domain of the bot's email, after the `@`. */
  emailDomain: string
  botType: number
  /** Service of an outgoing webhook. */
  service: BotServiceInput & { interfaceType: number }
  /** Names of streams; '' for none. */
  defaultSendingStream?: string | undefined
  defaultEventsRegisterStream?: string | undefined
  defaultAllPublicStreams?: boolean | undefined
  /** The bot's picture; undefined for none. */
  avatar?: IncomingFile | undefined
}

/** The account data of a requested bot. */
interface Candidate {
  full_name: string
  short_name: string
  email: string
}

/**
 * Creates a bot that belongs to the requester. It is subscribed to nothing.
 *
 * @throws UncodedError for bots, GuestsNotAllowedError, InsufficientPermissionError
 * @throws BadRequestError or UncodedError for invalid values, checked in the order of
 * docs/protocol/bots.md#create-checks
 */
export async function createBot(
  ctx: Pick<AppContext, 'db' | 'files' | 'log'>,
  requester: Requester,
  bot: NewBot,
): Promise<OwnBotRecord> {
  requireBotKeeper(requester)
  if (!mayCreateBots(ctx.db.dated(), requester, bot.botType)) {
    throw new InsufficientPermissionError()
  }
  const candidate = checkNames(bot)
  return withAvatar(ctx, requester, bot.avatar, (avatar_key) =>
    insertBot(ctx, requester, bot, { ...candidate, avatar_key: avatar_key ?? null }),
  )
}

function insertBot(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  bot: NewBot,
  candidate: Candidate & Pick<UserRow, 'avatar_key'>,
): Promise<OwnBotRecord> {
  return ctx.db.transaction(async (tx) => {
    // The lock keeps names unique, and the owner and the default streams unchanged.
    await lockAccounts(tx, requester.realm_id)
    await checkOwner(tx, requester)
    await checkAvailability(tx, requester.realm_id, candidate)
    const bot_type = checkType(bot.botType)
    const service = newService(bot_type, {
      ...bot.service,
      name: bot.service.name ?? bot.shortName,
    })
    const inserted = await insertUser(tx, {
      realm_id: requester.realm_id,
      ...candidate,
      role: roles.member,
      is_bot: true,
      bot_type,
      bot_owner_id: requester.id,
      api_key: createApiKey(),
      date_joined: tx.now,
      default_sending_stream_id: await accessDefaultStream(
        tx,
        requester,
        bot.defaultSendingStream ?? '',
      ),
      default_events_register_stream_id: await accessDefaultStream(
        tx,
        requester,
        bot.defaultEventsRegisterStream ?? '',
      ),
      default_all_public_streams: bot.defaultAllPublicStreams ?? false,
    })
    if (!inserted) throw new UncodedError('Username already in use')
    if (service) {
      await putBotService(tx, { realm_id: inserted.realm_id, bot_id: inserted.id, ...service })
    }
    const created = (await findBot(tx, requester.realm_id, inserted.id)) as BotRow
    const { email, full_name, bot_owner_id } = created
    await recordActs(tx, created.realm_id, [
      {
        act: 'bot_created',
        affected: { type: 'user', id: created.id },
        after: { email, full_name, bot_type, bot_owner_id, role: created.role },
      },
    ])
    await publish(tx, requester.realm_id, [
      ...botAccountAddedEvents(created, created.owner_email),
      ...botAddedEvents(created),
      ...(await joinedGroupsEvents(tx, created.realm_id, [created.id])),
    ])
    return presentBotRow(created)
  })
}

/** Refuses an owner who was just deactivated or became a guest: no active bot may stay behind. */
async function checkOwner(tx: Tx, requester: Requester): Promise<void> {
  const owner = await findUserById(tx, requester.realm_id, requester.id)
  if (!owner || owner.deactivated_at) {
    throw new AuthenticationError('Account is deactivated', 'USER_DEACTIVATED')
  }
  requireBotKeeper(owner)
}

function checkNames({ shortName, fullName, emailDomain }: NewBot): Candidate {
  if (looksEmpty(shortName)) throw new BadRequestError('Bad name or username')
  return { full_name: checkFullName(fullName), ...botAddressFor(shortName, emailDomain) }
}

async function checkAvailability(tx: Tx, realmId: number, candidate: Candidate): Promise<void> {
  await refuseTakenAddress(tx, realmId, candidate.email)
  await refuseTakenName(tx, realmId, candidate.full_name)
}

/**
 * Refuses a name that another account has, or that looks like another account's name.
 * @param botId id of the renamed bot; absent for a new bot
 * @throws BadRequestError
 */
export async function refuseTakenName(
  tx: Tx,
  realmId: number,
  fullName: string,
  botId?: number,
): Promise<void> {
  if (await isFullNameTaken(tx, realmId, fullName, botId)) {
    throw new BadRequestError('Name is already in use!')
  }
  await refuseConfusable(tx, realmId, fullName, botId)
}

/** The supported types: the server has no embedded bots. */
const servedTypes: readonly BotType[] = [
  botTypes.generic,
  botTypes.incomingWebhook,
  botTypes.outgoingWebhook,
]

function checkType(botType: number): BotType {
  const served = servedTypes.find((type) => type === botType)
  if (botType === botTypes.generic + 3) throw new BadRequestError('Embedded bots are not enabled.')
  if (served === undefined) throw new BadRequestError('Invalid bot type')
  return served
}

/** The requested service of an outgoing-webhook bot. */
export interface BotServiceInput {
  payloadUrl?: string | undefined
  interfaceType?: number | undefined
  /** Default: the bot's short name. */
  name?: string | undefined
}

/** @throws BadRequestError. Source: docs/protocol/bots.md#create-checks. */
export function checkInterface(type: number): ServiceInterface {
  if (type !== 1 && type !== 2) throw new BadRequestError('Invalid interface type')
  return type
}

/**
 * The service of a new outgoing-webhook bot, with a new token; undefined for bots of other types.
 * @throws BadRequestError for an outgoing webhook without a payload URL
 */
function newService(
  botType: BotType,
  wanted: BotServiceInput & { interfaceType: number; name: string },
): Omit<BotServiceRow, 'realm_id' | 'bot_id'> | undefined {
  const type = checkInterface(wanted.interfaceType)
  if (botType !== botTypes.outgoingWebhook) return undefined
  if (!wanted.payloadUrl) throw new BadRequestError('payload_url is not a URL')
  return { name: wanted.name, base_url: wanted.payloadUrl, interface: type, token: createApiKey() }
}
