import type { AppContext } from '../../context'
import { listRealmEmoji as listRows } from '../../db/realm-emoji'
import { presentRealmEmojiMap } from '../../wire/realm-emoji'
import type { RealmEmojiMap } from '../../wire/realm-emoji'
import type { Requester } from '../authentication'

/** All emoji of the organisation by id, deactivated ones included. */
export async function listRealmEmoji(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<RealmEmojiMap> {
  return presentRealmEmojiMap(await listRows(ctx.db.query, requester.realm_id))
}
