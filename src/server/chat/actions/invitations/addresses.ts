import { foldCase } from '../../../../shared/rules/letter-case'
import type { Tx } from '../../../data/engine/database'
import { listUsersByAddresses } from '../../../data/users/users'
import { addressOf } from '../../../../shared/addresses'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { isEmailAddress } from '../../rules/names'
import { realmSettingsOf } from '../../rules/realms/settings'
import { addressRules } from '../../rules/users/address-rules'
import { InvitationFailedError } from '../../rules/invitations/errors'
import type { RefusedAddress } from '../../rules/invitations/errors'

/** One address of a list with commas or line breaks as separators. A quoted name may contain commas. */
const oneAddress = /(?:"[^"\n]*"|[^,\n])+/g
/** `Ada <ada@x.org>` */
const inBrackets = /<([^<>]*)>\s*$/

/**
 * Parses a list of addresses to invite, without duplicates.
 * @throws BadRequestError for an empty list, and for too many addresses
 * Source: docs/protocol/sign-up.md#invite-arguments.
 */
export function readAddresses(text: string): string[] {
  const written = (text.match(oneAddress) ?? [])
    .map((part) => (inBrackets.exec(part)?.[1] ?? part).trim())
    .filter((address) => address !== '')
  const seen = new Set<string>()
  const addresses = written.filter((address) => {
    const isNew = !seen.has(foldCase(address))
    seen.add(foldCase(address))
    return isNew
  })
  if (addresses.length === 0) {
    throw new BadRequestError('You must specify at least one email address.')
  }
  if (addresses.length > sizeLimits.invitees) {
    throw new BadRequestError(`Too many email addresses at once (limit: ${sizeLimits.invitees})`)
  }
  return addresses
}

/** Addresses without an account, which can be invited, and addresses with one, which cannot. */
export interface Invitees {
  free: string[]
  known: RefusedAddress[]
}

/**
 * Splits addresses by whether an account has them.
 * @throws InvitationFailedError if an address is not acceptable for an account, or if all have accounts
 * Source: docs/protocol/sign-up.md#invitation-failures.
 */
export async function checkInvitees(
  tx: Tx,
  requester: Requester,
  addresses: readonly string[],
): Promise<Invitees> {
  const { realm_id: realmId } = requester
  const faultOf = await addressRules(tx, realmId, realmSettingsOf(requester))
  const accounts = await listUsersByAddresses(tx, realmId, addresses)
  const byAddress = new Map(accounts.map((user) => [foldCase(addressOf(user)), user]))
  const accountOf = (address: string) => byAddress.get(foldCase(address))
  const faulty = addresses.flatMap((address): RefusedAddress[] => {
    const fault = accountOf(address)?.is_system_bot
      ? 'Reserved for system bots.'
      : isEmailAddress(address)
        ? faultOf(address)
        : 'Invalid address.'
    // The error repeats the text, and invalid text can be of any length.
    const told = address.slice(0, sizeLimits.emailCharacters)
    return fault === undefined ? [] : [[told, fault, false]]
  })
  const known = addresses.flatMap((address): RefusedAddress[] => {
    const account = accountOf(address)
    if (!account) return []
    return account.deactivated_at
      ? [[address, 'Account has been deactivated.', true]]
      : [[address, 'Already has an account.', false]]
  })
  // All faults at once, so that a long list is corrected in one go.
  if (faulty.length > 0) {
    const told = new Set(faulty.map(([address]) => address))
    const others = known.filter(([address]) => !told.has(address))
    throw new InvitationFailedError(
      "Some emails did not validate, so we didn't send any invitations.",
      { errors: [...faulty, ...others] },
    )
  }
  if (known.length === addresses.length) {
    throw new InvitationFailedError("We weren't able to invite anyone.", { errors: known })
  }
  return { free: addresses.filter((address) => !accountOf(address)), known }
}
