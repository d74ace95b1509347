import { sql } from 'kysely'
import type { Tx } from '../engine/database'
import { rowsAs } from '../engine/rows'

/** An imported message; everybody has read it but the people named here. */
export interface ImportedMessagePlace {
  id: number
  stream_id: number | null
  dm_group_id: number | null
}

/**
 * Marks messages of an import into a live organization as read by everybody but those who had not read them. Subscriptions that
 * the import itself made have no period yet, so their messages count as read until its end.
 */
export async function markImportedRead(
  tx: Tx,
  realmId: number,
  messages: readonly ImportedMessagePlace[],
  unread: readonly { message_id: number; user_id: number }[],
): Promise<void> {
  const given = rowsAs('given', messages, {
    id: 'bigint',
    stream_id: 'bigint',
    dm_group_id: 'bigint',
  })
  const unreadRows = rowsAs('waiting', unread, { message_id: 'bigint', user_id: 'bigint' })
  const sets = (place: 'stream_id' | 'dm_group_id') => sql`
    given as (select * from ${given}),
    written as (
      select ${sql.ref(place)} as place_id, range_agg(int8range(id, id + 1)) as ids
      from given where ${sql.ref(place)} is not null group by 1
    ), unread as (
      select user_id, ${sql.ref(place)} as place_id, range_agg(int8range(id, id + 1)) as ids
      from ${unreadRows} join given on given.id = message_id group by 1, 2
    )`
  await sql`
    with ${sets('stream_id')}
    update subscriptions tie set read = tie.read + (written.ids - coalesce(unread.ids, '{}'))
    from written
    join subscription_periods period on period.realm_id = ${realmId}
      and period.stream_id = written.place_id and period.to_message_id is null
    left join unread on unread.user_id = period.user_id and unread.place_id = period.stream_id
    where tie.realm_id = ${realmId} and tie.stream_id = written.place_id
      and tie.user_id = period.user_id`.execute(tx)
  await sql`
    with ${sets('dm_group_id')}
    update dm_group_members member set read = member.read + (written.ids - coalesce(unread.ids, '{}'))
    from written
    join dm_group_members own on own.realm_id = ${realmId} and own.dm_group_id = written.place_id
    left join unread on unread.user_id = own.user_id and unread.place_id = own.dm_group_id
    where member.realm_id = ${realmId} and member.dm_group_id = written.place_id
      and member.user_id = own.user_id`.execute(tx)
}
