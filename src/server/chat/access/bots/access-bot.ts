import { findBot } from '../../../data/bots/bots'
import type { BotRow } from '../../../data/bots/bots'
import type { Tx } from '../../../data/engine/database'
import { lockAccounts } from '../../../data/users/update-users'
import type { Requester } from '../../rules/authentication'
import { InsufficientPermissionError, NoSuchBotError } from '../../rules/errors'
import { refuseBots, refuseGuests } from '../../rules/permissions/roles'
import { isAdministrator } from '../../../../shared/rules/roles'
import { accessStreamByName } from '../streams/access-stream'
import { invalidStreamName } from '../../rules/texts'

/**
 * Only people other than guests make and manage bots.
 * @throws UncodedError for bots, GuestsNotAllowedError. Source: docs/protocol/bots.md#callers.
 */
export function requireBotKeeper(requester: Requester): void {
  refuseBots(requester)
  refuseGuests(requester)
}

/**
 * An active bot that the requester owns or administers, for a change. Locks the accounts of the realm, so
 * that neither the bot nor its owner changes meanwhile.
 *
 * @throws NoSuchBotError, InsufficientPermissionError.
 * Source: docs/protocol/bots.md#update-refusals.
 */
export async function accessBotToChange(
  tx: Tx,
  requester: Requester,
  botId: number,
): Promise<BotRow> {
  await lockAccounts(tx, requester.realm_id)
  const bot = await findBot(tx, requester.realm_id, botId)
  if (!bot || bot.deactivated_at) throw new NoSuchBotError()
  if (bot.bot_owner_id !== requester.id && !isAdministrator(requester)) {
    throw new InsufficientPermissionError()
  }
  return bot
}

/**
 * The id of a stream that becomes a bot's default; null for an empty name.
 * @throws BadRequestError for a stream that the requester may not know of
 */
export async function accessDefaultStream(
  tx: Tx,
  requester: Requester,
  name: string,
): Promise<number | null> {
  const trimmed = name.trim()
  if (trimmed === '') return null
  const refusal = invalidStreamName(trimmed)
  const { stream } = await accessStreamByName(tx, requester, trimmed, refusal)
  return stream.id
}
