import { foldCase } from '../../../../shared/rules/letter-case'
import type { Tx } from '../../../data/engine/database'
import type { InvitationRow } from '../../../data/schema'
import { listOpenInvitationsTo } from '../../../data/users/invitations'
import { listUsersByAddresses } from '../../../data/users/users'
import { addressOf } from '../../../wire/addresses'
import { mayChange } from '../../access/invitations/rights'
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

/** Addresses that can be invited, and addresses that cannot: with an account, or with the invitation of another person. */
export interface Invitees {
  free: string[]
  known: RefusedAddress[]
  /** Open invitations of the free addresses, which the new ones replace. */
  replaced: InvitationRow[]
}

/**
 * Splits addresses by whether they can be invited. The caller has locked the accounts.
 * @throws InvitationFailedError if an address is not acceptable for an account, or if none can be invited
 * Sources: docs/protocol/sign-up.md#invitation-failures, docs/protocol/sign-up.md#one-open-invitation.
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
  const open = await listOpenInvitationsTo(tx, realmId, addresses)
  const kept = new Set(
    open.flatMap((one) => (mayChange(requester, one) ? [] : [foldCase(one.email ?? '')])),
  )
  const isKnown = (address: string) =>
    accountOf(address) !== undefined || kept.has(foldCase(address))
  const known = addresses.filter(isKnown).map((address): RefusedAddress => {
    const account = accountOf(address)
    if (!account) return [address, 'Already invited by somebody else.', false]
    return account.deactivated_at
      ? [address, 'Account has been deactivated.', true]
      : [address, 'Already has an account.', false]
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
  const free = addresses.filter((address) => !isKnown(address))
  const replaced = open.filter(({ email }) => !kept.has(foldCase(email ?? '')))
  return { free, known, replaced }
}
