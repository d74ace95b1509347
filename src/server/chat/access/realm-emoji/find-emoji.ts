import type { AppContext } from '../../../context'
import type { Queryable } from '../../../data/engine/database'
import type { EmojiKey, EmojiInput } from '../../../data/messages/reactions'
import { findRealmEmoji, listRealmEmoji } from '../../../data/realms/emoji'
import { findEmojiCode, isEmojiNamed } from '../../../text/markdown/emoji'
import { presentRealmEmojiMap } from '../../../wire/realm-emoji'
import type { RealmEmojiMap } from '../../../../shared/realm-emoji'
import type { Requester } from '../../rules/authentication'

/** An emoji as clients name it: by name, and optionally by code and type. */
export type NamedEmoji = EmojiInput & { emoji_name: string }

/** The only built-in emoji that is not a Unicode emoji. */
const zulipEmoji: EmojiKey = {
  emoji_name: 'zulip',
  emoji_code: 'zulip',
  reaction_type: 'zulip_extra_emoji',
}

/**
 * Finds an emoji by name, and by code and type if given. Custom emoji take precedence over standard
 * ones.
 * Source: docs/protocol/messages.md#emoji-lookup.
 */
export async function findEmoji(
  db: Queryable,
  realmId: number,
  { emoji_name: name, emoji_code: code, reaction_type: type }: NamedEmoji,
): Promise<EmojiKey | undefined> {
  const candidates = [
    await findOwnEmoji(db, realmId, name),
    name === zulipEmoji.emoji_name ? zulipEmoji : undefined,
    findStandardEmoji(name, code),
  ]
  return candidates.find(
    (emoji) =>
      emoji &&
      (code === undefined || emoji.emoji_code === code) &&
      (type === undefined || emoji.reaction_type === type),
  )
}

/** The standard emoji of a name; the code selects one if several share the name. */
function findStandardEmoji(name: string, wanted: string | undefined): EmojiKey | undefined {
  const code = wanted !== undefined && isEmojiNamed(wanted, name) ? wanted : findEmojiCode(name)
  if (code === undefined) return undefined
  return { emoji_name: name, emoji_code: code, reaction_type: 'unicode_emoji' }
}

async function findOwnEmoji(
  db: Queryable,
  realmId: number,
  name: string,
): Promise<EmojiKey | undefined> {
  const emoji = await findRealmEmoji(db, realmId, name)
  if (!emoji) return undefined
  return { emoji_name: name, emoji_code: String(emoji.id), reaction_type: 'realm_emoji' }
}

/** The custom emoji of the organization by id, deactivated ones included. */
export async function listEmojiRecords(
  ctx: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<RealmEmojiMap> {
  return presentRealmEmojiMap(await listRealmEmoji(ctx.db.query, requester.realm_id))
}
