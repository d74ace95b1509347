import type { Queryable } from '../db/engine/database'
import { getRealm } from '../db/realms/realms'
import { listActiveNames } from '../db/users/users'
import { BadRequestError } from './errors'
import { withoutHidden } from './names'
import { realmSettingsOf } from './realms/settings'
import { systemBots } from './system-bots'

/*
 * Names that show something else than they are. Source: docs/protocol/users.md#lookalikes.
 *
 * There is a table of everything that looks alike in Unicode (UTS 39), of some ten thousand lines. Here
 * are the letters of the alphabets that people take for Latin ones; what Unicode itself calls another
 * shape of a character (mathematical, full-width and circled letters) it replaces by itself.
 */

/** Letters, and the Latin ones that they are taken for. */
const twins: ReadonlyMap<string, string> = new Map(
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

/** What a name looks like: two names with the same look are taken for each other. */
function lookOf(name: string): string {
  const visible = withoutHidden(name.normalize('NFKC'))
  const latin = [...visible].map((letter) => twins.get(letter) ?? letter).join('')
  return latin.toLowerCase().replace(/\s+/g, ' ').trim()
}

/** The name itself, in any letter case and however its accents are written. */
function plainOf(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** The look of a name to somebody who hardly looks: without accents, blanks and punctuation. */
function roughLookOf(name: string): string {
  // Before letter case is dropped, in which a capital i is no l.
  const alike = name.replace(/[I1|!]/g, 'l').replace(/0/g, 'o')
  return lookOf(alike)
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/i/g, 'l')
}

const namesOfSystemBots = new Set(
  Object.values(systemBots).map(({ fullName }) => roughLookOf(fullName)),
)

/**
 * Refuses a full name by which an account would be taken for a system bot, or for another active
 * account whose name is written with other characters. The very name of another may be had,
 * unless the organisation wants each name once.
 *
 * @param ownId of the account that is to get it, unless it is new
 * @throws BadRequestError
 */
export async function refuseLookalike(
  db: Queryable,
  realmId: number,
  fullName: string,
  ownId?: number,
): Promise<void> {
  const { settings: realm_settings } = await getRealm(db, realmId)
  const isUnique = realmSettingsOf({ realm_settings }).require_unique_names
  refuseSystemName(fullName)
  // A name that is what it looks like is nobody's disguise.
  if (!isUnique && isPlain(fullName)) return
  const names = new KnownNames(await listActiveNames(db, realmId, ownId), isUnique)
  names.refuse(fullName)
}

/**
 * {@link refuseLookalike} for many names that come together: each is held against those that there are,
 * and against those before it.
 *
 * @returns checks a name, and counts it among those that there are
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

/** The names of an organisation, by what they look like. */
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
    const look = lookOf(name)
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
    const alike = this.plainByLook.get(lookOf(name)) ?? []
    if (!isPlain(name) && [...alike].some((other) => other !== plain)) throw taken()
  }
}

function refuseSystemName(fullName: string): void {
  if (namesOfSystemBots.has(roughLookOf(fullName))) throw taken()
}

function isPlain(name: string): boolean {
  return lookOf(name) === plainOf(name)
}

function taken(): BadRequestError {
  return new BadRequestError('Name is already in use!')
}
