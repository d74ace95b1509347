import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { lockAccounts } from '../../../data/users/update-users'
import {
  bumpAlertWordsVersion,
  deleteAlertWords,
  insertAlertWords,
  listAlertWordsOf,
  measureAlertWords,
} from '../../../data/users/alert-words'
import { alertWordsChanged } from '../../../wire/settings-events'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { countCharacters } from '../../../../shared/rules/characters'
import { sizeLimits } from '../../rules/limits'
import { publishToUser } from '../../notify/publications'
import { visibly } from '../../../lib/characters'

type Context = Pick<AppContext, 'db'>

/** The requester's own alert words, sorted. */
export async function listOwnAlertWords(ctx: Context, requester: Requester): Promise<string[]> {
  return listAlertWordsOf(ctx.db.query, requester.realm_id, requester.id)
}

/**
 * Adds alert words, ignoring letter case, and answers all alert words of the requester.
 * @throws BadRequestError for words that are too long, or too many of the account or the organization
 * Source: docs/protocol/settings.md#alert-words.
 */
export async function addAlertWords(
  ctx: Context,
  requester: Requester,
  words: readonly string[],
): Promise<string[]> {
  const checked = checkWords(words)
  const { realm_id: realmId } = requester
  return changeWords(ctx, requester, async (tx) => {
    const added = await insertAlertWords(tx, realmId, requester.id, checked)
    if (added > 0) await refuseTooManyOfRealm(tx, realmId)
    return added
  })
}

/** Removes alert words and answers the remaining ones. */
export async function removeAlertWords(
  ctx: Context,
  requester: Requester,
  words: readonly string[],
): Promise<string[]> {
  const checked = checkWords(words)
  return changeWords(ctx, requester, (tx) =>
    deleteAlertWords(tx, requester.realm_id, requester.id, checked),
  )
}

async function changeWords(
  ctx: Context,
  requester: Requester,
  change: (tx: Tx) => Promise<number>,
): Promise<string[]> {
  const { realm_id: realmId, id: userId } = requester
  return ctx.db.transaction(async (tx) => {
    // The lock keeps simultaneous calls from exceeding the limit, and from publishing each other's
    // uncommitted words.
    await lockAccounts(tx, realmId)
    const changed = await change(tx)
    const words = await listAlertWordsOf(tx, realmId, userId)
    if (words.length > sizeLimits.alertWords) {
      throw new BadRequestError(`Too many alert words (limit: ${sizeLimits.alertWords})`)
    }
    if (changed > 0) {
      await publishToUser(tx, requester, alertWordsChanged(words))
      await bumpAlertWordsVersion(tx, realmId)
    }
    return words
  })
}

/** Every message is searched for all words of the organization, so their size is limited. */
async function refuseTooManyOfRealm(tx: Tx, realmId: number): Promise<void> {
  const { count, characters } = await measureAlertWords(tx, realmId)
  const { alertWordsOfRealm, alertWordCharactersOfRealm } = sizeLimits
  if (count <= alertWordsOfRealm && characters <= alertWordCharactersOfRealm) return
  throw new BadRequestError('Too many alert words in the organization')
}

function checkWords(words: readonly string[]): string[] {
  const trimmed = words.map(visibly).filter((word) => word !== '')
  if (trimmed.some((word) => countCharacters(word) > sizeLimits.alertWordCharacters)) {
    throw new BadRequestError(
      `alert_words is too long (limit: ${sizeLimits.alertWordCharacters} characters)`,
    )
  }
  return trimmed
}
