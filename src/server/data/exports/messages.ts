import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import { messageColumns } from '../engine/row-columns'
import { isInPeriod } from '../access/rule'
import type { MessageEditRow, MessageRow } from '../schema'
import { isMessageExported, isUserExported } from './scope'
import type { ExportScope, MessageScope } from './scope'

/** The exported messages within a run of consecutive ids. */
export interface MessagePage {
  messages: MessageRow[]
  edits: MessageEditRow[]
  /** Members of the private conversations, ascending, and their recipient ids. */
  conversations: { id: number; recipient_id: number; member_ids: number[] }[]
  /** The last id checked; null if there are no more messages. */
  lastId: number | null
}

export async function newestMessageId(db: Queryable, realmId: number): Promise<number> {
  const row = await db
    .selectFrom('messages')
    .select((eb) => eb.fn.max<number | null>('id').as('id'))
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
  return row?.id ?? 0
}

/** Max bytes of the texts of a page, earlier texts included; the first message is read whatever its size. */
const maxPageBytes = 16_777_216

/** Checks the next messages after an id, `atMost` of them, up to another; three statements. */
export async function readMessagePage(
  db: Queryable,
  realmId: number,
  scope: MessageScope,
  { afterId, upToId, atMost }: { afterId: number; upToId: number; atMost: number },
): Promise<MessagePage> {
  const columns = sql.join(messageColumns.map((column) => sql.ref(`m.${column}`)))
  const { rows } = await sql<MessageRow & { is_exported: boolean }>`
    select ${columns}, ${isMessageExported(scope)} as is_exported
    from (
      select next.id, row_number() over in_order as number, sum(next.bytes) over in_order as bytes
      from (
        select each.id, octet_length(each.content) + octet_length(each.rendered_content)
          + case when each.last_edited_at is null then 0 else (
              select coalesce(sum(octet_length(edit.prev_content)
                + octet_length(edit.prev_rendered_content)), 0)
              from message_edits edit
              where edit.realm_id = each.realm_id and edit.message_id = each.id) end as bytes
        from messages each
        where each.realm_id = ${realmId} and each.id > ${afterId} and each.id <= ${upToId}
        order by each.id limit ${atMost}
      ) next
      window in_order as (order by next.id rows unbounded preceding)
    ) sized
    join messages m on m.realm_id = ${realmId} and m.id = sized.id
    where sized.bytes <= ${maxPageBytes} or sized.number = 1
    order by m.id`.execute(db)
  const messages = rows.filter((row) => row.is_exported)
  const ids = messages.map(({ id }) => id)
  const edits = await db
    .selectFrom('message_edits')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`message_id = any(${ids}::bigint[])`)
    .orderBy('id', 'desc')
    .execute()
  const groupIds = [...new Set(messages.flatMap(({ dm_group_id: id }) => id ?? []))]
  const { rows: conversations } = await sql<MessagePage['conversations'][number]>`
    select dm_groups.id, dm_groups.recipient_id,
      json_agg(member.user_id order by member.user_id) as member_ids
    from dm_groups join dm_group_members member
      on member.realm_id = dm_groups.realm_id and member.dm_group_id = dm_groups.id
    where dm_groups.realm_id = ${realmId} and dm_groups.id = any(${groupIds}::bigint[])
    group by dm_groups.id, dm_groups.recipient_id`.execute(db)
  return { messages, edits, conversations, lastId: rows.at(-1)?.id ?? null }
}

/** Users with the same flags for a message, as a bit mask of the archive format. */
export interface MaskedUsers {
  message_id: number
  mask: number
  user_ids: number[]
}

/**
 * Flag masks of messages, for users who received or flagged them.
 * Source: docs/protocol/import.md#flags-mask.
 */
export async function readMaskedUsers(
  db: Queryable,
  realmId: number,
  scope: ExportScope,
  messageIds: readonly number[],
): Promise<MaskedUsers[]> {
  const { rows } = await sql<MaskedUsers>`
    with m as materialized (
      select id, sender_id, stream_id, dm_group_id, fold_case(topic) as topic_key, read_by_sender,
        mentions_everybody
      from messages where realm_id = ${realmId} and id = any(${[...messageIds]}::bigint[])
    ), ties as (
      select m.id, period.user_id, true as received from m
      join subscription_periods period on period.realm_id = ${realmId}
        and period.stream_id = m.stream_id and ${isInPeriod(sql`m.id`)}
      union all
      select m.id, member.user_id, true from m
      join dm_group_members member on member.realm_id = ${realmId}
        and member.dm_group_id = m.dm_group_id
      union all
      select m.id, flags.user_id, false from m
      join message_flags flags on flags.realm_id = ${realmId} and flags.message_id = m.id
    ), people as (
      select id, user_id, bool_or(received) as received from ties group by id, user_id
    ), masked as (
      select m.id as message_id, people.user_id,
        (case when not people.received
          or (m.read_by_sender and m.sender_id = people.user_id)
          or coalesce(subscription.read @> m.id, false) or coalesce(state.read @> m.id, false)
          or coalesce(member.read @> m.id, false) then 1 else 0 end)
        + (case when flags.starred then 2 else 0 end)
        + (case when flags.collapsed then 4 else 0 end)
        + (case when flags.mentioned then 8 else 0 end)
        + (case when m.mentions_everybody and people.received then 16 else 0 end)
        + (case when flags.topic_wildcard_mentioned then 32 else 0 end)
        + (case when flags.has_alert_word then 512 else 0 end)
        + (case when people.received then 0 else 1024 end)
        + (case when m.dm_group_id is null then 0 else 2048 end) as mask
      from people
      join m on m.id = people.id
      join users on users.realm_id = ${realmId} and users.id = people.user_id
        and not users.is_system_bot and ${isUserExported(scope, sql`users.id`)}
      left join subscriptions subscription on subscription.realm_id = ${realmId}
        and subscription.user_id = people.user_id and subscription.stream_id = m.stream_id
      left join topic_read_states state on state.realm_id = ${realmId}
        and state.user_id = people.user_id and state.stream_id = m.stream_id
        and state.topic_key = m.topic_key
      left join dm_group_members member on member.realm_id = ${realmId}
        and member.user_id = people.user_id and member.dm_group_id = m.dm_group_id
      left join message_flags flags on flags.realm_id = ${realmId}
        and flags.user_id = people.user_id and flags.message_id = m.id
    )
    select message_id, mask, json_agg(user_id order by user_id) as user_ids
    from masked group by message_id, mask order by message_id, mask`.execute(db)
  return rows
}
