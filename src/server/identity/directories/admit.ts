import type { AppContext } from '../../context'
import { admitQuietly, prepareAccount, settleNewcomers } from '../../chat/actions/users/create-user'
import type { PreparedAccount } from '../../chat/actions/users/create-user'
import type { PasswordContext } from '../../chat/rules/passwords/strength'
import { realmSettingsOf } from '../../chat/rules/realms/settings'
import { ApiError } from '../../lib/api-error'
import { rememberIdentity } from '../../data/identities/identities'
import type { RealmRow, UserRow } from '../../data/schema'
import { lockAccounts } from '../../data/users/update-users'
import { listUsersByAddresses } from '../../data/users/users'
import { roles } from '../../../shared/rules/roles'
import { addressOf, domainOfHidden } from '../../wire/addresses'
import { LoginFailedError } from '../errors'
import { findAccount } from '../flow/find-account'
import type { DirectoryPerson } from '../protocols/ldap/person'
import type { IdentityProvider } from '../providers/find-providers'

type Context = Parameters<typeof findAccount>[0] &
  PasswordContext &
  Pick<AppContext, 'caches' | 'renderer'>

/** A person who has an account now. */
export interface Admitted {
  person: DirectoryPerson
  userId: number
  isNew: boolean
}

/** A person who gets no account, and why. */
export interface NotAdmitted {
  person: DirectoryPerson
  failure: LoginFailedError
}

/**
 * The accounts of people of a directory that makes accounts: those of an address, else new ones, as an administrator would
 * make them. All new ones are made in one transaction.
 * Source: docs/protocol/single-sign-on.md#ldap-accounts.
 */
export async function admitPeople(
  ctx: Context,
  realm: RealmRow,
  provider: IdentityProvider,
  people: readonly DirectoryPerson[],
): Promise<{ admitted: Admitted[]; others: NotAdmitted[] }> {
  const admitted: Admitted[] = []
  const others: NotAdmitted[] = []
  const strangers: Stranger[] = []
  const addresses = people.flatMap((person) => person.addresses)
  const taken = await listUsersByAddresses(ctx.db.query, realm.id, addresses)
  const known = new Set(taken.map((user) => addressOf(user).toLowerCase()))
  for (const person of people) {
    try {
      const isKnown = person.addresses.some((address) => known.has(address.toLowerCase()))
      const found = isKnown ? await findAccount(ctx, provider, person) : undefined
      if (found) admitted.push({ person, userId: found.id, isNew: false })
      else strangers.push({ person, account: await prepare(ctx, person) })
    } catch (error) {
      others.push({ person, failure: failureOf(provider, person, error) })
    }
  }
  if (strangers.length === 0) return { admitted, others }
  const { id: realmId, name, string_id } = realm
  const settings = realmSettingsOf({ realm_settings: realm.settings })
  const domain = domainOfHidden(string_id, ctx.config.externalHost)
  const admitting = { id: realmId, name, settings, domain }
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const newcomers: UserRow[] = []
    for (const { person, account } of strangers) {
      try {
        const made = await admitQuietly(tx, account, admitting)
        newcomers.push(made)
        const { issuer, subject } = person
        const owner = { realmId, userId: made.id, slug: provider.slug }
        await rememberIdentity(tx, owner, { issuer, subject, address: account.email })
        admitted.push({ person, userId: made.id, isNew: true })
      } catch (error) {
        others.push({ person, failure: failureOf(provider, person, error) })
      }
    }
    await settleNewcomers(ctx, tx, newcomers, admitting)
  })
  return { admitted, others }
}

interface Stranger {
  person: DirectoryPerson
  account: PreparedAccount
}

function prepare(
  ctx: Context,
  { addresses, fullName = '' }: DirectoryPerson,
): Promise<PreparedAccount> {
  const [address = ''] = addresses
  return prepareAccount(ctx, { email: address, fullName, role: roles.member })
}

/** @throws errors that are no refusal of the person */
function failureOf(
  { name }: IdentityProvider,
  { addresses, subject }: DirectoryPerson,
  error: unknown,
): LoginFailedError {
  if (error instanceof LoginFailedError) return error
  if (!(error instanceof ApiError)) throw error
  return new LoginFailedError(`${name} cannot give you an account: ${error.message}`, {
    ...{ reason: `${addresses[0] ?? subject}: ${error.message}`, cause: error },
  })
}
