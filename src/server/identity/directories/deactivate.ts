import type { AppContext } from '../../context'
import { deactivateDispensable } from '../../chat/actions/users/activation'
import { saveTakenOver } from '../../data/identities/directories'
import type { KnownPerson } from '../../data/identities/directories'
import type { RealmRow } from '../../data/schema'
import { lockAccounts } from '../../data/users/update-users'
import { findUserById } from '../../data/users/users'
import { ApiError } from '../../lib/api-error'
import { slicesOf } from '../../lib/turns'
import { addressOf } from '../../wire/addresses'
import type { IdentityProvider } from '../providers/find-providers'
import { identityKey } from './identity-key'
import { SyncStoppedError } from './stopped'

/** So many people, or this share of all, are never deactivated at once: a directory that lost them may be broken. */
const fewestRefused = 3
const shareRefused = 0.1
const peopleAtOnce = 10

interface Missing {
  realm: RealmRow
  provider: IdentityProvider
  known: ReadonlyMap<string, KnownPerson>
  /** Whether the directory lets a person in, by identity. */
  seen: ReadonlyMap<string, boolean>
  goesOn(): Promise<boolean>
  faults: string[]
}

/**
 * Deactivates people whom a directory does not show any more, or keeps out, if they have no other way to log in.
 * @returns how many; `refusal`: the sentence that tells why nobody was
 * Source: docs/protocol/single-sign-on.md#ldap-brake.
 */
export async function deactivateMissing(
  ctx: Pick<AppContext, 'db'>,
  { realm, provider, known, seen, goesOn, faults }: Missing,
): Promise<{ deactivated: number; refusal?: string }> {
  const active = [...known.values()].filter(({ is_active: isActive }) => isActive)
  const missing = active.filter(
    (person) => !person.has_other_way && seen.get(identityKey(person)) !== true,
  )
  if (missing.length === 0) return { deactivated: 0 }
  const isMany = missing.length >= fewestRefused && missing.length > active.length * shareRefused
  if (seen.size === 0 || isMany) {
    const refusal =
      `${missing.length} of ${active.length} people would be deactivated, which is more than ` +
      `10 %. Nobody was. Is the directory whole, and the filter right?`
    return { deactivated: 0, refusal }
  }
  let deactivated = 0
  const key = { realm_id: realm.id, slug: provider.slug }
  for (const slice of slicesOf(missing, peopleAtOnce)) {
    if (!(await goesOn())) throw new SyncStoppedError()
    deactivated += await ctx.db.transaction(async (tx) => {
      await lockAccounts(tx, realm.id)
      const gone: KnownPerson[] = []
      for (const person of slice) {
        const user = await findUserById(tx, realm.id, person.user_id)
        if (!user || user.deactivated_at) continue
        try {
          await deactivateDispensable(tx, user)
          gone.push(person)
        } catch (error) {
          // The only owner stays.
          if (!(error instanceof ApiError)) throw error
          faults.push(`${addressOf(user)}: ${error.message}`)
        }
      }
      const taken = gone.map(({ user_id, digest, picture_digest }) => ({
        ...{ user_id, digest, picture_digest, is_deactivated_here: true },
      }))
      await saveTakenOver(tx, key, taken)
      return gone.length
    })
  }
  return { deactivated }
}
