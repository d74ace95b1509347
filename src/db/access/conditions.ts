import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { roles } from '../schema'
import type { UserRow } from '../schema'

/*
 * Who may read which message, whose history it is in, and who has read it: as conditions on a row
 * of `messages`. Every statement that answers messages on somebody's behalf is made of these; there
 * is no other place that decides.
 */

/** Whose eyes a message is seen with. */
export type Reader = Pick<UserRow, 'realm_id' | 'id' | 'role'>

/** Whose history a message is in, whatever they may read now. */
export type Receiver = Pick<Reader, 'realm_id' | 'id'>

/** The same as a statement names them: by values or by expressions. */
export type NamedReceiver = { [Key in keyof Receiver]: Receiver[Key] | RawBuilder<number> }

/** How the row of `messages` is called in the statement. */
export type Alias = 'messages' | 'm' | 'everybody'

/**
 * Whether a reader may read a message:
 * - private ones: who takes part;
 * - those of public streams: everybody but guests, also what was written before they came;
 * - those of other streams, and for guests of all: current subscribers; where the past is not
 *   shared, what was written while they were subscribed.
 *
 * Streams that were archived keep their readers.
 * Source: client notes 8.1; protocol notes 3.2.
 */
export function isReadableBy(reader: Reader, alias: Alias = 'messages'): RawBuilder<boolean> {
  const m = sql.ref(alias)
  const readsPublicStreams = reader.role !== roles.guest
  return sql<boolean>`(
    ${takesPart(reader, alias)}
    or exists (
      select from streams
      left join subscriptions on subscriptions.realm_id = streams.realm_id
        and subscriptions.stream_id = streams.id and subscriptions.user_id = ${reader.id}
        and subscriptions.active
      where streams.realm_id = ${reader.realm_id} and streams.id = ${m}.stream_id
        and (
          (${readsPublicStreams}::boolean and not streams.invite_only)
          or (subscriptions.user_id is not null
            and (streams.history_public_to_subscribers or ${wasSubscribed(reader, alias)}))
        )
    ))`
}

/**
 * Whether a message was received: it is in the reader's own history, private conversations and
 * streams while they were subscribed. Only such messages can be unread; the others are `historical`.
 */
export function isReceivedBy(reader: Receiver, alias: Alias = 'messages'): RawBuilder<boolean> {
  return sql<boolean>`(${takesPart(reader, alias)} or ${wasSubscribed(reader, alias)})`
}

/**
 * Whether a message is in the reader's own history and may still be read: the same as received and
 * readable, with less to look at.
 */
export function isInHistoryOf(reader: Reader, alias: Alias = 'messages'): RawBuilder<boolean> {
  const m = sql.ref(alias)
  return sql<boolean>`(
    ${takesPart(reader, alias)}
    or exists (
      select from subscription_periods period
      ${joinReadableStream(reader)}
      where period.realm_id = ${reader.realm_id} and period.user_id = ${reader.id}
        and period.stream_id = ${m}.stream_id and ${m}.id > period.from_message_id
        and (period.to_message_id is null or ${m}.id <= period.to_message_id)))`
}

/** To a row of `subscription_periods`, if the reader may still read what was received in it. */
export function joinReadableStream(reader: Reader): RawBuilder<unknown> {
  const readsPublicStreams = reader.role !== roles.guest
  // Whoever is subscribed need not be asked about the stream.
  return sql`
    join subscriptions on subscriptions.realm_id = period.realm_id
      and subscriptions.user_id = period.user_id and subscriptions.stream_id = period.stream_id
      and (subscriptions.active or (${readsPublicStreams}::boolean and exists (
        select from streams
        where streams.realm_id = period.realm_id and streams.id = period.stream_id
          and not streams.invite_only)))`
}

/** Whether a message is received and not read. */
export function isUnreadBy(reader: Reader, alias: Alias = 'messages'): RawBuilder<boolean> {
  return sql<boolean>`(
    ${isReceivedBy(reader, alias)} and not ${isMarkedRead(reader, alias)})`
}

/** Whether the read state says so; it may also say so of messages that were never received. */
export function isMarkedRead(reader: Reader, alias: Alias): RawBuilder<boolean> {
  const m = sql.ref(alias)
  return sql<boolean>`(
    (${m}.read_by_sender and ${m}.sender_id = ${reader.id})
    or exists (
      select from subscriptions
      where subscriptions.realm_id = ${reader.realm_id} and subscriptions.user_id = ${reader.id}
        and subscriptions.stream_id = ${m}.stream_id and subscriptions.read @> ${m}.id)
    or exists (
      select from topic_read_states state
      where state.realm_id = ${reader.realm_id} and state.user_id = ${reader.id}
        and state.stream_id = ${m}.stream_id and state.topic_key = lower(${m}.topic)
        and state.read @> ${m}.id)
    or exists (
      select from dm_group_members member
      where member.realm_id = ${reader.realm_id} and member.user_id = ${reader.id}
        and member.dm_group_id = ${m}.dm_group_id and member.read @> ${m}.id))`
}

/**
 * The same for one place at a time, as sets of message ids, for statements about many messages of
 * few places: one row with `readable`, `received`, the stream's or conversation's `read`, and
 * `is_subscribed`, which is null of conversations. No row means that nothing of it is readable.
 *
 * @param place has the columns `stream_id` and `dm_group_id`, one of them null
 */
export function sightOf(reader: Reader, place: RawBuilder<unknown>): RawBuilder<unknown> {
  const { realm_id: realmId, id: userId } = reader
  const readsPublicStreams = reader.role !== roles.guest
  return sql`
    select
      case
        when subscriptions.active and streams.history_public_to_subscribers
          or (${readsPublicStreams}::boolean and not streams.invite_only) then ${everyId}
        when subscriptions.active then received.ids
        else '{}'
      end as readable,
      received.ids as received, coalesce(subscriptions.read, '{}') as read,
      coalesce(subscriptions.active, false) as is_subscribed
    from streams
    left join subscriptions on subscriptions.realm_id = ${realmId}
      and subscriptions.user_id = ${userId} and subscriptions.stream_id = streams.id,
    lateral (
      select coalesce(range_agg(int8range(from_message_id + 1, to_message_id + 1)), '{}') as ids
      from subscription_periods period
      where period.realm_id = ${realmId} and period.user_id = ${userId}
        and period.stream_id = streams.id
    ) received
    where streams.realm_id = ${realmId} and streams.id = ${place}.stream_id
    union all
    select ${everyId}, ${everyId}, member.read, null
    from dm_group_members member
    where member.realm_id = ${realmId} and member.user_id = ${userId}
      and member.dm_group_id = ${place}.dm_group_id`
}

const everyId = sql`int8multirange(int8range(null, null))`

/** Whether the reader takes part in the private conversation of a message. */
export function takesPart(reader: Receiver, alias: Alias): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from dm_group_members member
    where member.realm_id = ${reader.realm_id} and member.user_id = ${reader.id}
      and member.dm_group_id = ${sql.ref(alias)}.dm_group_id)`
}

/** Whether the reader was subscribed to the stream of a message when it was written. */
export function wasSubscribed(reader: Receiver, alias: Alias = 'messages'): RawBuilder<boolean> {
  const m = sql.ref(alias)
  return sql<boolean>`exists (
    select from subscription_periods period
    where period.realm_id = ${reader.realm_id} and period.user_id = ${reader.id}
      and period.stream_id = ${m}.stream_id and ${m}.id > period.from_message_id
      and (period.to_message_id is null or ${m}.id <= period.to_message_id))`
}

/*
 * The same for a whole stream, as sets of message ids: for who asks about many messages at once.
 */

/** What the reader received in a stream, as {@link wasSubscribed} says it of one message. */
export function receivedIn(reader: Reader, streamId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select range_agg(int8range(period.from_message_id + 1, period.to_message_id + 1))
    from subscription_periods period
    where period.realm_id = ${reader.realm_id} and period.user_id = ${reader.id}
      and period.stream_id = ${streamId})`
}

/** What is read of a stream as a whole, as {@link isMarkedRead} says it of one message. */
export function markedReadIn(reader: Reader, streamId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select subscriptions.read from subscriptions
    where subscriptions.realm_id = ${reader.realm_id} and subscriptions.user_id = ${reader.id}
      and subscriptions.stream_id = ${streamId})`
}
