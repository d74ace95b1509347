import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import { fixedStatement } from '../engine/fixed-statement'
import { flagColumns, flagNames, flagRows, givenWith, insertFrom } from './insert-messages'
import type { FlagColumns, FlagsOfOne, GivenName, NewMessageRow } from './insert-messages'

/*
 * The fast way to insert messages to streams: several of them, with all that is stored beside them, in one
 * statement without a transaction. The general way is in `insert-messages.ts`; `docs/fast-ways.md` says what must
 * be equal both ways.
 */

/** A stream message, stored together with the outbox row that publishes it. */
export interface MessageToBatch extends NewMessageRow {
  stream_id: number
  /**
   * Version of the stream's row against which the sender's access was checked ({@link SendTarget}).
   */
  stream_revision: string
  /** The sender's own key for the message, stored only once under that key. Both or neither. */
  queue_id: string | null
  local_id: string | null
  /** Stored for subscribers and onlookers. */
  flags: readonly FlagsOfOne[]
  /** Text of the outbox row's body before and after the id of the message. */
  body_before_id: string
  body_after_id: string
}

/**
 * Ids of a stored message. `id` is null if the stream's row has changed since the check, if
 * somebody is joining or leaving the stream (streams/order-of-joins.ts), or if another batch is
 * storing the message under the same local id right now. A message stored earlier under its local
 * id returns that id, and no `outbox_id`.
 */
export interface StoredIds {
  id: number | null
  outbox_id: number | null
  /** Whether committed state changes of other transactions that concern the message are not relayed yet. */
  behind: boolean
}

const givenToBatch = givenWith<MessageToBatch>({
  stream_revision: 'text',
  queue_id: 'text',
  local_id: 'text',
  body_before_id: 'text',
  body_after_id: 'text',
})
/** Explicit list, since a statement with a `*` is never prepared. */
const columnsOfGiven = sql.raw(
  [...givenToBatch.names, 'position'].map((name) => `given.${name}`).join(', '),
)
const insertNewAmongKept = insertFrom(sql`kept, claimed where is_new`, sql`id`)

const storeGiven = fixedStatement<
  StoredIds,
  GivenName<MessageToBatch> | keyof FlagColumns | 'lane' | 'batch'
>(
  [...givenToBatch.names, ...flagNames, 'lane', 'batch'],
  (values) => sql`
    with given as (
      select ${columnsOfGiven},
        case when local_id is not null then (
          select message_id from local_messages known
          where known.realm_id = given.realm_id and known.user_id = given.sender_id
            and known.queue_id = given.queue_id and known.local_id = given.local_id
        ) end as known_id
      from ${givenToBatch.rows(values)}
    ), places as materialized (
      select realm_id, stream_id, stream_revision,
        awaits_changes(realm_id, stream_id, stream_revision::xid) as behind
      from given group by realm_id, stream_id, stream_revision
    ), checked as (
      select ${columnsOfGiven}, given.known_id, places.behind is not null as is_current,
        places.behind
      from given
      join places on places.realm_id = given.realm_id and places.stream_id = given.stream_id
        and places.stream_revision = given.stream_revision
      order by position
    ), numbered as (
      select ${columnsOfGiven}, given.known_id,
        case when is_current and known_id is null then nextval('messages_id_seq') end as id,
        case when is_current and known_id is null then nextval('outbox_id_seq') end as outbox_id
      from checked as given
    ), remembered as (
      insert into local_messages (realm_id, user_id, queue_id, local_id, message_id)
      select realm_id, sender_id, queue_id, local_id, id
      from numbered where id is not null and local_id is not null
      order by realm_id, sender_id, queue_id, local_id, position
      on conflict do nothing
      returning message_id
    ), kept as (
      select ${columnsOfGiven}, known_id, id, outbox_id, id is not null
        and (local_id is null or id in (select message_id from remembered)) as is_new
      from numbered as given
    ), claimed as (
      insert into sent_batches as known (lane, batch, message_ids, outbox_ids)
      select ${values.lane}::text, ${values.batch}::bigint,
        array_agg(case when is_new then id else known_id end order by position),
        array_agg(case when is_new then outbox_id end order by position)
      from kept
      on conflict (lane) do update set batch = excluded.batch,
        message_ids = excluded.message_ids, outbox_ids = excluded.outbox_ids, stored_at = now()
        where known.batch < excluded.batch
      returning message_ids, outbox_ids
    ), stored as (
      ${insertNewAmongKept}
    ), flagged as (
      insert into message_flags (realm_id, user_id, message_id, mentioned,
        topic_wildcard_mentioned, has_alert_word)
      select kept.realm_id, flag.user_id, kept.id, mentioned, topic_wildcard_mentioned,
        has_alert_word
      from ${flagRows(values)}
      join kept on kept.position = flag.of_message and is_new, claimed
      where is_onlooker or exists (
        select from subscriptions
        where subscriptions.realm_id = kept.realm_id and subscriptions.user_id = flag.user_id
          and subscriptions.stream_id = kept.stream_id and subscriptions.active)
    ), owed as (
      insert into outbox (realm_id, id, body, in_order, holds_streams) overriding system value
      select realm_id, outbox_id, body_before_id || id || body_after_id, false, array[stream_id]
      from kept, claimed where is_new
    ), answers as (
      select message_ids, outbox_ids, false as is_repeated from claimed
      union all
      select message_ids, outbox_ids, true from sent_batches
      where lane = ${values.lane} and batch = ${values.batch}
    )
    select ids.id, ids.outbox_id, is_repeated or coalesce(given.behind, true) as behind
    from answers
    cross join unnest(message_ids, outbox_ids) with ordinality as ids (id, outbox_id, position)
    join checked as given on given.position = ids.position
    order by ids.position`,
)

/**
 * Stores messages, their outbox rows, and the record of this batch, in one statement, which is a
 * transaction by itself. Repeating a batch stores nothing and returns the first result. Returns
 * undefined if the first attempt committed only during this one; the next repetition returns its
 * result.
 *
 * The bodies name a version of the subscribers, which is that of the stream's row: `awaits_changes`
 * holds off joins and leaves and then compares row versions, so that an audience is never older than
 * its message.
 *
 * Local ids are claimed in a fixed order, so that batches with the same ids cannot deadlock.
 * @param lane names the source that numbers the batches; one batch at a time per lane
 */
export async function insertMessagesFast(
  db: Queryable,
  lane: string,
  batch: number,
  messages: readonly MessageToBatch[],
): Promise<StoredIds[] | undefined> {
  const flags = messages.flatMap((message, index) =>
    message.flags.map((flag) => ({ of_message: index + 1, ...flag })),
  )
  const given = givenToBatch.columnsOf(messages)
  const stored = await storeGiven(db, Object.assign(given, flagColumns(flags), { lane, batch }))
  return stored.length > 0 ? stored : undefined
}
