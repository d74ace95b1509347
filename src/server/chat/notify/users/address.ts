import { listBotsOf } from '../../../data/bots/bots'
import type { BotRow } from '../../../data/bots/bots'
import type { Tx } from '../../../data/engine/database'
import type { UserRow } from '../../../data/schema'
import { listUsersWithHiddenAddress } from '../../../data/users/list-users'
import { findTakenEmail } from '../../../data/users/many-users'
import type { Audience } from '../../../events/audience'
import type { Publication } from '../../../events/publish'
import { addressColumns, addressSeen, viewOfRole } from '../../../wire/addresses'
import type { AddressView, AddressVisibility } from '../../../wire/addresses'
import {
  botOwnerChanged,
  botUpdated,
  userAddressChanged,
  userEmailChanged,
} from '../../../wire/user-events'
import { audienceOfBot } from '../bots/visibility'
import { BadRequestError } from '../../rules/errors'
import { forUser } from '../publications'
import { forUsersWhoCanSee } from './user-events'

/** The audience of each view of other users' addresses. */
const audiences: Readonly<Record<Exclude<AddressView, 'own'>, Audience>> = {
  administrator: { administrators: true },
  moderator: { moderators: true, exceptIn: { administrators: true } },
  member: { everyone: 'members', exceptIn: { moderators: true } },
  guest: { everyone: 'all', exceptIn: { everyone: 'members' } },
}

/** An account before and after a change. */
export interface ChangedAccount {
  before: UserRow
  after: UserRow
}

/**
 * The columns of accounts for a new visibility of their addresses, by user.
 *
 * @param domain mail domain of placeholder addresses, which replace hidden addresses
 * @throws BadRequestError for bots, or if another account shows a resulting email
 */
export async function chooseAddressVisibilities(
  tx: Tx,
  realmId: number,
  chosen: readonly { user: UserRow; visibility: AddressVisibility }[],
  domain: string,
): Promise<ReadonlyMap<number, Pick<UserRow, 'email' | 'delivery_email'>>> {
  if (chosen.length === 0) return new Map()
  if (chosen.some(({ user }) => user.is_bot)) {
    throw new BadRequestError('Everybody sees the address of a bot.')
  }
  const columns = new Map(
    chosen.map(({ user, visibility }) => [user.id, addressColumns(user, visibility, domain)]),
  )
  const shown = [...columns].map(([id, { email }]) => ({ id, email }))
  const taken = await findTakenEmail(tx, realmId, shown)
  if (taken !== undefined) throw new BadRequestError(`Email '${taken}' already in use`)
  return columns
}

/**
 * Events about the addresses that each view sees, and, if the email in records changed, about that email
 * in the records of the account and of its bots.
 * Source: docs/protocol/accounts.md#email-visibility-events.
 */
export async function addressEvents(
  tx: Tx,
  realmId: number,
  changes: readonly ChangedAccount[],
): Promise<Publication[]> {
  const renamed = changes.filter(({ before, after }) => before.email !== after.email)
  const ids = renamed.map(({ after }) => after.id)
  const bots = ids.length === 0 ? [] : await listBotsOf(tx, realmId, ids)
  return changes.flatMap((change) => addressEventsOf(change, bots))
}

/** @param bots all bots of an account whose email changed */
function addressEventsOf(
  { before, after }: ChangedAccount,
  bots: readonly BotRow[],
): Publication[] {
  const views = Object.entries(audiences) as [Exclude<AddressView, 'own'>, Audience][]
  const told = views
    .filter(([view]) => addressSeen(before, view) !== addressSeen(after, view))
    .map(([view, audience]) => ({
      event: userAddressChanged(after, addressSeen(after, view)),
      audience: { ...audience, about: after.id, except: [after.id] },
    }))
  if (before.email === after.email) return told
  const own = bots.filter(({ bot_owner_id: owner }) => owner === after.id)
  return [
    ...told,
    forUsersWhoCanSee(after, userEmailChanged(after)),
    ...own.flatMap((bot) => [
      forUsersWhoCanSee(after, botOwnerChanged(bot, after.email)),
      {
        event: botUpdated(bot, { owner: after.email, owner_id: after.id }),
        audience: audienceOfBot(bot),
      },
    ]),
  ]
}

/** Events for a user whose role changes, about the addresses that they can see or no longer see. */
export async function visibleAddressEvents(
  tx: Tx,
  viewer: UserRow,
  nextRole: number,
): Promise<Publication[]> {
  const [view, next] = [viewOfRole(viewer.role), viewOfRole(nextRole)]
  if (view === next) return []
  const hidden = await listUsersWithHiddenAddress(tx, viewer.realm_id)
  return hidden
    .filter((user) => user.id !== viewer.id && addressSeen(user, view) !== addressSeen(user, next))
    .map((user) => forUser(viewer.id, userAddressChanged(user, addressSeen(user, next))))
}
