import type { AppContext } from '../../context'
import { logIn } from '../../chat/actions/users/log-in'
import type { Directories, LoggedIn, LoginAttempt } from '../../chat/actions/users/log-in'
import { listKnownPeople } from '../../data/identities/directories'
import { findUserByIdentity } from '../../data/identities/identities'
import { findUserById } from '../../data/users/users'
import type { RealmRow } from '../../data/schema'
import { LoginFailedError, DirectoryRefusedError, SignUpNeededError } from '../errors'
import { findAccount } from '../flow/find-account'
import { keepingRefusals } from '../flow/keep-refusals'
import { signUp } from '../flow/sign-up'
import { takesNames } from '../protocols/ldap/attributes'
import type { DirectoryPerson } from '../protocols/ldap/person'
import { listOpenProviders, providerOf } from '../providers/find-providers'
import type { IdentityProvider } from '../providers/find-providers'
import { findPersonByPassword, SeveralPeopleError } from './find-person'
import { admitPeople } from './admit'
import { followPeople } from './follow'
import { identityKey } from './identity-key'

type Context = Pick<AppContext, 'addresses' | 'files' | 'metrics' | 'sealer'> &
  Parameters<typeof signUp>[0] &
  Parameters<typeof followPeople>[0]

/**
 * Logs in by a password of the account or of a directory of the organization: the only way to log in with a password.
 *
 * @throws LoginRefusedError, RateLimitedError, BadRequestError; DirectoryRefusedError; SignUpNeededError
 * Sources: docs/protocol/authentication.md#fetch-api-key, docs/protocol/single-sign-on.md#ldap-log-in.
 */
export async function logInByPassword(ctx: Context, attempt: LoginAttempt): Promise<LoggedIn> {
  return logIn(ctx, attempt, async (realm) => {
    const rows = await listOpenProviders(ctx, realm.id).then((all) =>
      all.filter(({ kind }) => kind === 'ldap'),
    )
    if (rows.length === 0) return undefined
    const providers = rows.map((row) => providerOf(ctx, row))
    return openDirectories(ctx, realm, providers, attempt)
  })
}

function openDirectories(
  ctx: Context,
  realm: RealmRow,
  providers: readonly IdentityProvider[],
  attempt: LoginAttempt,
): Directories {
  return {
    takesNames: providers.some(({ options }) => takesNames(options)),
    async find() {
      let failure: LoginFailedError | undefined
      for (const provider of providers) {
        try {
          const user = await keepingRefusals(ctx, provider, () =>
            logInAt(ctx, realm, provider, attempt),
          )
          if (user) return { ...user, providerSlug: provider.slug }
        } catch (error) {
          if (!(error instanceof LoginFailedError)) throw error
          // The answer to a wrong password tells nothing about the people of the directory.
          if (!(error instanceof SeveralPeopleError)) failure ??= error
        }
      }
      if (failure) throw new DirectoryRefusedError(failure.message)
      return undefined
    },
  }
}

async function logInAt(
  ctx: Context,
  realm: RealmRow,
  provider: IdentityProvider,
  { email: name, password, ip }: LoginAttempt,
): Promise<LoggedIn | undefined> {
  const counted: string[] = []
  const sourceOf = (known: string) => ({ ip, account: `${realm.id}:${known}` })
  const person = await findPersonByPassword(ctx, provider, {
    ...{ name, password },
    async count(known) {
      await ctx.limits.consumeLogin(sourceOf(known))
      counted.push(known)
    },
  })
  if (!person) return undefined
  for (const known of counted) await ctx.limits.forgiveLogin(sourceOf(known))
  // A sync that has deactivated the account was wrong, or the person is back.
  const before = await findUserByIdentity(ctx.db.query, realm.id, person)
  if (before?.deactivated_at) await follow(ctx, realm, provider, person, before.id)
  const user =
    (await findAccount(ctx, provider, person)) ?? (await make(ctx, realm, provider, person, ip))
  await follow(ctx, realm, provider, person, user.id)
  return (await findUserById(ctx.db.query, realm.id, user.id)) ?? user
}

async function follow(
  ctx: Context,
  realm: RealmRow,
  provider: IdentityProvider,
  person: DirectoryPerson,
  userId: number,
): Promise<void> {
  const key = { realm_id: realm.id, slug: provider.slug }
  const people = await listKnownPeople(ctx.db.query, key, { hasPasswords: true, userId })
  const known = people.find((each) => identityKey(each) === identityKey(person))
  if (known) await followPeople(ctx, realm, provider, [{ known, person }])
}

/** @throws SignUpNeededError if the person has something to fill in */
async function make(
  ctx: Context,
  realm: RealmRow,
  provider: IdentityProvider,
  identity: DirectoryPerson,
  ip: string,
): Promise<LoggedIn> {
  if (provider.options.creates_accounts === true) {
    const { admitted, others } = await admitPeople(ctx, realm, provider, [identity])
    if (others[0]) throw others[0].failure
    if (admitted[0]) return getUser(ctx, realm.id, admitted[0].userId)
  }
  const made = await signUp(ctx, {
    ...{ realm, identity, ip, linkKey: undefined, next: '/' },
    // Programs log in here, too, which show no form.
    provider: { ...provider, signsUpAtOnce: true },
  })
  if ('key' in made) throw new SignUpNeededError(`/join/${made.key}/`)
  return getUser(ctx, realm.id, made.user.id)
}

async function getUser(
  { db }: Pick<AppContext, 'db'>,
  realmId: number,
  id: number,
): Promise<LoggedIn> {
  const user = await findUserById(db.query, realmId, id)
  if (!user) throw new LoginFailedError('Your account has just been deleted.')
  return user
}
