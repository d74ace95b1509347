import { listBots } from '../../../data/bots/bots'
import type { BotRow } from '../../../data/bots/bots'
import type { Tx } from '../../../data/engine/database'
import { listDefaultStreams } from '../../../data/realms/realms'
import { isAdministrator, isGuest, roles } from '../../../../shared/rules/roles'
import type { UserRow } from '../../../data/schema'
import type { Role } from '../../../../shared/rules/roles'
import { listAdministrators } from '../../../data/users/update-users'
import type { Publication } from '../../../events/publish'
import type { PlainEvent } from '../../../../shared/events'
import { defaultStreamsChanged, streamDeleted } from '../../../wire/stream-events'
import { botAdded, botDeleted } from '../../../wire/user-events'
import { mayKnowBot, presentBotTo } from '../../notify/bots/visibility'
import { BadRequestError, UncodedError } from '../../rules/errors'
import { forUser } from '../../notify/publications'
import { listKnownStreams } from '../../access/streams/access-stream'
import type { Viewer } from '../../access/streams/access-stream'
import { streamAppearanceEvents } from '../../notify/streams/peers'

/** A requested role: newer clients send `role`, older clients two flags. */
export interface RequestedRole {
  role?: number | undefined
  isAdmin?: boolean | undefined
  isGuest?: boolean | undefined
}

/**
 * Computes the role after a change. A missing flag keeps its value, so turning an administrator into a
 * guest requires `isAdmin: false` too.
 *
 * @throws BadRequestError for an unknown role, or flags that contradict `role`
 * @throws UncodedError for both flags at once.
 * Source: docs/protocol/users.md#role-flags.
 */
export function changedRole(current: Role, wanted: RequestedRole): Role {
  const next = wanted.role === undefined ? undefined : checkRole(wanted.role)
  const base = { role: next ?? current }
  const admin = wanted.isAdmin ?? isAdministrator(base)
  const guest = wanted.isGuest ?? isGuest(base)
  if (admin && guest) throw new UncodedError('Guests cannot be organization administrators')
  if (admin === isAdministrator(base) && guest === isGuest(base)) return base.role
  if (next !== undefined) throw new BadRequestError('role contradicts is_admin or is_guest')
  if (admin) return roles.administrator
  return guest ? roles.guest : roles.member
}

function checkRole(role: number): Role {
  const known = Object.values(roles).find((candidate) => candidate === role)
  if (known === undefined) throw new BadRequestError('Invalid role')
  return known
}

/** A role that every realm needs, as error messages name it. */
export type Indispensable = 'organization administrator' | 'organization owner'

/**
 * The indispensable role that the realm would lose if this account changed its role or were deactivated;
 * undefined if none. The caller has locked the accounts, so that two administrators cannot remove each
 * other concurrently.
 *
 * @param nextRole absent: deactivation
 */
export async function findLoss(
  tx: Tx,
  user: UserRow,
  nextRole?: Role,
): Promise<Indispensable | undefined> {
  // Bots and deactivated accounts do not count as administrators.
  if (user.is_bot || user.deactivated_at || !isAdministrator(user)) return undefined
  const administrators = await listAdministrators(tx, user.realm_id)
  const others = administrators.filter((administrator) => administrator.id !== user.id)

  const staysAdministrator = nextRole !== undefined && isAdministrator({ role: nextRole })
  if (!staysAdministrator && others.length === 0) return 'organization administrator'
  const ceasesToOwn = user.role === roles.owner && nextRole !== roles.owner
  if (ceasesToOwn && !others.some((other) => other.role === roles.owner)) {
    return 'organization owner'
  }
  return undefined
}

/**
 * Events for a user whose role changed: streams and bots that became visible are published as created,
 * those no longer visible as deleted.
 *
 * @param user with role and groups before the change
 * @param next with role and groups after the change
 */
export async function newlyVisibleStreamEvents(
  tx: Tx,
  user: UserRow & Viewer,
  next: UserRow & Viewer,
): Promise<Publication[]> {
  const streams = compare(await listKnownStreams(tx, user), await listKnownStreams(tx, next))
  const allBots = await listBots(tx, user.realm_id)
  const botsKnownTo = (viewer: UserRow) => allBots.filter((bot) => mayKnowBot(viewer, bot))
  const bots = compare<BotRow>(botsKnownTo(user), botsKnownTo(next))

  const events: PlainEvent[] = [
    ...(await streamAppearanceEvents(tx, user.realm_id, streams.gained)),
    ...(streams.lost.length > 0 ? [streamDeleted(streams.lost)] : []),
    ...(isGuest(user) !== isGuest(next)
      ? [defaultStreamsChanged(isGuest(next) ? [] : await listDefaultStreams(tx, user.realm_id))]
      : []),
    ...bots.gained.map((bot) => botAdded(presentBotTo(next, bot))),
    ...bots.lost.map(botDeleted),
  ]
  return events.map((event) => forUser(user.id, event))
}

function compare<T extends { id: number }>(
  before: readonly T[],
  after: readonly T[],
): { gained: T[]; lost: T[] } {
  const idsBefore = new Set(before.map((item) => item.id))
  const idsAfter = new Set(after.map((item) => item.id))
  return {
    gained: after.filter((item) => !idsBefore.has(item.id)),
    lost: before.filter((item) => !idsAfter.has(item.id)),
  }
}
