import type { AppContext } from '../../context'
import { insertRealmEmoji } from '../../db/realm-emoji'
import { lockAccounts } from '../../db/accounts'
import type { IncomingFile } from '../../files'
import { realmEmojiAdded } from '../../wire/realm-emoji'
import type { Requester } from '../authentication'
import { refuseGuests, requireAdministrator } from '../permissions'
import { realmSettingsOf } from '../realms/settings'
import { deleteFiles } from '../uploads/delete-files'
import { BadImageError } from '../uploads/errors'
import { keyOfEmoji, randomKey } from '../uploads/keys'
import { EmojiNameTakenError, InvalidEmojiNameError } from './errors'
import { publishEmojiChange } from './events'

const NAME = /^[0-9a-z_.-]{1,100}$/

/**
 * Adds an emoji to those of the organisation. Its name may be one of a standard emoji, in whose
 * place it is then shown.
 *
 * @throws GuestsNotAllowedError, AdministratorRequiredError
 * @throws InvalidEmojiNameError, EmojiNameTakenError, BadImageError
 */
export async function addRealmEmoji(
  ctx: Pick<AppContext, 'clock' | 'db' | 'files' | 'log'>,
  requester: Requester,
  name: string,
  file: IncomingFile,
): Promise<void> {
  refuseGuests(requester)
  if (realmSettingsOf(requester).add_emoji_by_admins_only) requireAdministrator(requester)
  if (!NAME.test(name)) throw new InvalidEmojiNameError()
  const made = await ctx.files.pictures.emoji(file.path)
  if (!made) throw new BadImageError()

  const { realm_id } = requester
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
      // The whole that is told must be the whole: two who add at once wait for each other.
      await lockAccounts(tx, realm_id)
      const created_at = ctx.clock.now()
      const author_id = requester.id
      const row = { realm_id, name, author_id, file_name, still_file_name, created_at }
      const emoji = await insertRealmEmoji(tx, row)
      if (!emoji) throw new EmojiNameTakenError()
      await publishEmojiChange(tx, realm_id, realmEmojiAdded(emoji))
    })
  } catch (error) {
    if (error instanceof EmojiNameTakenError) await deleteFiles(ctx, keys)
    throw error
  }
}
