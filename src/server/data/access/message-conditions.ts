import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import {
  isOpenTo,
  isReadableWith,
  isReceivedInStream,
  isSubscribedTo,
  isInPeriod,
  mayEnter,
  takesPartIn,
} from './rule'
import type { NamedReader, NamedReceiver, Reader } from './rule'

/* The rule (rule.ts) as conditions on a row of `messages`: readable, in a user's history, read. */

/** Alias of the row of `messages` in a statement. */
export type Alias = 'messages' | 'm' | 'everybody'

/** Whether a reader may read a message. */
export function isReadableBy(reader: Reader, alias: Alias = 'messages'): RawBuilder<boolean> {
  return sql<boolean>`(
    ${takesPart(reader, alias)}
    or exists (
      select from streams
      where streams.realm_id = ${reader.realm_id} and streams.id = ${sql.ref(alias)}.stream_id
        and ${isReadableWith(
          {
            isOpen: isOpenTo(reader.role, sql`streams.invite_only`),
            isInside: sql`(${isSubscribedTo(reader, sql`streams.id`)} or ${mayEnter(reader)})`,
            sharesPast: sql`streams.history_public_to_subscribers`,
          },
          wasSubscribed(reader, alias),
        )}))`
}

/**
 * Whether a message was received: it is in a private conversation of the reader, or in a stream
 * they were subscribed to when it was written. Only received messages can be unread; others are
 * `historical`.
 */
export function isReceivedBy(
  reader: NamedReceiver,
  alias: Alias = 'messages',
): RawBuilder<boolean> {
  return sql<boolean>`(${takesPart(reader, alias)} or ${wasSubscribed(reader, alias)})`
}

/**
 * Whether a message was received and is still readable; needs fewer lookups than both conditions.
 */
export function isInHistoryOf(
  reader: Reader | NamedReader,
  alias: Alias = 'messages',
): RawBuilder<boolean> {
  const m = sql.ref(alias)
  return sql<boolean>`(
    ${takesPart(reader, alias)}
    or exists (
      select from subscription_periods period
      ${joinReadableStream(reader)}
      where period.realm_id = ${reader.realm_id} and period.user_id = ${reader.id}
        and period.stream_id = ${m}.stream_id and ${isInPeriod(sql`${m}.id`)}))`
}

/**
 * Joins the row of `subscriptions` to a row `period` of `subscription_periods`, if the reader may
 * still read the messages received in that period.
 */
export function joinReadableStream(reader: Reader | NamedReader): RawBuilder<unknown> {
  // Subscribers may read: no lookup of the stream.
  return sql`
    join subscriptions on subscriptions.realm_id = period.realm_id
      and subscriptions.user_id = period.user_id and subscriptions.stream_id = period.stream_id
      and (subscriptions.active or exists (
        select from streams
        where streams.realm_id = period.realm_id and streams.id = period.stream_id
          and (${isOpenTo(reader.role, sql`streams.invite_only`)} or ${mayEnter(reader)})))`
}

/** Whether a message was received and is unread. */
export function isUnreadBy(reader: Reader, alias: Alias = 'messages'): RawBuilder<boolean> {
  return sql<boolean>`(
    ${isReceivedBy(reader, alias)} and not ${isMarkedRead(reader, alias)})`
}

/** Whether the read state marks a message as read; true also for some messages never received. */
export function isMarkedRead(reader: NamedReceiver, alias: Alias): RawBuilder<boolean> {
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
        and state.stream_id = ${m}.stream_id and state.topic_key = fold_case(${m}.topic)
        and state.read @> ${m}.id)
    or exists (
      select from dm_group_members member
      where member.realm_id = ${reader.realm_id} and member.user_id = ${reader.id}
        and member.dm_group_id = ${m}.dm_group_id and member.read @> ${m}.id))`
}

/** Whether the reader is a member of the private conversation of a message. */
export function takesPart(reader: NamedReceiver, alias: Alias): RawBuilder<boolean> {
  return takesPartIn(reader, sql`${sql.ref(alias)}.dm_group_id`)
}

/** Whether the reader was subscribed to the stream of a message when it was written. */
export function wasSubscribed(
  reader: NamedReceiver,
  alias: Alias = 'messages',
): RawBuilder<boolean> {
  const m = sql.ref(alias)
  return isReceivedInStream(reader, sql`${m}.stream_id`, sql`${m}.id`)
}
