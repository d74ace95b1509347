import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { sentWithNext } from '../engine/pipelining-client'
import type { ReactionType } from '../schema'

/** An emoji as a reaction names it. */
export interface EmojiKey {
  emoji_name: string
  emoji_code: string
  reaction_type: ReactionType
}

interface Reactor {
  realmId: number
  messageId: number
  userId: number
}

/**
 * Adds a reaction, under the name that the message's earlier reactions use for this emoji. Returns
 * undefined if the user has already reacted with it, or the message is gone.
 */
export async function insertReaction(
  tx: Tx,
  { realmId, messageId, userId }: Reactor,
  emoji: EmojiKey,
): Promise<EmojiKey | undefined> {
  // Ids of reactions, by which clients order them, and names follow the order of events.
  await sql`${sentWithNext}
    select from messages where realm_id = ${realmId} and id = ${messageId}
    for no key update`.execute(tx)
  const { rows } = await sql<EmojiKey>`
    insert into reactions (realm_id, message_id, user_id, emoji_name, emoji_code, reaction_type)
    select ${realmId}, message.id, ${userId}, coalesce((
        select emoji_name from reactions
        where realm_id = ${realmId} and message_id = ${messageId}
          and reaction_type = ${emoji.reaction_type} and emoji_code = ${emoji.emoji_code}
        order by id limit 1
      ), ${emoji.emoji_name}), ${emoji.emoji_code}, ${emoji.reaction_type}
    from messages message
    where message.realm_id = ${realmId} and message.id = ${messageId}
    on conflict (realm_id, message_id, user_id, reaction_type, emoji_code) do nothing
    returning emoji_name, emoji_code, reaction_type`.execute(tx)
  return rows[0]
}

/** Number of a user's reactions to a message. */
export async function countReactions(
  db: Queryable,
  { realmId, messageId, userId }: Reactor,
): Promise<number> {
  const { count } = await db
    .selectFrom('reactions')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('realm_id', '=', realmId)
    .where('message_id', '=', messageId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Parts of an emoji that select the reaction to remove; any part will do. */
export type EmojiInput = { [K in keyof EmojiKey]?: EmojiKey[K] | undefined }

/** The emoji that a name may mean. */
export interface NamedEmoji {
  /** The emoji that the name officially means. */
  official: Omit<EmojiKey, 'emoji_name'> | undefined
  /** Codes of the standard emoji with this name. */
  named: readonly string[]
}

/**
 * Removes one reaction of a user. Among several matches, prefers the official emoji of the name, then the
 * oldest. Returns undefined if none matches.
 */
export async function deleteReaction(
  tx: Tx,
  { realmId, messageId, userId }: Reactor,
  wanted: EmojiInput,
  { official, named }: NamedEmoji,
): Promise<EmojiKey | undefined> {
  const code = wanted.emoji_code ?? null
  const isOfficial = sql<boolean>`(reaction_type = ${official?.reaction_type ?? null}
    and emoji_code = ${official?.emoji_code ?? null})`
  const { rows } = await sql<EmojiKey>`
    delete from reactions
    where realm_id = ${realmId} and message_id = ${messageId} and id = (
      select id from reactions
      where realm_id = ${realmId} and message_id = ${messageId} and user_id = ${userId}
        and case when ${code}::text is not null then emoji_code = ${code}::text
          else emoji_name = ${wanted.emoji_name ?? null}::text or ${isOfficial}
            or reaction_type = 'unicode_emoji' and emoji_code = any(${[...named]}::text[]) end
        and reaction_type = coalesce(${wanted.reaction_type ?? null}::text, reaction_type)
      order by coalesce(${isOfficial}, false) desc, id limit 1)
    returning emoji_name, emoji_code, reaction_type`.execute(tx)
  return rows[0]
}

/** The name under which a message's reactions use an emoji. */
export async function findReactionName(
  db: Queryable,
  realmId: number,
  messageId: number,
  { emoji_code, reaction_type }: Omit<EmojiKey, 'emoji_name'>,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('reactions')
    .select('emoji_name')
    .where('realm_id', '=', realmId)
    .where('message_id', '=', messageId)
    .where('reaction_type', '=', reaction_type)
    .where('emoji_code', '=', emoji_code)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return found?.emoji_name
}
