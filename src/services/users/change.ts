import type { AppContext } from '../../context'
import { findBot, listBotsOf } from '../../db/bots/bots'
import type { Tx } from '../../db/engine/database'
import { listMembershipsOf } from '../../db/groups/membership'
import { roles } from '../../db/schema'
import type { Role, UserRow } from '../../db/schema'
import { updateUser } from '../../db/users/update-users'
import { publish, publishQueueRemoval } from '../../events/publish'
import type { PlainEvent } from '../../wire/events'
import { userRenamed, userRoleChanged } from '../../wire/user-events'
import type { Requester } from '../authentication'
import { publishBotChange } from '../bots/visibility'
import { BadRequestError, UncodedError } from '../errors'
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
  const loss = await findLoss(tx, user, role)
  if (loss) throw new UncodedError(`Cannot remove the only ${loss}`)
}

/** Gives an account another name, and tells everybody. The caller has locked the accounts. */
export async function rename(tx: Tx, user: UserRow, wanted: string | undefined): Promise<void> {
  if (wanted === undefined) return
  const full_name = checkFullName(wanted)
  if (full_name === user.full_name) return
  await changeColumns(tx, user, { full_name }, userRenamed)
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

async function changeRole(tx: Tx, now: Date, user: UserRow, role: Role): Promise<void> {
  const bots = await listBotsOf(tx, user.realm_id, user.id)
  const groups = () => listMembershipsOf(tx, now, user.realm_id, [user.id])
  const groupsBefore = await groups()
  const changed = await updateUser(tx, user.realm_id, user.id, { role })
  await publish(tx, user.realm_id, [
    forEverybody(userRoleChanged(changed)),
    ...(user.deactivated_at ? [] : explainMoving(groupsBefore, await groups())),
    ...(await explainNewSight(tx, user, role)),
  ])
  // Those that have default streams which the account may no longer know of.
  for (const bot of bots) await publishBotChange(tx, bot)
  // A guest's queues were opened by somebody who could see more. The clients register again.
  if (isGuest({ role })) await publishQueueRemoval(tx, user.realm_id, [user.id])
}
