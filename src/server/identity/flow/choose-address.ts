import type { AppContext } from '../../context'
import { findUserByIdentity } from '../../data/identities/identities'
import { findUserByAddress } from '../../data/users/users'
import type { Identity } from '../protocols/identity'
import { LoginFailedError } from '../errors'
import { refuseNewcomer } from './sign-up'
import type { Stranger } from './sign-up'

/** Max addresses of a person that are looked at. */
const mostAddresses = 20

/** The identity with the one address that counts, or the addresses between which the person chooses. */
export type Choice = { identity: Identity } | { choices: readonly string[] }

/**
 * Chooses between several addresses of a person without an identity here: the only one with an account; else the person chooses
 * between those that have one; without any, between those that could join.
 *
 * Source: docs/protocol/single-sign-on.md#github.
 */
export async function chooseAddress(
  ctx: Pick<AppContext, 'db'>,
  stranger: Pick<Stranger, 'realm' | 'linkKey' | 'identity'>,
): Promise<Choice> {
  const { realm, identity } = stranger
  const { issuer, subject, addresses, onlyKnown = [] } = identity
  const all = [...addresses, ...onlyKnown].slice(0, mostAddresses)
  if (all.length < 2 && onlyKnown.length === 0) return { identity }
  return ctx.db.transaction(async (tx) => {
    const isKnown =
      subject !== undefined && (await findUserByIdentity(tx, realm.id, { issuer, subject }))
    if (isKnown) return { identity }
    const owned: string[] = []
    for (const address of all) {
      const user = await findUserByAddress(tx, realm.id, address)
      if (user && !user.is_bot) owned.push(address)
    }
    if (owned.length > 0) return narrowed(identity, owned)
    const joining: string[] = []
    for (const address of addresses.slice(0, mostAddresses)) {
      const refusal = await refuseNewcomer(tx, stranger, address).catch((error: unknown) => error)
      if (refusal instanceof LoginFailedError) continue
      if (refusal instanceof Error) throw refusal
      joining.push(address)
    }
    // The first address has a sentence that says why it may not join.
    return narrowed(identity, joining.length > 0 ? joining : addresses.slice(0, 1))
  })
}

function narrowed(identity: Identity, addresses: readonly string[]): Choice {
  return addresses.length > 1
    ? { choices: addresses }
    : { identity: { ...identity, addresses, onlyKnown: [] } }
}
