import type { AppContext } from '../../../context'
import {
  deleteBotStorage,
  listBotStorage,
  measureBotStorage,
  putBotStorage,
} from '../../../data/bots/storage'
import { lockUser } from '../../../data/users/update-users'
import { fixedError } from '../../../lib/api-error'
import type { ErrorDoc } from '../../../lib/api-error'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { countCharacters } from '../../../../shared/rules/characters'
import { sizeLimits } from '../../rules/limits'

/*
 * Key-value storage of text for bots, separate for each bot.
 * Source: docs/protocol/bots.md#storage.
 */

export class NoSuchKeyError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The bot keeps nothing under one of the keys.',
  example: 'Key does not exist.',
}) {}

export class StorageFullError extends BadRequestError {
  static readonly doc: ErrorDoc = {
    code: 'BAD_REQUEST',
    description: 'The bot would keep more than it may.',
    example: 'Request exceeds storage limit by 12 characters. The limit is 10000000 characters.',
  }

  constructor(excess: number, limit: number) {
    super(
      `Request exceeds storage limit by ${excess} characters. The limit is ${limit} characters.`,
    )
  }
}

type Context = Pick<AppContext, 'db'>

/**
 * @param keys default: all keys
 * @throws BadRequestError for accounts of people; NoSuchKeyError
 */
export async function readStorage(
  ctx: Context,
  requester: Requester,
  keys: readonly string[] | undefined,
): Promise<Record<string, string>> {
  requireBot(requester)
  const entries = await listBotStorage(ctx.db.query, requester.realm_id, requester.id, keys)
  const storage = Object.fromEntries(entries.map(({ key, value }) => [key, value]))
  if (keys?.some((key) => !Object.hasOwn(storage, key))) throw new NoSuchKeyError()
  return storage
}

/**
 * @throws BadRequestError for accounts of people and for keys that are too long
 * @throws StorageFullError; nothing is stored then
 */
export async function changeStorage(
  ctx: Context,
  requester: Requester,
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  requireBot(requester)
  const longest = sizeLimits.botStorageKeyCharacters
  if (Object.keys(changes).some((key) => countCharacters(key) > longest)) {
    throw new BadRequestError(`Key is too long (limit: ${longest} characters)`)
  }
  const { realm_id: realmId, id } = requester
  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, realmId, id)
    await putBotStorage(tx, realmId, id, Object.entries(changes))
    const excess = (await measureBotStorage(tx, realmId, id)) - sizeLimits.botStorageBytes
    if (excess > 0) throw new StorageFullError(excess, sizeLimits.botStorageBytes)
  })
}

/**
 * @param keys default: all keys
 * @throws BadRequestError for accounts of people; NoSuchKeyError; nothing is removed then
 */
export async function removeStorage(
  ctx: Context,
  requester: Requester,
  keys: readonly string[] | undefined,
): Promise<void> {
  requireBot(requester)
  const { realm_id: realmId, id } = requester
  await ctx.db.transaction(async (tx) => {
    await lockUser(tx, realmId, id)
    const entries = await listBotStorage(tx, realmId, id, keys)
    const found = entries.map((entry) => entry.key)
    if (keys?.some((key) => !found.includes(key))) throw new NoSuchKeyError()
    await deleteBotStorage(tx, realmId, id, found)
  })
}

function requireBot(requester: Requester): void {
  if (!requester.is_bot) throw new BadRequestError('This endpoint is for bots only.')
}
