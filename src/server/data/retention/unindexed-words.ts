import { sql } from 'kysely'
import type { Tx } from '../engine/database'

/** Max message ids of one piece. */
const idsPerPiece = 2_000

/**
 * Indexes a piece of the messages that were stored before letters of scripts without blanks were indexed in pairs, and words
 * with punctuation in parts; the newest first. Writing a searched column makes the trigger index the message.
 *
 * @returns whether there are more
 */
export async function indexWordsAnew(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ up_to_id: number }>`
    select up_to_id from unindexed_words for update`.execute(tx)
  const upToId = rows[0]?.up_to_id
  if (upToId === undefined) return false
  const next = upToId - idsPerPiece
  await sql`
    update messages set content = content
    where realm_id in (select id from realms) and id > ${next} and id <= ${upToId}
      and (has_unspaced(topic || content) or has_parts(topic || chr(10) || content))`.execute(tx)
  if (next > 0) await sql`update unindexed_words set up_to_id = ${next}`.execute(tx)
  else await sql`delete from unindexed_words`.execute(tx)
  return next > 0
}
