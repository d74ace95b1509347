import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import { flagColumns } from './flags'
import type { FlagsOfOne } from './flags'

/** A message to a stream, to be stored with the outbox row that publishes it. */
export interface NewStreamMessage {
  realm_id: number
  sender_id: number
  stream_id: number
  /** The stream's row as the sender's access was checked with it ({@link SendTarget}). */
  stream_revision: string
  topic: string
  content: string
  rendered_content: string
  is_me_message: boolean
  client: string
  sent_at: Date
  read_by_sender: boolean
  mentions_everybody: boolean
  has_link: boolean
  has_image: boolean
  /** What the sender's program calls it: it is stored once under that name. Both or neither. */
  queue_id: string | null
  local_id: string | null
  /** Stored for those who are subscribed, and for onlookers. */
  flags: readonly FlagsOfOne[]
  /** Text of the outbox row's body before and after the id that the message gets. */
  body_before_id: string
  body_after_id: string
}

/**
 * Ids of what was stored; null where the stream's row is no longer the one that was checked, and
 * where the message was stored at this moment under the same local id. One that was stored before
 * answers its id, and has nothing to be published.
 */
export interface StoredMessage {
  id: number | null
  outbox_id: number | null
  /** Changes of state that others have committed are still on their way to clients. */
  behind: boolean
}

/**
 * Stores messages, their outbox rows, and that this batch is stored, in one statement, which is a
 * transaction by itself. A batch that is stored already is not stored again: the answer is then
 * that of the first time. It answers undefined when the first time ended only just now; asking
 * once more tells.
 *
 * The version of the subscribers that the bodies name is that of the stream's row, so comparing
 * rows is what keeps an audience from being older than its message.
 *
 * Local ids are claimed in one order, so that batches that hold the same ones do not wait for each
 * other.
 *
 * @param lane names who numbers the batches; no two at once
 */
export async function storeMessageBatch(
  db: Queryable,
  lane: string,
  batch: number,
  messages: readonly NewStreamMessage[],
): Promise<StoredMessage[] | undefined> {
  const column = <K extends keyof NewStreamMessage>(name: K) =>
    messages.map((message) => message[name])
  const flags = messages.flatMap((message, index) =>
    message.flags.map((flag) => ({ ...flag, position: index + 1 })),
  )
  const stored = await sql<StoredMessage>`
    with given as (
      select given.*, streams.id is not null as is_current,
        case when local_id is not null then (
          select message_id from local_messages known
          where known.realm_id = given.realm_id and known.user_id = given.sender_id
            and known.queue_id = given.queue_id and known.local_id = given.local_id
        ) end as known_id
      from unnest(
        ${column('realm_id')}::bigint[], ${column('sender_id')}::bigint[],
        ${column('stream_id')}::bigint[], ${column('stream_revision')}::text[],
        ${column('topic')}::text[], ${column('content')}::text[],
        ${column('rendered_content')}::text[], ${column('is_me_message')}::boolean[],
        ${column('client')}::text[],
        ${messages.map((message) => message.sent_at.toISOString())}::timestamptz[],
        ${column('read_by_sender')}::boolean[], ${column('mentions_everybody')}::boolean[],
        ${column('has_link')}::boolean[], ${column('has_image')}::boolean[],
        ${column('queue_id')}::text[], ${column('local_id')}::text[],
        ${column('body_before_id')}::text[], ${column('body_after_id')}::text[]
      ) with ordinality as given (realm_id, sender_id, stream_id, stream_revision, topic, content,
        rendered_content, is_me_message, client, sent_at, read_by_sender, mentions_everybody,
        has_link, has_image, queue_id, local_id, body_before_id, body_after_id, position)
      left join streams on streams.realm_id = given.realm_id and streams.id = given.stream_id
        and streams.xmin = given.stream_revision::xid
      order by position
    ), numbered as (
      select given.*,
        case when is_current and known_id is null then nextval('messages_id_seq') end as id,
        case when is_current and known_id is null then nextval('outbox_id_seq') end as outbox_id
      from given
    ), remembered as (
      insert into local_messages (realm_id, user_id, queue_id, local_id, message_id)
      select realm_id, sender_id, queue_id, local_id, id
      from numbered where id is not null and local_id is not null
      order by realm_id, sender_id, queue_id, local_id, position
      on conflict do nothing
      returning message_id
    ), kept as (
      select numbered.*, id is not null
        and (local_id is null or id in (select message_id from remembered)) as is_new
      from numbered
    ), claimed as (
      insert into sent_batches as known (lane, batch, message_ids, outbox_ids)
      select ${lane}::text, ${batch}::bigint,
        array_agg(case when is_new then id else known_id end order by position),
        array_agg(case when is_new then outbox_id end order by position)
      from kept
      on conflict (lane) do update set batch = excluded.batch,
        message_ids = excluded.message_ids, outbox_ids = excluded.outbox_ids, stored_at = now()
        where known.batch < excluded.batch
      returning message_ids, outbox_ids
    ), stored as (
      insert into messages (realm_id, id, sender_id, stream_id, topic, content,
        rendered_content, is_me_message, client, sent_at, read_by_sender, mentions_everybody,
        has_link, has_image) overriding system value
      select realm_id, id, sender_id, stream_id, topic, content,
        rendered_content, is_me_message, client, sent_at, read_by_sender, mentions_everybody,
        has_link, has_image
      from kept, claimed where is_new
    ), flagged as (
      insert into message_flags (realm_id, user_id, message_id, mentioned,
        topic_wildcard_mentioned, has_alert_word)
      select kept.realm_id, flag.user_id, kept.id, mentioned, topic_wildcard_mentioned,
        has_alert_word
      from ${flagColumns(flags, 'position')}
      join kept on kept.position = flag.position and is_new, claimed
      where is_onlooker or exists (
        select from subscriptions
        where subscriptions.realm_id = kept.realm_id and subscriptions.user_id = flag.user_id
          and subscriptions.stream_id = kept.stream_id and subscriptions.active)
    ), owed as (
      insert into outbox (realm_id, id, body, in_order) overriding system value
      select realm_id, outbox_id, body_before_id || id || body_after_id, false
      from kept, claimed where is_new
    ), answers as (
      select message_ids, outbox_ids, exists (
        select from outbox
        where in_order and realm_id = any(${[...new Set(column('realm_id'))]}::bigint[])
      ) as behind from claimed
      union all
      select message_ids, outbox_ids, true from sent_batches
      where lane = ${lane} and batch = ${batch}
    )
    select id, outbox_id, behind
    from answers, unnest(message_ids, outbox_ids) with ordinality as ids (id, outbox_id, position)
    order by position`.execute(db)
  return stored.rows.length > 0 ? stored.rows : undefined
}

/**
 * Forgets batches and local ids that nobody can still ask for. There may be millions of local ids:
 * they go in portions, none of which takes long, and what another worker is deleting is left to it.
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
