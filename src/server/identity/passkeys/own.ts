import type { AppContext } from '../../context'
import { hasOwnerWithIdentity } from '../../data/identities/identities'
import { openSlugsOf } from '../../data/identities/operator-providers'
import { deletePasskey, listPasskeys, renamePasskey } from '../../data/identities/passkeys'
import { getRealm } from '../../data/realms/realms'
import type { PasskeyRow } from '../../data/schema'
import { lockAccounts } from '../../data/users/update-users'
import { roles } from '../../../shared/rules/roles'
import { recordActs } from '../../chat/notify/audit-log'
import type { Requester } from '../../chat/rules/authentication'
import { BadRequestError } from '../../chat/rules/errors'
import { isPasswordLoginOn } from '../../chat/rules/realms/authentication-methods'
import { NoSuchPasskeyError } from '../errors'
import { requireSession } from '../second-factors/require-session'
import { checkPasskeyName } from './name'

/* The passkeys of the requester. Source: docs/protocol/second-factors.md#passkeys. */

type Context = Pick<AppContext, 'db'>

const accountOf = ({ realm_id: realmId, id: userId }: Requester) => ({ realmId, userId })

/** The requester's passkeys, the oldest first. */
export async function listOwnPasskeys(
  { db }: Context,
  requester: Requester,
): Promise<PasskeyRow[]> {
  return listPasskeys(db.query, accountOf(requester))
}

/** @throws SessionRequiredError, NoSuchPasskeyError; BadRequestError for the name */
export async function renameOwnPasskey(
  { db }: Context,
  requester: Requester,
  { id, name }: { id: number; name: string },
): Promise<PasskeyRow> {
  requireSession(requester)
  const renamed = await db.transaction((tx) =>
    renamePasskey(tx, accountOf(requester), { id, name: checkPasskeyName(name) }),
  )
  if (!renamed) throw new NoSuchPasskeyError()
  return renamed
}

/**
 * Removes a passkey of the requester.
 * @throws SessionRequiredError, NoSuchPasskeyError; BadRequestError if no owner could log in then
 */
export async function removeOwnPasskey(
  { db, operatorProviders }: Pick<AppContext, 'db' | 'operatorProviders'>,
  requester: Requester,
  id: number,
): Promise<void> {
  requireSession(requester)
  const { realm_id: realmId } = requester
  await db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const removed = await deletePasskey(tx, accountOf(requester), id)
    if (!removed) throw new NoSuchPasskeyError()
    const { settings } = await getRealm(tx, realmId)
    const managed = openSlugsOf(operatorProviders, requester.realm_string_id)
    const isNeeded = requester.role === roles.owner && !isPasswordLoginOn(settings)
    if (isNeeded && !(await hasOwnerWithIdentity(tx, realmId, managed))) {
      throw new BadRequestError('No owner could log in any more. First switch passwords on.')
    }
    await recordActs(tx, realmId, [
      {
        act: 'passkey_removed',
        affected: { type: 'user', id: requester.id },
        before: { id, name: removed.name },
      },
    ])
  })
}
