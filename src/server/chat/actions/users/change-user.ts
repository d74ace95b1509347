import type { AppContext } from '../../../context'
import { lockSight } from '../../../data/access/order-of-sight'
import { findBot, listBotsOf } from '../../../data/bots/bots'
import type { Tx } from '../../../data/engine/database'
import { listMembershipsOf } from '../../../data/groups/membership'
import { noteDuties } from '../../../data/identities/second-factor-duties'
import { isGuest, roles } from '../../../../shared/rules/roles'
import type { UserRow } from '../../../data/schema'
import type { Role } from '../../../../shared/rules/roles'
import { updateRoles, updateUser } from '../../../data/users/update-users'
import { findUserById } from '../../../data/users/users'
import { publish, publishQueueRemoval } from '../../../events/publish'
import { addressOf } from '../../../wire/addresses'
import type { PlainEvent } from '../../../../shared/events'
import { userRenamed, userRoleChanged } from '../../../wire/user-events'
import { recordActs } from '../../notify/audit-log'
import { mailOldAddress } from './new-address'
import type { Requester } from '../../rules/authentication'
import { createApiKey } from '../../rules/credentials'
import { holdsMore, refuseRoleAboveOwner } from '../../rules/users/bot-role'
import { publishBotChange } from '../../notify/bots/visibility'
import { BadRequestError, UncodedError } from '../../rules/errors'
import { refuseConfusable } from '../../rules/users/confusables'
import { revokeDisallowedInvitations } from '../invitations/revoke'
import { checkFullName } from '../../rules/names'
import { requireAdministrator, requireOwner } from '../../rules/permissions/roles'
import { realmSettingsOf } from '../../rules/realms/settings'
import type { RealmSettings } from '../../rules/realms/settings'
import { loadViewers } from '../../access/streams/access-stream'
import { watchStars } from '../../notify/messages/star-visibility'
import { membershipChangeEvents } from '../../notify/user-groups/group-events'
import { accessUserToChange, requireOwnerFor } from '../../access/users/access-user'
import type { UserReference } from '../../access/users/access-user'
import { visibleAddressEvents } from '../../notify/users/address'
import { changeAddress } from './change-address'
import { forgetPresence } from '../../notify/users/forget-presence'
import { changedRole, newlyVisibleStreamEvents, findLoss } from './role'
import type { RequestedRole } from './role'
import { changeProfile } from '../profile-fields/values'
import type { ProfileValueInput } from '../profile-fields/values'
import { forUsersWhoCanSee } from '../../notify/users/user-events'

export type UserChanges = RequestedRole & {
  fullName?: string | undefined
  email?: string | undefined
  profile?: readonly ProfileValueInput[] | undefined
}

/**
 * Changes name, role, address or profile of an account; administrators only. The address, and the account
 * of an owner, only by owners.
 *
 * @throws AdministratorRequiredError, OwnerRequiredError, NoSuchUserError
 * @throws BadRequestError or UncodedError for invalid values
 * Source: docs/protocol/users.md#update.
 */
export async function changeUser(
  ctx: Pick<AppContext, 'config' | 'db' | 'clock' | 'log' | 'caches' | 'presence' | 'renderer'>,
  requester: Requester,
  reference: UserReference,
  changes: UserChanges,
): Promise<void> {
  requireAdministrator(requester)
  // With a new address one can reset the password and take over the account.
  if (changes.email !== undefined) requireOwner(requester)
  const moved = await ctx.db.transaction(async (tx) => {
    const user = await accessUserToChange(tx, requester, reference)
    const role = changedRole(user.role, changes)
    if (role !== user.role) await checkRoleChange(tx, requester, user, role)
    await rename(tx, user, changes.fullName)
    await changeProfile(ctx, tx, requester, user, changes.profile ?? [])
    const wanted = { address: changes.email, settings: realmSettingsOf(requester) }
    const moved = await moveTo(ctx, tx, user, wanted)
    if (role !== user.role) await changeRole(tx, moved ?? user, role)
    return moved
  })
  if (moved) await forgetPresence(ctx, moved)
}

/**
 * Changes the address and mails a notice to the old one; undefined if the address is unchanged. The caller has locked the
 * accounts, and calls `forgetPresence` after the commit.
 * @throws BadRequestError, UncodedError
 */
export async function moveTo(
  ctx: Pick<AppContext, 'clock' | 'config'>,
  tx: Tx,
  user: UserRow,
  { address, settings }: { address: string | undefined; settings: RealmSettings },
): Promise<UserRow | undefined> {
  if (address === undefined || address.trim() === addressOf(user)) return undefined
  const before = (await findUserById(tx, user.realm_id, user.id)) ?? user
  const changed = await changeAddress(ctx, tx, before, { address, settings })
  await mailOldAddress(ctx, tx, before, changed)
  return changed
}

/**
 * Checks that the requester may give this role and the account may have it.
 * @throws OwnerRequiredError, BadRequestError, UncodedError
 */
export async function checkRoleChange(
  tx: Tx,
  requester: Requester,
  user: UserRow,
  role: Role,
): Promise<void> {
  requireOwnerFor(requester, role)
  if (user.is_bot && role === roles.owner) {
    // Administrators can reset the keys of bots, and so could act as an owner.
    throw new BadRequestError('Bots cannot be organization owners')
  }
  await refuseRoleAboveOwner(tx, user, role)
  const loss = await findLoss(tx, user, role)
  if (loss) throw new UncodedError(`Cannot remove the only ${loss}`)
}

/** Renames an account and publishes the name. The caller has locked the accounts. */
export async function rename(tx: Tx, user: UserRow, wanted: string | undefined): Promise<void> {
  if (wanted === undefined) return
  const full_name = checkFullName(wanted)
  if (full_name === user.full_name) return
  await refuseConfusable(tx, user.realm_id, full_name, user.id)
  await changeColumns(tx, user, { full_name }, userRenamed)
  await recordActs(tx, user.realm_id, [
    {
      act: 'user_renamed',
      affected: { type: 'user', id: user.id },
      before: { full_name: user.full_name },
      after: { full_name },
    },
  ])
}

/**
 * Changes columns of an account and publishes the event of `explain`; for a bot also the changes of its
 * bot record. The caller has locked the accounts.
 */
export async function changeColumns(
  tx: Tx,
  user: Pick<UserRow, 'realm_id' | 'id'>,
  columns: Partial<UserRow>,
  explain?: (changed: UserRow) => PlainEvent,
): Promise<UserRow> {
  const { realm_id: realmId, id } = user
  const bot = await findBot(tx, realmId, id)
  const changed = await updateUser(tx, user, columns)
  if (explain) await publish(tx, realmId, [forUsersWhoCanSee(changed, explain(changed))])
  if (bot) await publishBotChange(tx, bot)
  return changed
}

/**
 * Replaces the API key of an account and answers the new one; the old one stops working at once. The caller
 * has locked the accounts.
 */
export async function replaceKey(tx: Tx, user: Pick<UserRow, 'realm_id' | 'id'>): Promise<string> {
  const api_key = createApiKey()
  await changeColumns(tx, user, { api_key })
  await recordActs(tx, user.realm_id, [
    { act: 'api_key_regenerated', affected: { type: 'user', id: user.id } },
  ])
  return api_key
}

/**
 * Changes the role of an account, and of its bots whose role would exceed the new one. The caller has
 * locked the accounts.
 *
 * Sources: docs/protocol/users.md#role-events, docs/protocol/bots.md#bot-roles.
 */
export async function changeRole(tx: Tx, user: UserRow, role: Role): Promise<void> {
  const { realm_id: realmId } = user
  await lockSight(tx, realmId)
  const starsSince = await watchStars(tx, realmId, { userIds: [user.id] })
  const bots = await listBotsOf(tx, realmId, [user.id])
  const accounts = [user, ...bots.filter((bot) => holdsMore(bot, { role }))]
  const ids = accounts.map((account) => account.id)
  const activeIds = accounts.filter((account) => !account.deactivated_at).map(({ id }) => id)
  const groups = () => listMembershipsOf(tx, realmId, activeIds)
  const groupsBefore = await groups()
  const viewer = (of: UserRow) => loadViewers(tx, realmId, [of])
  const [before] = await viewer(user)
  const changed = await updateRoles(tx, realmId, ids, role)
  await noteDuties(tx, realmId, ids)
  await recordActs(
    tx,
    realmId,
    accounts.map((account) => ({
      act: 'user_role_changed',
      affected: { type: 'user', id: account.id },
      before: { role: account.role },
      after: { role },
    })),
  )
  const [after] = await viewer({ ...user, role })
  await publish(tx, realmId, [
    ...changed.map((account) => forUsersWhoCanSee(account, userRoleChanged(account))),
    ...membershipChangeEvents(groupsBefore, await groups()),
    ...(before && after ? await newlyVisibleStreamEvents(tx, before, after) : []),
    ...(await starsSince()),
    ...(await visibleAddressEvents(tx, user, role)),
    ...(await revokeDisallowedInvitations(tx, user, role)),
  ])
  // Bots lose default streams that the account may no longer know.
  for (const bot of bots) await publishBotChange(tx, bot)
  // Their queues were registered with more access: remove them, so that the clients register again.
  const blinded = isGuest({ role }) ? ids : ids.filter((id) => id !== user.id)
  if (blinded.length > 0) await publishQueueRemoval(tx, realmId, blinded)
}
