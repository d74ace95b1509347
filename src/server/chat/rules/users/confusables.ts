import type { Queryable } from '../../../data/engine/database'
import { foldCase } from '../../../../shared/rules/letter-case'
import { getRealm } from '../../../data/realms/realms'
import { listActiveNames } from '../../../data/users/list-users'
import { BadRequestError } from '../errors'
import { withoutHidden } from '../../../lib/characters'
import { realmSettingsOf } from '../realms/settings'
import { systemBots } from '../system-bots'

/*
 * Detection of confusable names. Source: docs/protocol/users.md#lookalikes.
 *
 * The full Unicode table of confusables (UTS 39) has about ten thousand lines. This module lists only letters
 * of other alphabets that resemble Latin ones; NFKC normalization handles mathematical, full-width and
 * circled letters.
 */

/** Maps letters to the Latin letters that they resemble. */
const confusables: ReadonlyMap<string, string> = new Map(
  [
    // Cyrillic
    ['АВЕЅІЈКМНОРСТУХҮԌԚԜ', 'ABESIJKMHOPCTYXYGQW'],
    ['аеѕіјкорсухһԁԛԝӏү', 'aesijkopcyxhdqwly'],
    // Greek
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
    ['αικνορυχγ', 'aikvopuxy'],
    // Armenian, and letters of Latin itself
    ['օսհցոɑɡıſ', 'ouhgnagis'],
  ].flatMap(([letters = '', latin = '']) =>
    [...letters].map((letter, index): [string, string] => [letter, latin[index] as string]),
  ),
)

/** The skeleton of a name (UTS 39): two names with the same skeleton are confusable. */
function skeletonOf(name: string): string {
  const visible = withoutHidden(name.normalize('NFKC'))
  const latin = [...visible].map((letter) => confusables.get(letter) ?? letter).join('')
  return foldCase(latin).replace(/\s+/g, ' ').trim()
}

/** The name in lower case, with normalized accents. */
function plainOf(name: string): string {
  return foldCase(name)
}

/** A looser skeleton, without accents, blanks and punctuation. */
function looseSkeletonOf(name: string): string {
  // Before lowercasing, because only a capital i resembles an l.
  const alike = name.replace(/[I1|!]/g, 'l').replace(/0/g, 'o')
  return skeletonOf(alike)
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/i/g, 'l')
}

const namesOfSystemBots = new Set(
  Object.values(systemBots).map(({ fullName }) => looseSkeletonOf(fullName)),
)

/**
 * Refuses a full name that is confusable with the name of a system bot, or of another active account whose
 * name has other characters. The identical name of another account is allowed, unless the organization
 * requires unique names.
 *
 * @param ownId id of the renamed account; absent for a new account
 * @throws BadRequestError
 */
export async function refuseConfusable(
  db: Queryable,
  realmId: number,
  fullName: string,
  ownId?: number,
): Promise<void> {
  const { settings: realm_settings } = await getRealm(db, realmId)
  const isUnique = realmSettingsOf({ realm_settings }).require_unique_names
  refuseSystemName(fullName)
  // A name equal to its skeleton cannot imitate another name.
  if (!isUnique && isPlain(fullName)) return
  const names = new KnownNames(await listActiveNames(db, realmId, ownId), isUnique)
  names.refuse(fullName)
}

/**
 * {@link refuseConfusable} for many new names: each is compared with existing names and with the new ones
 * before it.
 *
 * @returns a function that checks a name and then adds it to the known names
 */
export async function watchNames(
  db: Queryable,
  realmId: number,
): Promise<(fullName: string) => void> {
  const { settings: realm_settings } = await getRealm(db, realmId)
  const isUnique = realmSettingsOf({ realm_settings }).require_unique_names
  const names = new KnownNames(await listActiveNames(db, realmId), isUnique)
  return (fullName) => {
    refuseSystemName(fullName)
    names.refuse(fullName)
    names.add(fullName)
  }
}

/** The names of an organization, indexed by skeleton. */
class KnownNames {
  private readonly plain = new Set<string>()
  private readonly plainByLook = new Map<string, Set<string>>()

  constructor(
    names: readonly string[],
    private readonly isUnique: boolean,
  ) {
    for (const name of names) this.add(name)
  }

  add(name: string): void {
    this.plain.add(plainOf(name))
    const look = skeletonOf(name)
    const known = this.plainByLook.get(look)
    if (known) known.add(plainOf(name))
    else this.plainByLook.set(look, new Set([plainOf(name)]))
  }

  /** @throws BadRequestError */
  refuse(name: string): void {
    const plain = plainOf(name)
    if (this.isUnique && this.plain.has(plain)) {
      throw new BadRequestError('Unique names required in this organization.')
    }
    const alike = this.plainByLook.get(skeletonOf(name)) ?? []
    if (!isPlain(name) && [...alike].some((other) => other !== plain)) throw taken()
  }
}

function refuseSystemName(fullName: string): void {
  if (namesOfSystemBots.has(looseSkeletonOf(fullName))) throw taken()
}

function isPlain(name: string): boolean {
  return skeletonOf(name) === plainOf(name)
}

function taken(): BadRequestError {
  return new BadRequestError('Name is already in use!')
}
