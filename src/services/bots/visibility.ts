import { isDeepStrictEqual } from 'node:util'
import type { AppContext } from '../../context'
import { findBot, listBots, listBotsOf } from '../../db/bots/bots'
import type { BotRow } from '../../db/bots/bots'
import type { Queryable, Tx } from '../../db/engine/database'
import type { UserRow } from '../../db/schema'
import { updateUser } from '../../db/users/update-users'
import { listActiveAmong } from '../../db/users/users'
import type { Audience } from '../../events/audience'
import { publish } from '../../events/publish'
import type { Publication } from '../../events/publish'
import { botAdded, botDeleted, botUpdated } from '../../wire/user-events'
import { presentBot } from '../../wire/users'
import type { BotRecord } from '../../wire/users'
import type { Requester } from '../authentication'
import { isAdministrator } from '../permissions'
import { requireBotKeeper } from './access'

/*
 * Who knows a bot with its key, and is told of changes to it: its owner, and administrators
 * unless a private stream is a default of the bot. Source: docs/protocol/bots.md#who-knows-bots.
 */

export function presentBotRow(bot: BotRow): BotRecord {
  return presentBot(bot, {
    ownerEmail: bot.owner_email,
    defaultSendingStream: bot.sending_stream,
    defaultEventsRegisterStream: bot.events_register_stream,
    service: bot.service,
  })
}

export function mayKnowBot(user: Pick<UserRow, 'id' | 'role'>, bot: BotRow): boolean {
  return bot.bot_owner_id === user.id || (isAdministrator(user) && !bot.is_private)
}

export function audienceOfBot(bot: BotRow): Audience {
  return {
    userIds: bot.bot_owner_id === null ? [] : [bot.bot_owner_id],
    ...(bot.is_private ? {} : { administrators: true as const }),
  }
}

/** Properties that a realm_bot/update event can be about. */
const changeable = [
  'full_name',
  'api_key',
  'avatar_url',
  'default_sending_stream',
  'default_events_register_stream',
  'default_all_public_streams',
  'services',
] as const satisfies readonly (keyof BotRecord)[]

/**
 * Tells of what the transaction changed about a bot: those who stay with it of the changes, one
 * event each, and of the whole bot those who may know it from now on, or no longer. Default streams
 * that its owner lost sight of go at the same time.
 *
 * @param before the bot as it was; the caller holds the lock of the realm's accounts
 */
export async function publishBotChange(tx: Tx, before: BotRow): Promise<void> {
  const after = await findBot(tx, before.realm_id, before.id)
  if (!after) return
  await forgetLostDefaults(tx, after)
  const { lost, gained, kept } = await compareAudiences(tx, before, after)
  await publish(
    tx,
    before.realm_id,
    [
      { event: botDeleted(after), audience: lost },
      { event: botAdded(presentBotRow(after)), audience: gained },
      ...changesBetween(presentBotRow(before), presentBotRow(after)).map(
        (changes): Publication => ({ event: botUpdated(after, changes), audience: kept }),
      ),
    ].filter(({ audience }) => audience.administrators || audience.userIds?.length),
  )
}

/**
 * A default that counts as none, as when the owner may no longer know of the stream, is none from
 * now on: it must not come back unannounced when the owner may.
 */
async function forgetLostDefaults(tx: Tx, bot: BotRow): Promise<void> {
  const sends = bot.default_sending_stream_id !== null && bot.sending_stream === null
  const registers =
    bot.default_events_register_stream_id !== null && bot.events_register_stream === null
  if (!sends && !registers) return
  await updateUser(tx, bot.realm_id, bot.id, {
    ...(sends ? { default_sending_stream_id: null } : {}),
    ...(registers ? { default_events_register_stream_id: null } : {}),
  })
}

function changesBetween(before: BotRecord, after: BotRecord): Partial<BotRecord>[] {
  const changes: Partial<BotRecord>[] = changeable
    .filter((property) => !isDeepStrictEqual(before[property], after[property]))
    .map((property) => ({ [property]: after[property] }))
  if (before.owner_id === after.owner_id) return changes
  return [...changes, { owner_id: after.owner_id, ...(after.owner ? { owner: after.owner } : {}) }]
}

/** The owners before and after are told apart by name, all other administrators as a group. */
async function compareAudiences(
  tx: Tx,
  before: BotRow,
  after: BotRow,
): Promise<{ lost: Audience; gained: Audience; kept: Audience }> {
  const ownerIds = [before.bot_owner_id, after.bot_owner_id].filter((id) => id !== null)
  const owners = await listActiveAmong(tx, before.realm_id, ownerIds)
  const among = (knew: boolean, knows: boolean): Audience => {
    const isMeant = (owner: Pick<UserRow, 'id' | 'role'>) =>
      mayKnowBot(owner, before) === knew && mayKnowBot(owner, after) === knows
    return {
      userIds: owners.filter(isMeant).map((owner) => owner.id),
      ...(before.is_private !== knew && after.is_private !== knows
        ? { administrators: true as const }
        : {}),
      except: owners.filter((owner) => !isMeant(owner)).map((owner) => owner.id),
    }
  }
  return { lost: among(true, false), gained: among(false, true), kept: among(true, true) }
}

/**
 * Every bot that a user may know with its key, deactivated ones included: the initial state that
 * realm_bot events keep up to date.
 * Sources: docs/protocol/register.md#bots, docs/protocol/bots.md#who-knows-bots.
 */
export async function listKnownBots(db: Queryable, user: Requester): Promise<BotRecord[]> {
  const bots = isAdministrator(user)
    ? await listBots(db, user.realm_id)
    : await listBotsOf(db, user.realm_id, user.id)
  return bots.filter((bot) => mayKnowBot(user, bot)).map(presentBotRow)
}

/**
 * The requester's own active bots, oldest first.
 * @throws UncodedError for bots, GuestsNotAllowedError. Source: docs/protocol/bots.md#list.
 */
export async function listOwnBots(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<BotRecord[]> {
  requireBotKeeper(requester)
  const bots = await listBotsOf(ctx.db.query, requester.realm_id, requester.id)
  return bots.filter((bot) => !bot.deactivated_at).map(presentBotRow)
}
