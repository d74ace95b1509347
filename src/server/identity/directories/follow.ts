import { rm, writeFile } from 'node:fs/promises'
import type { AppContext } from '../../context'
import { BadImageError } from '../../chat/access/uploads/files'
import { revive } from '../../chat/actions/users/activation'
import { deleteAvatar, replaceAvatar, storeAvatar } from '../../chat/actions/users/avatars'
import { moveTo, rename } from '../../chat/actions/users/change-user'
import { forgetPresence } from '../../chat/notify/users/forget-presence'
import { realmSettingsOf } from '../../chat/rules/realms/settings'
import type { Tx } from '../../data/engine/database'
import { saveTakenOver } from '../../data/identities/directories'
import type { KnownPerson, TakenOver } from '../../data/identities/directories'
import type { RealmRow, UserRow } from '../../data/schema'
import { lockAccounts } from '../../data/users/update-users'
import { listUsersByIds } from '../../data/users/users'
import { ApiError } from '../../lib/api-error'
import { isSameName } from '../../../shared/rules/letter-case'
import { addressOf } from '../../wire/addresses'
import { applyClaimRules } from '../claims/apply-claim-rules'
import type { DirectoryPerson } from '../protocols/ldap/person'
import type { IdentityProvider } from '../providers/find-providers'

type Context = Pick<
  AppContext,
  'caches' | 'clock' | 'config' | 'db' | 'files' | 'log' | 'presence' | 'renderer'
>

/** An account, and its person in the directory. */
export interface Followed {
  known: KnownPerson
  person: DirectoryPerson
}

export interface Following {
  changed: number
  reactivated: number
  /** Sentences about values that were not taken over. */
  faults: string[]
}

/** Whether something of a person was not taken over yet. */
function isChanged({ known, person }: Followed): boolean {
  const hasReturned = !known.is_active && known.is_deactivated_here && !person.isKeptOut
  return known.digest !== person.digest || isNewPicture({ known, person }) || hasReturned
}

const isNewPicture = ({ known, person }: Followed): boolean =>
  (person.picture?.digest ?? null) !== known.picture_digest

/**
 * Takes over what has changed of some people: name, address, picture and claims, and reactivates those whom a sync had
 * deactivated. A value that is refused here stays as it was.
 * Source: docs/protocol/single-sign-on.md#ldap-sync.
 */
export async function followPeople(
  ctx: Context,
  realm: RealmRow,
  provider: IdentityProvider,
  people: readonly Followed[],
): Promise<Following> {
  const changed = people.filter(isChanged)
  const result: Following = { changed: changed.length, reactivated: 0, faults: [] }
  if (changed.length === 0) return result
  const avatars = new Map<number, string | null>()
  for (const { known, person } of changed.filter(isNewPicture)) {
    const key = await makeAvatar(ctx, realm.id, known.user_id, person, result.faults)
    if (key !== undefined) avatars.set(known.user_id, key)
  }
  const moved: UserRow[] = []
  const replaced: string[] = []
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realm.id)
    const keys = changed.map(({ known }) => ({ realmId: realm.id, userId: known.user_id }))
    const users = new Map((await listUsersByIds(tx, keys)).map((user) => [user.id, user]))
    const taken: TakenOver[] = []
    for (const followed of changed) {
      const { known, person } = followed
      const user = users.get(known.user_id)
      if (!user) continue
      const hasReturned = user.deactivated_at !== null && known.is_deactivated_here
      if (hasReturned && !person.isKeptOut) {
        await revive(tx, user)
        result.reactivated += 1
      }
      const change = { ctx, tx, realm, provider, faults: result.faults }
      const next = await followNames(change, user, person)
      if (next !== user) moved.push(next)
      const avatar = avatars.get(user.id)
      if (avatar !== undefined && avatar !== user.avatar_key) {
        if (user.avatar_key !== null) replaced.push(user.avatar_key)
        await replaceAvatar(tx, next, avatar)
      }
      const { claims } = person
      await applyClaimRules(ctx, tx, { user: next, provider, claims })
      taken.push({
        user_id: user.id,
        digest: person.digest,
        picture_digest: person.picture?.digest ?? null,
        is_deactivated_here: hasReturned && person.isKeptOut,
      })
    }
    await saveTakenOver(tx, { realm_id: realm.id, slug: provider.slug }, taken)
  })
  // The stored presence contains the old email.
  for (const user of moved) await forgetPresence(ctx, user)
  for (const key of replaced) await deleteAvatar(ctx, realm.id, key)
  return result
}

interface Change {
  ctx: Context
  tx: Tx
  realm: RealmRow
  provider: IdentityProvider
  faults: string[]
}

/** @returns the account, another object if its address has changed */
async function followNames(
  { ctx, tx, realm, provider, faults }: Change,
  user: UserRow,
  { fullName, addresses }: DirectoryPerson,
): Promise<UserRow> {
  const settings = realmSettingsOf({ realm_settings: realm.settings })
  const [address] = addresses
  const isSame = addresses.some((each) => isSameName(each, addressOf(user)))
  try {
    await rename(tx, user, fullName)
    if (isSame || provider.options.updates_addresses !== true) return user
    return (await moveTo(ctx, tx, user, { address, settings })) ?? user
  } catch (error) {
    // A name or an address that is taken or not allowed must not stop the others.
    if (!(error instanceof ApiError)) throw error
    faults.push(`${addressOf(user)}: ${error.message}`)
    return user
  }
}

/**
 * Decodes a picture, outside of transactions.
 * @returns the key of the avatar; null if the person has no picture any more; undefined if it cannot be read
 */
async function makeAvatar(
  ctx: Context,
  realmId: number,
  userId: number,
  { picture, addresses }: DirectoryPerson,
  faults: string[],
): Promise<string | null | undefined> {
  if (!picture) return null
  const file = await ctx.files.incoming.newPath()
  try {
    await writeFile(file, picture.bytes)
    const { length: bytes } = picture.bytes
    const incoming = { path: file, name: 'picture', contentType: 'image/jpeg', bytes }
    return await storeAvatar(ctx, { realm_id: realmId, id: userId }, incoming)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const reason = error instanceof BadImageError ? 'the picture cannot be read' : error.message
    faults.push(`${addresses[0] ?? userId}: ${reason}`)
    return undefined
  } finally {
    await rm(file, { force: true })
  }
}
