import type { Tx } from '../../../data/engine/database'
import type { UserRow } from '../../../data/schema'
import { findUserByAddress, findUserByEmail } from '../../../data/users/users'
import type { Publication } from '../../../events/publish'
import { userAddressChanged } from '../../../wire/user-events'
import { recordActs } from '../../notify/audit-log'
import { forUser } from '../../notify/publications'
import { addressEvents } from '../../notify/users/address'
import { BadRequestError, UncodedError } from '../../rules/errors'
import { isEmailAddress } from '../../rules/names'
import { visibly } from '../../../lib/characters'

/* Addresses of bots. Source: docs/protocol/bots.md#create-checks. */

type BotAddress = Pick<UserRow, 'short_name' | 'email'>

/** The address of a bot for a short name. @throws BadRequestError, UncodedError */
export function botAddressFor(shortName: string, domain: string): BotAddress {
  const trimmed = visibly(shortName)
  if (trimmed === '') throw new BadRequestError('Bad name or username')
  const short_name = `${trimmed}-bot`
  const email = `${short_name}@${domain}`
  if (!isEmailAddress(email)) throw new UncodedError('Bad name or username')
  return { short_name, email }
}

/** @param botId id of the bot that shall have the address; absent for a new one. @throws UncodedError */
export async function refuseTakenAddress(
  tx: Tx,
  realmId: number,
  email: string,
  botId?: number,
): Promise<void> {
  const owners = [
    await findUserByEmail(tx, realmId, email),
    await findUserByAddress(tx, realmId, email),
  ]
  if (owners.some((owner) => owner && owner.id !== botId)) {
    throw new UncodedError('Username already in use')
  }
}

/**
 * The columns of a bot with another short name, in the domain that its address has already.
 * @throws BadRequestError, UncodedError. Source: docs/protocol/bots.md#short-name.
 */
export async function checkNewAddress(
  tx: Tx,
  bot: UserRow,
  shortName: string | undefined,
): Promise<Partial<BotAddress>> {
  if (shortName === undefined) return {}
  const address = botAddressFor(shortName, bot.email.slice(bot.email.lastIndexOf('@') + 1))
  if (address.email !== bot.email) {
    await refuseTakenAddress(tx, bot.realm_id, address.email, bot.id)
  }
  return address
}

/** Records another address of a bot, and answers its events. */
export async function botAddressChanged(
  tx: Tx,
  before: UserRow,
  after: UserRow,
): Promise<Publication[]> {
  if (before.email === after.email) return []
  await recordActs(tx, after.realm_id, [
    {
      act: 'user_email_changed',
      affected: { type: 'user', id: after.id },
      before: { email: before.email },
      after: { email: after.email },
    },
  ])
  return [
    forUser(after.id, userAddressChanged(after, after.email)),
    ...(await addressEvents(tx, after.realm_id, [{ before, after }])),
  ]
}
