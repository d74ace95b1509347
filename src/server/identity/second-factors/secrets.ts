import type { AppContext } from '../../context'
import type { AccountKey } from '../../data/identities/second-factors'
import { NoSecretsKeyError } from '../errors'

type Context = Pick<AppContext, 'sealer'>

/** Binds a sealed secret to its account: in the row of another account it stays closed. */
const purposeOf = ({ realmId, userId }: AccountKey) => `totp ${realmId} ${userId}`

/** @throws NoSecretsKeyError */
export function sealSecret({ sealer }: Context, account: AccountKey, secret: string): Buffer {
  if (!sealer) throw new NoSecretsKeyError()
  return sealer.seal(secret, purposeOf(account))
}

/** @returns undefined if the secret was sealed with another key, or for another account */
export function openSecret(
  { sealer }: Context,
  account: AccountKey,
  sealed: Buffer,
): string | undefined {
  return sealer?.open(sealed, purposeOf(account))
}
