import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Queryable } from '../engine/database'
import type { Schema } from '../schema'

export type ScheduledOfExport = Selectable<Schema['scheduled_messages']>
export type DraftOfExport = Selectable<Schema['drafts']>

/**
 * Recipient ids of the private conversations that scheduled messages go to, by the members' ids, ascending, with commas. A
 * conversation without any message has none.
 */
export async function recipientsOfScheduled(
  db: Queryable,
  realmId: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ member_key: string; recipient_id: number }>`
    select distinct dm_groups.member_key, dm_groups.recipient_id
    from scheduled_messages t
    cross join lateral (
      select string_agg(id::text, ',' order by id) as member_key
      from (select distinct unnest(t.recipient_ids || t.user_id) as id) as members
    ) as wanted
    join dm_groups on dm_groups.realm_id = t.realm_id and dm_groups.member_key = wanted.member_key
    where t.realm_id = ${realmId} and t.sent_at is null
      and cardinality(t.recipient_ids) > 1`.execute(db)
  return new Map(rows.map((row) => [row.member_key, row.recipient_id]))
}
