import { listBotsOf } from '../../../data/bots/bots'
import type { Tx } from '../../../data/engine/database'
import type { UserRow } from '../../../data/schema'
import { listUsersWithHiddenAddress } from '../../../data/users/list-users'
import { findUserByEmail } from '../../../data/users/users'
import type { Audience } from '../../../events/audience'
import type { Publication } from '../../../events/publish'
import { addressColumns, addressSeen, viewOfRole } from '../../../../shared/addresses'
import type { AddressView, AddressVisibility } from '../../../../shared/addresses'
import {
  botOwnerChanged,
  botUpdated,
  userAddressChanged,
  userEmailChanged,
} from '../../../../shared/user-events'
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

/**
 * The columns of an account for a new visibility of its address.
 *
 * @param domain mail domain of placeholder addresses, which replace hidden addresses
 * @throws BadRequestError for bots, or if another account shows the resulting email
 */
export async function chooseAddressVisibility(
  tx: Tx,
  user: UserRow,
  visibility: AddressVisibility,
  domain: string,
): Promise<Pick<UserRow, 'email' | 'delivery_email'>> {
  if (user.is_bot) throw new BadRequestError('Everybody sees the address of a bot.')
  const columns = addressColumns(user, visibility, domain)
  const namesake = await findUserByEmail(tx, user.realm_id, columns.email)
  if (namesake && namesake.id !== user.id) {
    throw new BadRequestError(`Email '${columns.email}' already in use`)
  }
  return columns
}

/**
 * Events about the address that each view sees, and, if the email in records changed, about that email
 * in the records of the account and of its bots.
 * Source: docs/protocol/accounts.md#email-visibility-events.
 */
export async function addressEvents(
  tx: Tx,
  before: UserRow,
  after: UserRow,
): Promise<Publication[]> {
  const views = Object.entries(audiences) as [Exclude<AddressView, 'own'>, Audience][]
  const told = views
    .filter(([view]) => addressSeen(before, view) !== addressSeen(after, view))
    .map(([view, audience]) => ({
      event: userAddressChanged(after, addressSeen(after, view)),
      audience: { ...audience, about: after.id, except: [after.id] },
    }))
  if (before.email === after.email) return told
  const bots = await listBotsOf(tx, after.realm_id, after.id)
  return [
    ...told,
    forUsersWhoCanSee(after, userEmailChanged(after)),
    ...bots.flatMap((bot) => [
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
