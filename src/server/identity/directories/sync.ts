import type { Entry } from 'ldapts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AppContext } from '../../context'
import { isPasswordLoginOn } from '../../chat/rules/realms/authentication-methods'
import { listKnownPeople } from '../../data/identities/directories'
import type { KnownPerson } from '../../data/identities/directories'
import type { RealmRow } from '../../data/schema'
import { slicesOf } from '../../lib/turns'
import { LoginFailedError } from '../errors'
import { withDirectory } from '../protocols/ldap/directory'
import { failuresOf } from '../protocols/ldap/failures'
import { readGroups } from '../protocols/ldap/groups'
import type { GroupsOf } from '../protocols/ldap/groups'
import { personOf } from '../protocols/ldap/person'
import type { DirectoryPerson } from '../protocols/ldap/person'
import type { IdentityProvider } from '../providers/find-providers'
import { admitPeople } from './admit'
import type { Admitted } from './admit'
import { deactivateMissing } from './deactivate'
import { followPeople } from './follow'
import type { Followed } from './follow'
import { identityKey } from './identity-key'
import { SyncStoppedError } from './stopped'

/** People whose changes are one transaction, which other changes of accounts wait for. */
const peopleAtOnce = 25
const mostFaults = 20

type Context = Pick<AppContext, 'addresses'> &
  Parameters<typeof followPeople>[0] &
  Parameters<typeof admitPeople>[0]

/** The outcome of a sync. */
export interface SyncResult {
  /** People whom the directory showed. */
  read: number
  made: number
  changed: number
  deactivated: number
  reactivated: number
  /** A sentence about people who were not deactivated because they were too many. */
  refusal?: string
  /** The first sentences about single people. */
  faults: string[]
}

interface Sync {
  realm: RealmRow
  provider: IdentityProvider
  /** Whether the sync may go on. */
  goesOn(): Promise<boolean>
}

/**
 * Compares the accounts of people who have come by a directory with it, and writes the differences.
 * @throws LoginFailedError if the directory cannot be read to its end; SyncStoppedError
 * Source: docs/protocol/single-sign-on.md#ldap-sync.
 */
export async function syncDirectory(
  ctx: Context,
  { realm, provider, goesOn }: Sync,
): Promise<SyncResult> {
  const key = { realm_id: realm.id, slug: provider.slug }
  const hasPasswords = isPasswordLoginOn(realm.settings)
  const listKnown = async () =>
    byIdentity(await listKnownPeople(ctx.db.query, key, { hasPasswords }))
  const known = await listKnown()
  const result: SyncResult = {
    ...{ read: 0, made: 0, changed: 0, deactivated: 0, reactivated: 0, faults: [] },
  }
  const sync = { ctx, realm, provider, known, result, goesOn, seen: new Map<string, boolean>() }
  await failuresOf(provider.name, () =>
    withDirectory(ctx, provider, async (directory) => {
      const groupsOf = await readGroups(directory, provider.options)
      for await (const page of directory.listPeople()) {
        for (const slice of slicesOf(page, peopleAtOnce)) {
          if (!(await goesOn())) throw new SyncStoppedError()
          await followSlice(sync, slice, groupsOf)
          await nextTurn()
        }
      }
    }),
  )
  const { deactivated, refusal } = await deactivateMissing(ctx, {
    ...{
      realm,
      provider,
      known: await listKnown(),
      seen: sync.seen,
      goesOn,
      faults: result.faults,
    },
  })
  return {
    ...{ ...result, deactivated, faults: result.faults.slice(0, mostFaults) },
    ...(refusal !== undefined && { refusal }),
  }
}

const byIdentity = (people: readonly KnownPerson[]): Map<string, KnownPerson> =>
  new Map(people.map((person) => [identityKey(person), person]))

interface Running extends Sync {
  ctx: Context
  known: ReadonlyMap<string, KnownPerson>
  result: SyncResult
  /** Whether the directory lets a person in, by identity. */
  seen: Map<string, boolean>
}

async function followSlice(
  sync: Running,
  entries: readonly Entry[],
  groupsOf: GroupsOf,
): Promise<void> {
  const { ctx, realm, provider, known, result } = sync
  const followed: Followed[] = []
  const strangers: DirectoryPerson[] = []
  for (const entry of entries) {
    const person = await readPerson(sync, entry, groupsOf)
    if (!person) continue
    const before = known.get(identityKey(person))
    if (before) followed.push({ known: before, person })
    else if (!person.isKeptOut) strangers.push(person)
  }
  if (provider.options.creates_accounts === true && strangers.length > 0) {
    const { admitted, others } = await admitPeople(ctx, realm, provider, strangers)
    followed.push(...admitted.map(firstSeen))
    result.made += admitted.filter(({ isNew }) => isNew).length
    result.faults.push(...others.map(({ failure }) => failure.reason))
  }
  const { changed, reactivated, faults } = await followPeople(ctx, realm, provider, followed)
  result.changed += changed
  result.reactivated += reactivated
  result.faults.push(...faults)
}

/** The person of an entry; undefined for one that cannot be told from others, whose fault is kept. */
async function readPerson(
  { provider, result, seen }: Running,
  entry: Entry,
  groupsOf: GroupsOf,
): Promise<DirectoryPerson | undefined> {
  result.read += 1
  try {
    const person = personOf(provider, entry, await groupsOf(entry))
    const key = identityKey(person)
    if (seen.has(key)) throw new LoginFailedError(`${entry.dn} has the id of another person.`)
    seen.set(key, !person.isKeptOut)
    return person
  } catch (error) {
    if (!(error instanceof LoginFailedError)) throw error
    result.faults.push(error.reason)
    return undefined
  }
}

/** Nothing was taken over of a person whose account is found or made just now. */
function firstSeen({ person, userId }: Admitted): Followed {
  const { issuer, subject } = person
  const known: KnownPerson = {
    ...{ user_id: userId, issuer, subject, is_active: true, has_other_way: false },
    ...{ digest: '', picture_digest: null, is_deactivated_here: false },
  }
  return { known, person }
}
