import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'

/**
 * Key of a message before it has an id: its sender, their queue, and the local id in that queue.
 */
export interface LocalMessageKey {
  realm_id: number
  user_id: number
  queue_id: string
  local_id: string
}

/**
 * Reserves an id for a message to store, unless it was stored before. Waits if another worker is
 * storing it right now.
 */
export async function claimLocalMessage(
  tx: Tx,
  { realm_id, user_id, queue_id, local_id }: LocalMessageKey,
): Promise<{ id: number; isNew: boolean }> {
  const claimed = await sql<{ message_id: number }>`
    insert into local_messages (realm_id, user_id, queue_id, local_id, message_id)
    values (${realm_id}, ${user_id}, ${queue_id}, ${local_id}, nextval('messages_id_seq'))
    on conflict do nothing
    returning message_id`.execute(tx)
  const [row] = claimed.rows
  if (row) return { id: row.message_id, isNew: true }
  const [id] = await findLocalMessages(tx, [{ realm_id, user_id, queue_id, local_id }])
  if (id === undefined) throw new Error('A message was forgotten while it was sent again.')
  return { id, isNew: false }
}

/** Ids of the messages with these keys, in the order of the keys; undefined for unknown keys. */
export async function findLocalMessages(
  db: Queryable,
  keys: readonly LocalMessageKey[],
): Promise<(number | undefined)[]> {
  const column = <K extends keyof LocalMessageKey>(name: K) => keys.map((key) => key[name])
  const { rows } = await sql<{ message_id: number | null }>`
    select (
      select message_id from local_messages known
      where known.realm_id = key.realm_id and known.user_id = key.user_id
        and known.queue_id = key.queue_id and known.local_id = key.local_id
    ) as message_id
    from unnest(${column('realm_id')}::bigint[], ${column('user_id')}::bigint[],
      ${column('queue_id')}::text[], ${column('local_id')}::text[]
    ) with ordinality as key (realm_id, user_id, queue_id, local_id, position)
    order by position`.execute(db)
  return rows.map((row) => row.message_id ?? undefined)
}

/**
 * Deletes batches and local ids older than a day, after which clients no longer retry. Millions of
 * local ids are deleted in short portions, skipping rows that another worker is deleting.
 */
export async function deleteOldBatches(db: Queryable, portion = 10_000): Promise<void> {
  await sql`delete from sent_batches where stored_at < now() - interval '1 day'`.execute(db)
  let deleted: number
  do {
    const { rows } = await sql<{ count: number }>`
      with old as (
        select realm_id, user_id, queue_id, local_id from local_messages
        where sent_at < now() - interval '1 day'
        order by sent_at limit ${portion} for update skip locked
      ), gone as (
        delete from local_messages using old
        where local_messages.realm_id = old.realm_id and local_messages.user_id = old.user_id
          and local_messages.queue_id = old.queue_id and local_messages.local_id = old.local_id
        returning 1
      )
      select count(*) from gone`.execute(db)
    deleted = rows[0]?.count ?? 0
  } while (deleted === portion)
}
