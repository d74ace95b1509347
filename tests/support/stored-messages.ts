import { sql } from 'kysely'
import { isUnreadBy } from '../../src/server/data/access/message-conditions'
import { roles } from '../../src/shared/rules/roles'
import type { MessageRow } from '../../src/server/data/schema'
import type { Person } from './person'
import type { TestServer } from './test-server'

/** The row of a message. */
export async function storedMessage({ db }: TestServer, id: number): Promise<MessageRow> {
  return db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** The unread ones of the messages that a person received, in order. */
export async function unreadAmong(
  { db }: TestServer,
  { id }: Person,
  messageIds: readonly number[],
): Promise<number[]> {
  const { realm_id } = await db
    .selectFrom('users')
    .select('realm_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ id: number }>`
    select id from messages where id = any(${[...messageIds]}::bigint[])
      and ${isUnreadBy({ realm_id, id, role: roles.member })}
    order by id`.execute(db)
  return rows.map((row) => row.id)
}

/** Marks messages of a topic as read for a person, or with `topic` null a whole stream up to a message. */
export async function markRead(
  { db }: TestServer,
  { id: userId }: Person,
  { streamId, topic }: { streamId: number; topic: string | null },
  messageIds: readonly number[],
): Promise<void> {
  const ids = sql`(select range_agg(int8range(id, id + 1))
    from unnest(${[...messageIds]}::bigint[]) as id)`
  await (
    topic === null
      ? sql`update subscriptions set read = read + ${ids}
        where user_id = ${userId} and stream_id = ${streamId}`
      : sql`insert into topic_read_states as present
          (realm_id, user_id, stream_id, topic_key, read)
        select realm_id, user_id, stream_id, lower(${topic}), ${ids} from subscriptions
        where user_id = ${userId} and stream_id = ${streamId}
        on conflict (realm_id, user_id, stream_id, topic_key)
          do update set read = present.read + excluded.read`
  ).execute(db)
}
