import type { AppContext } from '../../context'
import type { Requester } from '../authentication'
import { deactivateBotAccount } from '../users/activation'
import { accessBotToChange } from './access'

/**
 * Deactivates a bot of the requester, or any bot for administrators.
 * @throws NoSuchBotError, InsufficientPermissionError. Source: protocol notes 7.1.
 */
export async function deactivateBot(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  requester: Requester,
  botId: number,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const bot = await accessBotToChange(tx, requester, botId)
    await deactivateBotAccount(tx, ctx.clock.now(), bot)
  })
}
