import { isDeepStrictEqual } from 'node:util'
import type { AppContext } from '../../../context'
import { findBot, listBots, listBotsOf } from '../../../data/bots/bots'
import type { BotRow } from '../../../data/bots/bots'
import type { Queryable, Tx } from '../../../data/engine/database'
import type { UserRow } from '../../../data/schema'
import { updateUser } from '../../../data/users/update-users'
import { listActiveAmong } from '../../../data/users/list-users'
import type { Audience } from '../../../events/audience'
import { publish } from '../../../events/publish'
import type { Publication } from '../../../events/publish'
import { botAdded, botDeleted, botUpdated } from '../../../wire/user-events'
import { presentBot } from '../../../wire/users'
import type { BotRecord, OwnBotRecord } from '../../../../shared/users'
import type { Requester } from '../../rules/authentication'
import { isAdministrator } from '../../../../shared/rules/roles'
import { seesSecrets } from '../../rules/key-scopes'
import { requireBotKeeper } from '../../access/bots/access-bot'

/*
 * The users who know a bot and are notified of its changes: the owner, including its secrets, and
 * administrators, without them. Administrators do not know a bot that has a private default stream.
 * Source: docs/protocol/bots.md#who-knows-bots.
 */

export function presentBotRow(bot: BotRow): OwnBotRecord {
  return presentBot(bot, {
    ownerEmail: bot.owner_email,
    defaultSendingStream: bot.sending_stream,
    defaultEventsRegisterStream: bot.events_register_stream,
    service: bot.service,
  })
}

/**
 * The record of a bot for a user who may know it. Only the owner sees the API key and the service token, if not by a named
 * key with fewer rights.
 */
export function presentBotTo(
  user: Pick<UserRow, 'id'> & Pick<Requester, 'namedKey'>,
  bot: BotRow,
): BotRecord {
  return bot.bot_owner_id === user.id && seesSecrets(user)
    ? presentBotRow(bot)
    : withoutSecrets(presentBotRow(bot))
}

/** The token lets its holder call the service as if they were this server. */
function withoutSecrets<R extends Partial<BotRecord>>({ api_key: _key, ...bot }: R) {
  if (!bot.services) return bot
  return { ...bot, services: bot.services.map(({ token: _token, ...service }) => service) }
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

/** Events for a new bot: the owner's copy has the secrets. */
export function botAddedEvents(bot: BotRow): Publication[] {
  const owner = audienceOfOwner(bot)
  const others = { ...audienceOfBot({ ...bot, bot_owner_id: null }), except: owner.userIds }
  return [
    { event: botAdded(presentBotRow(bot)), audience: owner },
    { event: botAdded(withoutSecrets(presentBotRow(bot))), audience: others },
  ].filter(isForSomebody)
}

function audienceOfOwner({ bot_owner_id: id }: BotRow): { userIds: number[] } {
  return { userIds: id === null ? [] : [id] }
}

function isForSomebody({ audience }: { audience: Audience }): boolean {
  return audience.administrators === true || (audience.userIds ?? []).length > 0
}

/** Properties that a realm_bot/update event can be about. */
const changeable = [
  'email',
  'full_name',
  'is_active',
  'api_key',
  'avatar_url',
  'default_sending_stream',
  'default_events_register_stream',
  'default_all_public_streams',
  'services',
] as const satisfies readonly (keyof BotRecord)[]

/**
 * Publishes a change of a bot. Users whose view of the bot stays the same get one event for each change.
 * Users who gain or lose the bot, or its key, get the whole bot added or deleted. Also clears default streams
 * that the owner can no longer see.
 *
 * @param before the bot as it was; the caller holds the lock of the realm's accounts
 * Source: docs/protocol/bots.md#update-events.
 */
export async function publishBotChange(tx: Tx, before: BotRow): Promise<void> {
  const after = await findBot(tx, before.realm_id, before.id)
  if (!after) return
  await forgetLostDefaults(tx, after)
  const audienceWhere = await compareVisibility(tx, before, after)
  const isAnother = (was: Sight, is: Sight) => was !== is
  const record = presentBotRow(after)
  await publish(
    tx,
    before.realm_id,
    [
      {
        event: botDeleted(after),
        audience: audienceWhere((was, is) => was !== 'none' && isAnother(was, is)),
      },
      {
        event: botAdded(record),
        audience: audienceWhere((was, is) => is === 'with key' && isAnother(was, is)),
      },
      {
        event: botAdded(withoutSecrets(record)),
        audience: audienceWhere((was, is) => is === 'without key' && isAnother(was, is)),
      },
      ...changesBetween(presentBotRow(before), record).flatMap((changes): Publication[] => [
        {
          event: botUpdated(after, changes),
          audience: audienceWhere((was, is) => !isAnother(was, is) && is === 'with key'),
        },
        {
          event: botUpdated(after, withoutSecrets(changes)),
          audience: audienceWhere(
            (was, is) => !isAnother(was, is) && is === 'without key' && !('api_key' in changes),
          ),
        },
      ]),
    ].filter(isForSomebody),
  )
}

/**
 * Clears default streams that the owner may no longer know of, which already count as none: they must not
 * come back unannounced when the owner regains access.
 */
async function forgetLostDefaults(tx: Tx, bot: BotRow): Promise<void> {
  const sends = bot.default_sending_stream_id !== null && bot.sending_stream === null
  const registers =
    bot.default_events_register_stream_id !== null && bot.events_register_stream === null
  if (!sends && !registers) return
  await updateUser(tx, bot, {
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

/** The extent to which a user sees a bot. */
type Sight = 'with key' | 'without key' | 'none'

function sightOf(user: Pick<UserRow, 'id' | 'role'>, bot: BotRow): Sight {
  if (bot.bot_owner_id === user.id) return 'with key'
  return mayKnowBot(user, bot) ? 'without key' : 'none'
}

/**
 * Answers a function for the audience of users whose view of a bot changed in a given way. The old and the
 * new owner are listed by id, all other administrators as a group.
 */
async function compareVisibility(
  tx: Tx,
  before: BotRow,
  after: BotRow,
): Promise<(isMeant: (was: Sight, is: Sight) => boolean) => Audience> {
  const ownerIds = [before.bot_owner_id, after.bot_owner_id].filter((id) => id !== null)
  const owners = await listActiveAmong(tx, before.realm_id, ownerIds)
  const ofOthers = (bot: BotRow): Sight => (bot.is_private ? 'none' : 'without key')
  return (isMeant) => ({
    userIds: owners
      .filter((owner) => isMeant(sightOf(owner, before), sightOf(owner, after)))
      .map(({ id }) => id),
    ...(isMeant(ofOthers(before), ofOthers(after))
      ? {
          administrators: true as const,
          except: owners
            .filter((owner) => !isMeant(sightOf(owner, before), sightOf(owner, after)))
            .map(({ id }) => id),
        }
      : {}),
  })
}

/**
 * Every bot that a user may know, deactivated ones included: the initial state that
 * realm_bot events keep up to date.
 * Sources: docs/protocol/register.md#bots, docs/protocol/bots.md#who-knows-bots.
 */
export async function listKnownBots(db: Queryable, user: Requester): Promise<BotRecord[]> {
  const bots = isAdministrator(user)
    ? await listBots(db, user.realm_id)
    : await listBotsOf(db, user.realm_id, [user.id])
  return bots.filter((bot) => mayKnowBot(user, bot)).map((bot) => presentBotTo(user, bot))
}

/**
 * The requester's own active bots, oldest first.
 * @throws UncodedError for bots, GuestsNotAllowedError. Source: docs/protocol/bots.md#list.
 */
export async function listOwnBots(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<OwnBotRecord[]> {
  requireBotKeeper(requester)
  const bots = await listBotsOf(ctx.db.query, requester.realm_id, [requester.id])
  return bots.filter((bot) => !bot.deactivated_at).map(presentBotRow)
}
