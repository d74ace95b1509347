import type { AppContext } from '../../context'
import { updateUser } from '../../db/users/accounts'
import { createApiKey } from '../credentials'
import type { Requester } from '../authentication'
import { refuseBots, refuseGuests } from '../permissions'
import { accessBotToChange } from './access'
import { publishBotChange } from './visibility'

/**
 * Gives a bot of the requester, or any bot for administrators, a new API key; the old one is
 * dead at once.
 *
 * @throws UncodedError for bots, GuestsNotAllowedError, NoSuchBotError, InsufficientPermissionError
 * Source: protocol notes 7.1.
 */
export async function regenerateBotKey(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  botId: number,
): Promise<string> {
  refuseBots(requester)
  refuseGuests(requester)
  const api_key = createApiKey()
  await ctx.db.transaction(async (tx) => {
    const bot = await accessBotToChange(tx, requester, botId)
    await updateUser(tx, bot.realm_id, bot.id, { api_key })
    await publishBotChange(tx, bot)
  })
  return api_key
}
