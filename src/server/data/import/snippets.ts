import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { rowsAs } from '../engine/rows'

/** Numbers of saved snippets by user. */
export async function countSnippets(
  db: Queryable,
  realmId: number,
  userIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ user_id: number; count: number }>`
    select user_id, count(*)::int as count from saved_snippets
    where realm_id = ${realmId} and user_id = any(${[...userIds]}::bigint[])
    group by 1`.execute(db)
  return new Map(rows.map(({ user_id, count }) => [user_id, count]))
}

/** @returns the ids in the order of the snippets */
export async function insertImportedSnippets(
  tx: Tx,
  realmId: number,
  snippets: readonly { user_id: number; title: string; content: string; created_at: Date }[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into saved_snippets (realm_id, user_id, title, content, created_at)
    select ${realmId}, user_id, title, content, created_at
    from ${rowsAs('given', snippets, {
      user_id: 'bigint',
      title: 'text',
      content: 'text',
      created_at: 'timestamptz',
    })}
    order by position
    returning id`.execute(tx)
  return rows.map(({ id }) => id).sort((one, other) => one - other)
}
