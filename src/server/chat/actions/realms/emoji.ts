import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import {
  deactivateRealmEmoji,
  findRealmEmoji,
  insertRealmEmoji,
  listRealmEmoji,
} from '../../../data/realms/emoji'
import { lockAccounts } from '../../../data/users/update-users'
import { publish } from '../../../events/publish'
import type { IncomingFile } from '../../../stores/files/incoming'
import { ApiError, fixedError } from '../../../lib/api-error'
import type { ErrorDoc } from '../../../lib/api-error'
import type { PlainEvent } from '../../../../shared/events'
import {
  realmEmojiAdded,
  realmEmojiDeactivated,
  realmEmojiReplaced,
} from '../../../wire/realm-emoji'
import { recordActs } from '../../notify/audit-log'
import type { Requester } from '../../rules/authentication'
import { BadRequestError, InsufficientPermissionError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { asRealmUser, refuseGuests } from '../../rules/permissions/roles'
import { isAdministrator } from '../../../../shared/rules/roles'
import { mayAddEmoji } from '../../../../shared/rules/realm-rights'
import { forEverybody } from '../../notify/publications'
import { BadImageError, deleteFiles, keyOfEmoji, randomKey } from '../../access/uploads/files'

export class EmojiNameTakenError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'An active emoji of the organization has this name.',
  example: 'A custom emoji with this name already exists.',
}) {}

export class InvalidEmojiNameError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'Names have 1 to 100 of the characters a-z, 0-9, `_`, `-` and `.`.',
  example: 'Invalid characters in emoji name',
}) {}

export class NoSuchEmojiError extends BadRequestError {
  static readonly doc: ErrorDoc = {
    code: 'BAD_REQUEST',
    description: 'There is no active emoji of the organization with this name.',
    example: "Emoji 'party' does not exist",
  }

  constructor(name: string) {
    super(`Emoji '${name}' does not exist`)
  }
}

export class NotEmojiAuthorError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'Only its author and administrators may remove an emoji.',
  example: 'Must be an organization administrator or emoji author',
}) {}

const emojiName = /^[0-9a-z_.-]{1,100}$/

/**
 * Adds a custom emoji to the organization. A standard emoji of the same name is replaced by it.
 *
 * @throws GuestsNotAllowedError, InsufficientPermissionError
 * @throws InvalidEmojiNameError, EmojiNameTakenError, BadImageError
 */
export async function addRealmEmoji(
  ctx: Pick<AppContext, 'db' | 'files' | 'log'>,
  requester: Requester,
  name: string,
  file: IncomingFile,
): Promise<void> {
  refuseGuests(requester)
  if (!mayAddEmoji(asRealmUser(ctx.db.dated(), requester))) throw new InsufficientPermissionError()
  if (!emojiName.test(name)) throw new InvalidEmojiNameError()
  const { realm_id, id: userId } = requester
  const made = await ctx.files.pictures.of({ realmId: realm_id, userId }).emoji(file.path)
  if (!made) throw new BadImageError()

  const file_name = `${randomKey()}.${made.extension}`
  const still_file_name = made.still ? `${randomKey()}.png` : null
  const keys = [file_name, still_file_name ?? []].flat().map((each) => keyOfEmoji(realm_id, each))
  const { store } = ctx.files
  await store.put(keyOfEmoji(realm_id, file_name), made.picture, `image/${made.extension}`)
  if (made.still && still_file_name) {
    await store.put(keyOfEmoji(realm_id, still_file_name), made.still, 'image/png')
  }
  try {
    await ctx.db.transaction(async (tx) => {
      // The event for older clients lists all emoji: the lock keeps concurrent additions from being left out.
      await lockAccounts(tx, realm_id)
      const created_at = tx.now
      const author_id = requester.id
      const row = { realm_id, name, author_id, file_name, still_file_name, created_at }
      const emoji = await insertRealmEmoji(tx, row)
      if (!emoji) throw new EmojiNameTakenError()
      if ((await listRealmEmoji(tx, realm_id)).length > sizeLimits.realmEmoji) {
        throw new BadRequestError(`Too many custom emoji (limit: ${sizeLimits.realmEmoji})`)
      }
      await recordActs(tx, realm_id, [{ act: 'emoji_added', after: { id: emoji.id, name } }])
      await publishEmojiChange(tx, realm_id, realmEmojiAdded(emoji))
    })
  } catch (error) {
    if (error instanceof ApiError) await deleteFiles(ctx, keys)
    throw error
  }
}

/**
 * Deactivates a custom emoji and frees its name. Messages and reactions that use it still show it.
 * @throws NoSuchEmojiError, NotEmojiAuthorError
 */
export async function removeRealmEmoji(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
  name: string,
): Promise<void> {
  const { realm_id: realmId } = requester
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, realmId)
    const emoji = await findRealmEmoji(tx, realmId, name)
    if (!emoji) throw new NoSuchEmojiError(name)
    const isAuthor = emoji.author_id === requester.id
    if (!isAuthor && !isAdministrator(requester)) throw new NotEmojiAuthorError()
    await deactivateRealmEmoji(tx, realmId, emoji.id)
    await recordActs(tx, realmId, [{ act: 'emoji_removed', before: { id: emoji.id, name } }])
    await publishEmojiChange(tx, realmId, realmEmojiDeactivated(emoji))
  })
}

const capability = 'individual_emoji_changes'

/**
 * Publishes a change of custom emoji: newer clients get the change, older clients the whole list.
 * Source: docs/protocol/decided-conflicts.md#emoji-events.
 */
async function publishEmojiChange(tx: Tx, realmId: number, change: PlainEvent): Promise<void> {
  const whole = realmEmojiReplaced(await listRealmEmoji(tx, realmId))
  await publish(tx, realmId, [
    { ...forEverybody(change), condition: { capability, isDeclared: true } },
    { ...forEverybody(whole), condition: { capability, isDeclared: false } },
  ])
}
