import { listBots, listBotsOf } from '../../db/bots/bots'
import type { BotRecord } from '../../wire/users'
import type { AppContext } from '../../context'
import type { Queryable } from '../../db/engine/database'
import type { Requester } from '../authentication'
import { isAdministrator, refuseBots, refuseGuests } from '../permissions'
import { mayKnowBot, presentBotRow } from './visibility'

/**
 * Every bot that a user may know with its key, deactivated ones included: the initial state that
 * realm_bot events keep up to date. Source: protocol notes 4.3, 4.9.
 */
export async function listKnownBots(db: Queryable, user: Requester): Promise<BotRecord[]> {
  const bots = isAdministrator(user)
    ? await listBots(db, user.realm_id)
    : await listBotsOf(db, user.realm_id, user.id)
  return bots.filter((bot) => mayKnowBot(user, bot)).map(presentBotRow)
}

/**
 * The requester's own active bots, oldest first.
 * @throws UncodedError for bots, GuestsNotAllowedError. Source: protocol notes 7.1.
 */
export async function listOwnBots(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<BotRecord[]> {
  refuseBots(requester)
  refuseGuests(requester)
  const bots = await listBotsOf(ctx.db.query, requester.realm_id, requester.id)
  return bots.filter((bot) => !bot.deactivated_at).map(presentBotRow)
}
