import type { AppContext } from '../../context'
import { findBot, listBotsOf } from '../../db/bots/bots'
import type { Tx } from '../../db/engine/database'
import { listMembershipsOf } from '../../db/groups/membership'
import { roles } from '../../db/schema'
import type { Role, UserRow } from '../../db/schema'
import { updateRoles, updateUser } from '../../db/users/update-users'
import { publish, publishQueueRemoval } from '../../events/publish'
import type { PlainEvent } from '../../wire/events'
import { userRenamed, userRoleChanged } from '../../wire/user-events'
import { recordActs } from '../audit-log'
import type { Requester } from '../authentication'
import { holdsMore, refuseRoleAboveOwner } from '../bots/role'
import { publishBotChange } from '../bots/visibility'
import { BadRequestError, UncodedError } from '../errors'
import { refuseLookalike } from '../lookalikes'
import { checkFullName } from '../names'
import { isGuest, requireAdministrator } from '../permissions'
import { forEverybody } from '../publications'
import { explainMoving } from '../user-groups/telling'
import { accessUserToChange, requireOwnerFor } from './access'
import type { UserReference } from './access'
import { changedRole, explainNewSight, findLoss } from './role'
import type { WantedRole } from './role'

export type UserChanges = WantedRole & { fullName?: string | undefined }

/**
 * Changes the name or the role of an account; administrators only, and owners only where an
 * owner is concerned.
 *
 * @throws AdministratorRequiredError, OwnerRequiredError, NoSuchUserError
 * @throws BadRequestError or UncodedError for what the account cannot become
 * Source: docs/protocol/users.md#update.
 */
export async function changeUser(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  requester: Requester,
  reference: UserReference,
  changes: UserChanges,
): Promise<void> {
  requireAdministrator(requester)
  await ctx.db.transaction(async (tx) => {
    const user = await accessUserToChange(tx, requester, reference)
    const role = changedRole(user.role, changes)
    if (role !== user.role) await checkRoleChange(tx, requester, user, role)
    await rename(tx, user, changes.fullName)
    if (role !== user.role) await changeRole(tx, ctx.clock.now(), user, role)
  })
}

async function checkRoleChange(
  tx: Tx,
  requester: Requester,
  user: UserRow,
  role: Role,
): Promise<void> {
  requireOwnerFor(requester, role)
  if (user.is_bot && role === roles.owner) {
    // Administrators see the keys of bots, and so could act as an owner.
    throw new BadRequestError('Bots cannot be organization owners')
  }
  await refuseRoleAboveOwner(tx, user, role)
  const loss = await findLoss(tx, user, role)
  if (loss) throw new UncodedError(`Cannot remove the only ${loss}`)
}

/** Gives an account another name, and tells everybody. The caller has locked the accounts. */
export async function rename(tx: Tx, user: UserRow, wanted: string | undefined): Promise<void> {
  if (wanted === undefined) return
  const full_name = checkFullName(wanted)
  if (full_name === user.full_name) return
  await refuseLookalike(tx, user.realm_id, full_name, user.id)
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
 * Changes columns of an account. Everybody is told as `explain` says, and where it is the account
 * of a bot, those who know its key are told as well. The caller has locked the accounts.
 */
export async function changeColumns(
  tx: Tx,
  { realm_id: realmId, id }: Pick<UserRow, 'realm_id' | 'id'>,
  columns: Partial<UserRow>,
  explain?: (changed: UserRow) => PlainEvent,
): Promise<UserRow> {
  const bot = await findBot(tx, realmId, id)
  const changed = await updateUser(tx, realmId, id, columns)
  if (explain) await publish(tx, realmId, [forEverybody(explain(changed))])
  if (bot) await publishBotChange(tx, bot)
  return changed
}

/**
 * Gives an account another role, and with it those of its bots that would hold more than it does.
 * The caller has locked the accounts.
 *
 * Sources: docs/protocol/users.md#role-events, docs/protocol/bots.md#bot-roles.
 */
export async function changeRole(tx: Tx, now: Date, user: UserRow, role: Role): Promise<void> {
  const { realm_id: realmId } = user
  const bots = await listBotsOf(tx, realmId, user.id)
  const accounts = [user, ...bots.filter((bot) => holdsMore(bot, { role }))]
  const ids = accounts.map((account) => account.id)
  const activeIds = accounts.filter((account) => !account.deactivated_at).map(({ id }) => id)
  const groups = () => listMembershipsOf(tx, now, realmId, activeIds)
  const groupsBefore = await groups()
  const changed = await updateRoles(tx, realmId, ids, role)
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
  await publish(tx, realmId, [
    ...changed.map((account) => forEverybody(userRoleChanged(account))),
    ...explainMoving(groupsBefore, await groups()),
    ...(await explainNewSight(tx, user, role)),
  ])
  // Those that have default streams which the account may no longer know of.
  for (const bot of bots) await publishBotChange(tx, bot)
  // They were opened by somebody who could see more. The clients register again.
  const blinded = isGuest({ role }) ? ids : ids.filter((id) => id !== user.id)
  if (blinded.length > 0) await publishQueueRemoval(tx, realmId, blinded)
}
