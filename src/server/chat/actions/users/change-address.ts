import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import type { UserRow } from '../../../data/schema'
import { revokeConfirmations } from '../../../data/mail/confirmations'
import { updateUser } from '../../../data/users/update-users'
import { findUserByAddress, findUserByEmail } from '../../../data/users/users'
import { publish } from '../../../events/publish'
import { addressOf } from '../../../wire/addresses'
import { userAddressChanged, userAvatarChanged } from '../../../wire/user-events'
import { recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { BadRequestError, UncodedError } from '../../rules/errors'
import { isEmailAddress } from '../../rules/names'
import { requireAdministrator } from '../../rules/permissions/roles'
import { forUser } from '../../notify/publications'
import { realmSettingsOf } from '../../rules/realms/settings'
import type { RealmSettings } from '../../rules/realms/settings'
import { accessUserToChange } from '../../access/users/access-user'
import type { UserReference } from '../../access/users/access-user'
import { addressEvents } from '../../notify/users/address'
import { refuseAddress } from '../../rules/users/address-rules'
import { forgetPresence } from '../../notify/users/forget-presence'
import { forUsersWhoCanSee } from '../../notify/users/user-events'

type Context = Pick<AppContext, 'config' | 'db' | 'log' | 'presence'>

/**
 * Changes the address of a person's account, which is the login name and the recipient of mails. Sessions,
 * the API key and the visibility of the address are kept.
 *
 * @returns the changed account
 * @throws AdministratorRequiredError, OwnerRequiredError, NoSuchUserError
 * @throws BadRequestError or UncodedError for bots, and for an invalid or taken address
 * Source: docs/protocol/accounts.md#operator-changes-address.
 */
export async function giveAddress(
  ctx: Context,
  requester: Requester,
  reference: UserReference,
  address: string,
): Promise<UserRow> {
  requireAdministrator(requester)
  const changed = await ctx.db.transaction(async (tx) => {
    const user = await accessUserToChange(tx, requester, reference)
    return changeAddress(ctx, tx, user, { address, settings: realmSettingsOf(requester) })
  })
  await forgetPresence(ctx, changed)
  return changed
}

/**
 * {@link giveAddress} inside a transaction. The caller has locked the accounts, and calls `forgetPresence`
 * after the commit, because the stored presence contains the old email.
 */
export async function changeAddress(
  { config }: Pick<AppContext, 'config'>,
  tx: Tx,
  user: UserRow,
  wanted: { address: string; settings: RealmSettings },
): Promise<UserRow> {
  const { realm_id: realmId, id } = user
  const address = wanted.address.trim()
  if (address === addressOf(user)) return user
  await checkAddress(tx, user, address, wanted.settings)
  // Links mailed to the old address must stop working.
  await revokeConfirmations(tx, {
    realmId,
    kinds: ['password_reset', 'email_change'],
    userIds: [id],
  })

  // The gravatar depends on the address: the new version makes clients fetch the picture again.
  const showsOther = config.gravatar && user.avatar_key === null
  const changed = await updateUser(tx, user, {
    ...(user.delivery_email === null ? { email: address } : { delivery_email: address }),
    is_address_unconfirmed: false,
    ...(showsOther && { avatar_version: user.avatar_version + 1 }),
  })
  await recordActs(tx, realmId, [
    {
      act: 'user_email_changed',
      affected: { type: 'user', id },
      before: { email: addressOf(user) },
      after: { email: address },
    },
  ])
  await publish(tx, realmId, [
    forUser(id, userAddressChanged(changed, address)),
    ...(await addressEvents(tx, changed.realm_id, [{ before: user, after: changed }])),
    ...(showsOther ? [forUsersWhoCanSee(changed, userAvatarChanged(changed))] : []),
  ])
  return changed
}

/** Checks a new address of an account. @throws BadRequestError, UncodedError */
export async function checkAddress(
  tx: Tx,
  user: UserRow,
  address: string,
  settings: RealmSettings,
): Promise<void> {
  if (!isEmailAddress(address)) throw new BadRequestError('Enter a valid email address.')
  if (user.is_bot) throw new BadRequestError('The address of a bot does not change.')
  await refuseAddress(tx, user.realm_id, settings, address)
  await refuseTaken(tx, user, address)
}

/** Refuses an address that another account has, as its address or as its placeholder address. */
async function refuseTaken(tx: Tx, { realm_id, id }: UserRow, address: string): Promise<void> {
  const owners = [
    await findUserByAddress(tx, realm_id, address),
    await findUserByEmail(tx, realm_id, address),
  ]
  if (owners.some((owner) => owner && owner.id !== id)) {
    throw new UncodedError(`Email '${address}' already in use`)
  }
}
