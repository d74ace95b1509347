import type { AppContext } from '../../context'
import type { Tx } from '../../data/engine/database'
import { findUserByIdentity, rememberIdentity } from '../../data/identities/identities'
import type { ExternalIdentity } from '../../data/identities/identities'
import { deleteApiKeys } from '../../data/users/api-keys'
import { deleteSessions } from '../../data/users/sessions'
import { lockAccounts, updateUser } from '../../data/users/update-users'
import { findUserByAddress, findUserById } from '../../data/users/users'
import type { UserWithRealm } from '../../data/users/users'
import type { UserRow } from '../../data/schema'
import { changeAddress } from '../../chat/actions/users/change-address'
import { replaceKey } from '../../chat/actions/users/change-user'
import { publishFirstLogIn } from '../../chat/actions/users/log-in'
import { realmSettingsOf } from '../../chat/rules/realms/settings'
import { ApiError } from '../../lib/api-error'
import { isSameName } from '../../../shared/rules/letter-case'
import { addressOf } from '../../wire/addresses'
import { applyClaimRules } from '../claims/apply-claim-rules'
import { LoginFailedError } from '../errors'
import type { IdentityProvider } from '../providers/find-providers'
import type { Identity } from '../protocols/identity'

type Context = Pick<AppContext, 'caches' | 'config' | 'db' | 'log' | 'metrics' | 'renderer'>

/**
 * The account of a person who came back from a provider: by identity, else by a verified address, whose account then has
 * the identity for ever. Undefined if there is none.
 *
 * @throws LoginFailedError for a deactivated account, and for an identity without a verified address
 * Source: docs/protocol/single-sign-on.md#accounts.
 */
export async function findAccount(
  ctx: Context,
  provider: IdentityProvider,
  identity: Identity,
): Promise<UserWithRealm | undefined> {
  const { realmId, slug, kind } = provider
  const found = await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const external = asExternal(identity)
    const known = await findKnown(tx, realmId, identity)
    const user = known ?? (await findByAddress(tx, provider, identity))
    if (!user) return undefined
    if (user.deactivated_at) throw new LoginFailedError('Your account has been deactivated.')
    if (external) await rememberIdentity(tx, { realmId, userId: user.id, slug }, external)
    if (known) await followAddress(ctx, tx, provider, { user, identity })
    else await confirmAddress(tx, user)
    if (user.is_imported_stub) await publishFirstLogIn(tx, user)
    const { claims } = identity
    const present = await findUserById(tx, realmId, user.id)
    await applyClaimRules(ctx, tx, { user: present ?? user, provider, claims })
    // The row has changed, and sessions are opened for it as it is now.
    return (await findUserById(tx, realmId, user.id)) ?? user
  })
  ctx.metrics.logins.inc({ method: kind, result: found ? 'ok' : 'sign_up' })
  return found
}

/** The account of an identity, deactivated ones included; undefined for a person who is known by address alone. */
export async function findKnown(
  tx: Tx,
  realmId: number,
  identity: Identity,
): Promise<UserWithRealm | undefined> {
  const external = asExternal(identity)
  return external && findUserByIdentity(tx, realmId, external)
}

/** The identity as it is stored; undefined for a person who is known by address alone. */
function asExternal({ issuer, subject, addresses }: Identity): ExternalIdentity | undefined {
  return subject === undefined ? undefined : { issuer, subject, address: addresses[0] ?? null }
}

/**
 * The account of an address that the provider vouches for.
 * @throws LoginFailedError without such an address
 */
export async function findByAddress(
  tx: Tx,
  { realmId, name }: IdentityProvider,
  { addresses, unverified }: Identity,
): Promise<UserWithRealm | undefined> {
  if (addresses.length === 0) {
    throw new LoginFailedError(
      unverified === undefined
        ? `${name} did not tell your email address.`
        : `${name} has not verified your address ${unverified}. Verify it there, and try again.`,
    )
  }
  for (const address of addresses) {
    const user = await findUserByAddress(tx, realmId, address)
    if (user && !user.is_bot) return user
  }
  return undefined
}

/**
 * An address that its person only typed may be another person's. The provider knows better, so all earlier ways into the
 * account end.
 */
export async function confirmAddress(tx: Tx, user: UserRow): Promise<void> {
  if (!user.is_address_unconfirmed) return
  await updateUser(tx, user, { is_address_unconfirmed: false, password_hash: null })
  await deleteSessions(tx, user.realm_id, { userIds: [user.id] })
  await deleteApiKeys(tx, user.realm_id, { userIds: [user.id] })
  await replaceKey(tx, user)
}

/** Takes over an address that has changed at the provider, if the provider is set so. */
async function followAddress(
  ctx: Context,
  tx: Tx,
  { options }: IdentityProvider,
  { user, identity: { addresses } }: { user: UserWithRealm; identity: Identity },
): Promise<void> {
  const [address] = addresses
  const isSame = addresses.some((each) => isSameName(each, addressOf(user)))
  if (address === undefined || isSame || options.updates_addresses !== true) return
  try {
    await changeAddress(ctx, tx, user, { address, settings: realmSettingsOf(user) })
  } catch (error) {
    // An address that is taken or not allowed must not keep anybody out.
    if (!(error instanceof ApiError)) throw error
    ctx.log.warn({ userId: user.id, reason: error.message }, 'kept the address of an account')
  }
}
