import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { roles } from '../../../shared/rules/roles'
import type { Named } from '../engine/named'
import type { UserRow } from '../schema'
import type { Role } from '../../../shared/rules/roles'
import { groupIdsAround } from '../groups/around'
import type { GroupsAround } from '../groups/around'

/*
 * The rule of access to streams and messages: knowing, entering, reading, receiving. All SQL that
 * checks access is built from this file.
 *
 * - A stream is **open** to everybody but guests, unless it is private.
 * - It is **known** to users it is open to, subscribers, administrators, and users whom its
 *   settings let administer or enter it.
 * - Users who could subscribe themselves may **enter** it: they read it as subscribers do.
 * - A message is **received** by the members of its private conversation, or by the users
 *   subscribed to its stream when it was written.
 * - It is **readable** by the members of its conversation; by users its stream is open to,
 *   including messages from before they joined; and by current subscribers and users who may enter.
 *   If the stream does not share its past, the latter two read only received messages.
 *
 * Archived streams keep their readers.
 * Sources: docs/protocol/history.md#readable, docs/protocol/streams.md#know.
 */

/**
 * The fields of a user that decide what they may read. A requester has all of them; without
 * `groups_around` the user counts as a member of no group.
 */
export type Reader = Pick<UserRow, 'realm_id' | 'id' | 'role'> & {
  readonly date_joined?: Date
  readonly realm_waiting_period_days?: number
  readonly groups_around?: GroupsAround
}

/** A user as the owner of a history, whatever they may read now. */
export type Receiver = Pick<Reader, 'realm_id' | 'id'>

/** A reader whose fields are SQL expressions. */
export type NamedReader = NamedReceiver & { role: RawBuilder<Role> }

/** A receiver whose fields may be SQL expressions, for statements about many users. */
export type NamedReceiver = { [Key in keyof Receiver]: Named<Receiver[Key]> }

/**
 * Larger than any message id; upper bound of searches.
 * Source: docs/protocol/history.md#anchor-ids.
 */
export const endOfHistory = 10_000_000_000_000_000

/** Whether a stream is open to users with a role. */
export function isOpenTo(role: Named<Role>, isPrivate: Named<boolean>): RawBuilder<boolean> {
  const isGuest =
    typeof role === 'number'
      ? sql`${role === roles.guest}::boolean`
      : sql`${role} = ${sql.lit(roles.guest)}`
  return sql<boolean>`(not ${isPrivate} and not ${isGuest})`
}

/** Whether a user is subscribed to a stream. */
export function isSubscribedTo(
  { realm_id: realmId, id: userId }: NamedReceiver,
  streamId: Named<number>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from subscriptions tie
    where tie.realm_id = ${realmId} and tie.user_id = ${userId}
      and tie.stream_id = ${streamId} and tie.active)`
}

/** Whether a stream is known to a user. */
export function isKnownTo(
  user: NamedReader,
  stream: { id: RawBuilder<number>; isPrivate: RawBuilder<boolean> },
): RawBuilder<boolean> {
  return sql<boolean>`(
    ${user.role} in (${sql.lit(roles.owner)}, ${sql.lit(roles.administrator)})
    or ${isOpenTo(user.role, stream.isPrivate)}
    or ${isSubscribedTo(user, stream.id)}
    or ${isNamedIn('known', user, stream.id)})`
}

/**
 * Whether a reader could subscribe to a stream (row `streams`) without help, and so may read it.
 * Source: docs/protocol/permissions.md#content-access.
 */
export function mayEnter(reader: Reader | NamedReader): RawBuilder<boolean> {
  if (!isOne(reader)) return isNamedIn('content', reader, sql`streams.id`)
  if (reader.role === roles.guest) return sql<boolean>`false`
  return sql<boolean>`(streams.content_user_ids @> array[${reader.id}]::bigint[]
    or streams.content_group_ids && ${groupIdsOf(reader)}::bigint[])`
}

function isOne(reader: Reader | NamedReader): reader is Reader {
  return typeof reader.role === 'number'
}

/**
 * Whether the settings of a stream let a user read it (`content`) or know it (`known`), named
 * directly or by a group. Never true for guests.
 */
export function isNamedIn(
  what: 'content' | 'known',
  { role, ...user }: NamedReader,
  streamId: Named<number>,
): RawBuilder<boolean> {
  const [userIds, groupIds] = [
    sql.ref(`named.${what}_user_ids`),
    sql.ref(`named.${what}_group_ids`),
  ]
  return sql<boolean>`(${role} <> ${sql.lit(roles.guest)} and exists (
    select from streams named
    where named.realm_id = ${user.realm_id} and named.id = ${streamId} and (
      ${userIds} @> array[${user.id}]::bigint[]
      -- Few streams name a group, and looking up groups takes longer.
      or (${groupIds} <> '{}' and ${groupIds} && ${groupIdsAround(user)}))))`
}

const dayMs = 86_400_000

/** Ids of all groups that contain a reader, directly or through other groups. */
function groupIdsOf({ groups_around, date_joined, realm_waiting_period_days }: Reader): number[] {
  const { always, once_full: onceFull } = groups_around ?? { always: [], once_full: [] }
  if (onceFull.length === 0 || !date_joined) return [...always]
  const ageDays = Math.floor((Date.now() - date_joined.getTime()) / dayMs)
  return ageDays >= (realm_waiting_period_days ?? 0) ? [...always, ...onceFull] : [...always]
}

/** Whether a message id is in a row `period` of `subscription_periods`. */
export function isInPeriod(messageId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${messageId} > period.from_message_id
    and ${messageId} <= coalesce(period.to_message_id, ${sql.lit(endOfHistory)}))`
}

/** The messages of the grouped rows `period`, as a set of ids. */
export const idsInPeriods = sql<string>`
  range_agg(int8range(period.from_message_id + 1, period.to_message_id + 1))`

/** Whether a user has received a message of a stream. */
export function isReceivedInStream(
  { realm_id: realmId, id: userId }: NamedReceiver,
  streamId: Named<number>,
  messageId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from subscription_periods period
    where period.realm_id = ${realmId} and period.user_id = ${userId}
      and period.stream_id = ${streamId} and ${isInPeriod(messageId)})`
}

/** The messages that a user has received in a stream, as a set of ids. */
export function receivedIn(
  { realm_id: realmId, id: userId }: NamedReceiver,
  streamId: Named<number>,
): RawBuilder<string> {
  return sql<string>`coalesce((
    select ${idsInPeriods}
    from subscription_periods period
    where period.realm_id = ${realmId} and period.user_id = ${userId}
      and period.stream_id = ${streamId}), '{}')`
}

/** The conditions that decide about a reader and a stream. */
export interface StreamAccess {
  isOpen: RawBuilder<boolean>
  /** Subscribed, or allowed to enter. */
  isInside: RawBuilder<boolean>
  /** Whether later subscribers may read earlier messages. */
  sharesPast: Named<boolean>
}

/** Whether a message of a stream is readable. */
export function isReadableWith(
  { isOpen, isInside, sharesPast }: StreamAccess,
  isReceived: RawBuilder<boolean>,
): RawBuilder<boolean> {
  return sql<boolean>`(${isOpen} or (${isInside} and (${sharesPast} or ${isReceived})))`
}

/** The messages of a stream that are readable, as a set of ids. */
export function readableWith(
  { isOpen, isInside, sharesPast }: StreamAccess,
  received: RawBuilder<unknown>,
): RawBuilder<string> {
  return sql<string>`case
    when ${isOpen} or (${isInside} and ${sharesPast}) then ${everyId}
    when ${isInside} then ${received}
    else '{}' end`
}

/** The set of all message ids. */
export const everyId = sql`int8multirange(int8range(null, null))`

/** Whether a user is a member of a private conversation. */
export function takesPartIn(
  { realm_id: realmId, id: userId }: NamedReceiver,
  dmGroupId: Named<number>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from dm_group_members member
    where member.realm_id = ${realmId} and member.user_id = ${userId}
      and member.dm_group_id = ${dmGroupId})`
}
