import type { AppContext } from '../../context'
import { lockAccounts } from '../../db/accounts'
import { deactivateRealmEmoji as deactivateRow, findRealmEmoji } from '../../db/realm-emoji'
import { realmEmojiDeactivated } from '../../wire/realm-emoji'
import type { Requester } from '../authentication'
import { isAdministrator } from '../permissions'
import { NoSuchEmojiError, NotEmojiAuthorError } from './errors'
import { publishEmojiChange } from './events'

/**
 * Takes an emoji out of use; where it was used it is shown on. Its name is free again.
 * @throws NoSuchEmojiError, NotEmojiAuthorError
 */
export async function deactivateRealmEmoji(
  ctx: Pick<AppContext, 'clock' | 'db'>,
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
    await deactivateRow(tx, realmId, emoji.id, ctx.clock.now())
    await publishEmojiChange(tx, realmId, realmEmojiDeactivated(emoji))
  })
}
