import type { AppContext } from '../../context'
import { lockAccounts, updateUser } from '../../db/accounts'
import { findBot } from '../../db/bots'
import { createApiKey } from '../api-keys'
import type { Requester } from '../authentication'
import { publishBotChange } from '../bots/visibility'

/** Gives the requester a new API key; the old one is dead at once. Source: protocol notes 7.2. */
export async function regenerateOwnKey(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<string> {
  const api_key = createApiKey()
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, requester.realm_id)
    const bot = await findBot(tx, requester.realm_id, requester.id)
    await updateUser(tx, requester.realm_id, requester.id, { api_key })
    if (bot) await publishBotChange(tx, bot)
  })
  return api_key
}
