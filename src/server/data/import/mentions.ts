import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { rowsAs } from '../engine/rows'

/** The text of a message that may mention accounts by their ids. */
export interface MentioningText {
  id: number
  content: string
}

/** The next texts with mentions that name an id, in the order of their messages. */
export async function listMentioningTexts(
  db: Queryable,
  realmId: number,
  { afterId, atMost }: { afterId: number; atMost: number },
): Promise<MentioningText[]> {
  const { rows } = await sql<MentioningText>`
    select id, content from messages
    where realm_id = ${realmId} and id > ${afterId} and content like '%**%|%**%'
    order by id limit ${atMost}`.execute(db)
  return rows
}

/** A text with renamed mentions. */
export interface RewrittenText extends MentioningText {
  /** The text as it was read. */
  before: string
  rendered_content: string
}

/** Replaces texts, except those that somebody has edited since they were read. */
export async function rewriteTexts(
  tx: Tx,
  realmId: number,
  texts: readonly RewrittenText[],
): Promise<void> {
  if (texts.length === 0) return
  await sql`
    update messages set content = given.content, rendered_content = given.rendered_content
    from ${rowsAs('given', texts, {
      id: 'bigint',
      before: 'text',
      content: 'text',
      rendered_content: 'text',
    })}
    where messages.realm_id = ${realmId} and messages.id = given.id
      and messages.content = given.before`.execute(tx)
}
