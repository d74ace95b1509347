import type { AppContext } from '../../context'
import { LoginFailedError } from '../errors'
import { takesNames, textsIn, loginAttributeOf } from '../protocols/ldap/attributes'
import { withDirectory } from '../protocols/ldap/directory'
import type { Directory } from '../protocols/ldap/directory'
import { failuresOf } from '../protocols/ldap/failures'
import { askForGroups } from '../protocols/ldap/groups'
import { personOf } from '../protocols/ldap/person'
import type { DirectoryPerson } from '../protocols/ldap/person'
import type { IdentityProvider } from '../providers/find-providers'
import type { Entry } from 'ldapts'

const maxNameCharacters = 256

/** A name and a password, as a person typed them. */
export interface Typed {
  name: string
  password: string
  /** Counts the guess for the name that the directory has: it may read several spellings as the same. */
  count(name: string): Promise<void>
}

/**
 * The person whose password a directory accepts; undefined for a wrong one, and for a name that nobody or several have.
 * @throws LoginFailedError for people who are kept out, and a directory that cannot be asked
 * Source: docs/protocol/single-sign-on.md#ldap-log-in.
 */
export async function findPersonByPassword(
  ctx: Pick<AppContext, 'addresses'>,
  provider: IdentityProvider,
  { name: typed, password, count }: Typed,
): Promise<DirectoryPerson | undefined> {
  const { name } = provider
  const wanted = nameToFind(provider, typed)
  if (wanted === undefined || password === '' || hasNul(password)) return undefined
  return failuresOf(name, () =>
    withDirectory(ctx, provider, async (directory) => {
      const entry = await findEntry(directory, provider, wanted)
      if (!entry) return undefined
      const [known = wanted] = textsIn(entry, loginAttributeOf(provider.options))
      if (known.toLowerCase() !== wanted.toLowerCase()) await count(known)
      if (!(await directory.isPasswordOf(entry.dn, password))) return undefined
      const groups = await askForGroups(directory, provider.options)(entry)
      const person = personOf(provider, entry, groups)
      if (!person.isKeptOut) return person
      throw new LoginFailedError(`Your account at ${name} cannot be used here.`, {
        reason: `${entry.dn} is disabled, or lacks the required attributes.`,
      })
    }),
  )
}

/** The people of a directory, for the test of a provider. */
export interface DirectoryReport {
  /** How many the filter finds. */
  people: number
  /** The one who was asked for. */
  person: DirectoryPerson | undefined
}

/**
 * Searches in a directory for its test.
 * @param typed the name of a person; '': nobody is asked for
 * @throws LoginFailedError
 * Source: docs/protocol/single-sign-on.md#ldap-test.
 */
export async function describeDirectory(
  ctx: Pick<AppContext, 'addresses'>,
  provider: IdentityProvider,
  typed: string,
): Promise<DirectoryReport> {
  const { name, options } = provider
  return failuresOf(name, () =>
    withDirectory(ctx, provider, async (directory) => {
      const people = await directory.countPeople()
      if (typed === '') return { people, person: undefined }
      const wanted = nameToFind(provider, typed)
      const entry = wanted === undefined ? undefined : await findEntry(directory, provider, wanted)
      if (!entry) throw new LoginFailedError(`${name} shows nobody named ${typed}.`)
      const groups = await askForGroups(directory, options)(entry)
      return { people, person: personOf(provider, entry, groups) }
    }),
  )
}

async function findEntry(
  directory: Directory,
  { name }: IdentityProvider,
  wanted: string,
): Promise<Entry | undefined> {
  const [entry, other] = await directory.findByName(wanted)
  if (!other) return entry
  throw new SeveralPeopleError(`${name} shows several people named ${wanted}.`)
}

/** Several people have a name, so nobody logs in by it. */
export class SeveralPeopleError extends LoginFailedError {}

/** The name to search by; undefined for a text that is none. */
function nameToFind({ options }: IdentityProvider, typed: string): string | undefined {
  const name = typed.trim()
  if (name === '' || name.length > maxNameCharacters || /\p{Cc}/u.test(name)) return undefined
  const { append_domain: appended } = options
  if (appended === undefined) return name.includes('@') || takesNames(options) ? name : undefined
  const at = name.lastIndexOf('@')
  if (at < 0) return name
  const isOwn = name.slice(at + 1).toLowerCase() === appended.replace(/^@/, '').toLowerCase()
  return isOwn ? name.slice(0, at) : undefined
}

/** Directories written in C may read a password to its first NUL only. */
const hasNul = (password: string) => password.includes('\0')
