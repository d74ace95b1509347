import type { Tx } from '../../data/engine/database'
import { findUserByAddress, findUserByEmail } from '../../data/users/users'
import { BadRequestError } from '../../chat/rules/errors'
import { addressRules } from '../../chat/rules/users/address-rules'
import type { RealmSettings } from '../../chat/rules/realms/settings'
import { ScimError } from './errors'

/** Refusals of addresses as directories know them. Source: docs/protocol/scim.md#errors. */
const texts: Readonly<Record<string, string>> = {
  'Outside your domain.': "This email domain isn't allowed in this organization.",
  'Please use your real email address.': 'Disposable email domains are not allowed for this realm.',
  'Email addresses containing + are not allowed.': "Email address can't contain + characters.",
}

/**
 * Refuses an address that another account has, or that the organization does not allow.
 * @param exceptId the account that gets the address
 * @throws ScimError `uniqueness` (409); BadRequestError
 */
export async function refuseAddressOf(
  tx: Tx,
  { id: realmId, settings }: { id: number; settings: RealmSettings },
  address: string,
  exceptId?: number,
): Promise<void> {
  const owners = [
    await findUserByAddress(tx, realmId, address),
    await findUserByEmail(tx, realmId, address),
  ]
  if (owners.some((owner) => owner && owner.id !== exceptId)) {
    throw new ScimError(`Email address already in use: ${address}`, {
      ...{ status: 409, scimType: 'uniqueness' },
    })
  }
  const fault = (await addressRules(tx, realmId, settings))(address)
  if (fault !== undefined) throw new BadRequestError(texts[fault] ?? fault)
}
