import { sql } from 'kysely'
import type { DatedQueryable, Queryable, Tx } from '../engine/database'
import type { Dated } from '../../lib/clock'
import { rowsAs } from '../engine/rows'
import type { NotificationTrigger } from '../schema'
import { personColumns } from './person-key'
import type { PersonKey } from './person-key'

/* Messages that the devices of people are to show. A row ends when its person has read the message. */

/** Time between two pushes about one conversation to one device. */
export const pauseSeconds = 10
/** Time after which a message is no longer shown, read or not. */
const keptDays = 7
/** Conversations of a person that are counted. */
const mostConversations = 1_000

export interface NewPushMessage {
  realm_id: number
  user_id: number
  message_id: number
  trigger: NotificationTrigger
  conversation: string
  due_at: Date
}

const newColumns = {
  ...personColumns,
  message_id: 'bigint',
  trigger: 'text',
  conversation: 'text',
  due_at: 'timestamptz',
} as const

/** Adds messages; a message that a person already has stays as it is. */
export async function insertPushMessages(
  tx: Tx,
  messages: readonly NewPushMessage[],
): Promise<void> {
  if (messages.length === 0) return
  await sql`
    insert into push_messages (realm_id, user_id, message_id, trigger, conversation, due_at)
    select realm_id, user_id, message_id, trigger, conversation, due_at
    from ${rowsAs('given', messages, newColumns)}
    on conflict do nothing`.execute(tx)
}

/**
 * Enqueues a push for each device of the people whose messages are due, and each conversation: at once, or some
 * seconds after the last push about it. Up to `most` messages.
 * @returns the number of messages
 */
export async function enqueuePushes(db: DatedQueryable, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with due as materialized (
      select realm_id, user_id, message_id, conversation from push_messages
      where due_at <= ${db.now} and not is_enqueued
      order by due_at limit ${most}::int for update skip locked
    ), enqueued as (
      update push_messages message set is_enqueued = true from due
      where message.realm_id = due.realm_id and message.user_id = due.user_id
        and message.message_id = due.message_id
    ), jobs as (
      insert into push_jobs (realm_id, device_id, conversation, user_id, due_at, pending_since)
      select distinct device.realm_id, device.id, due.conversation, device.user_id,
        ${db.now}::timestamptz, ${db.now}::timestamptz
      from due
      join push_devices device on device.realm_id = due.realm_id and device.user_id = due.user_id
      order by 1, 2, 3
      on conflict (realm_id, device_id, conversation) do update set
        ${changed(db, sql`greatest(excluded.due_at, push_jobs.sent_at + ${pause})`)}
    )
    select count(*)::int as count from due`.execute(db)
  return rows[0]?.count ?? 0
}

const pause = sql`make_interval(secs => ${sql.lit(pauseSeconds)})`

/** A job that retries keeps its pause. */
function changed({ now }: Dated, dueAt: ReturnType<typeof sql>) {
  return sql`
    due_at = greatest(push_jobs.due_at, ${dueAt}),
    pending_since = coalesce(push_jobs.pending_since, ${now}::timestamptz),
    revision = push_jobs.revision + 1`
}

interface Person {
  realm_id: number
  id: number
}

/**
 * Makes the devices of a person due for a comparison of shown and unread messages. Call it after messages were read.
 */
export async function recheckPushesOf(tx: Tx, { realm_id, id }: Person): Promise<void> {
  await recheck(tx, sql`realm_id = ${realm_id} and user_id = ${id}`)
}

/** Lets all devices that show one of the messages compare it. Call it when messages are deleted or edited. */
export async function recheckPushesAbout(
  tx: Tx,
  realmId: number,
  messageIds: readonly number[],
): Promise<void> {
  await recheck(
    tx,
    sql`(realm_id, user_id, conversation) in (
      select realm_id, user_id, conversation from push_messages
      where realm_id = ${realmId} and message_id = any(${[...messageIds]}::bigint[]))`,
  )
}

/**
 * Makes what devices show, or are being sent, due. Locks rows in the order of {@link enqueuePushes}, so that there is no
 * deadlock between the two.
 */
async function recheck(tx: Tx, which: ReturnType<typeof sql>): Promise<void> {
  await sql`
    with locked as (
      select realm_id, device_id, conversation from push_jobs
      where ${which} and (shown_ids <> '{}' or leased_until > now())
      order by realm_id, device_id, conversation for update
    )
    update push_jobs set ${changed(tx, sql`${tx.now}::timestamptz`)}
    from locked
    where push_jobs.realm_id = locked.realm_id and push_jobs.device_id = locked.device_id
      and push_jobs.conversation = locked.conversation`.execute(tx)
}

/**
 * Moves pushes of people to the end of their quiet time, and those that wait for such an end to an earlier one. Call it when
 * the end changes. Pushes that wait because their reader is present go on waiting.
 * @param held name of the conversation of all that wait for the end
 */
export async function rescheduleHeldPushes(
  tx: Tx,
  realmId: number,
  people: readonly { userId: number; dueAt: Date }[],
  held: string,
): Promise<void> {
  if (people.length === 0) return
  const wanted = sql`unnest(${people.map(({ userId }) => userId)}::bigint[],
    ${people.map(({ dueAt }) => dueAt.toISOString())}::timestamptz[]) as wanted (user_id, due_at)`
  const isQuiet = sql`wanted.due_at > ${tx.now}::timestamptz`
  await sql`
    update push_messages set due_at = wanted.due_at,
      conversation = case when ${isQuiet} then ${held} else conversation end
    from ${wanted}
    where push_messages.realm_id = ${realmId} and push_messages.user_id = wanted.user_id
      and not push_messages.is_enqueued and (${isQuiet} or conversation = ${held})`.execute(tx)
  await sql`
    with wanted as materialized (select * from ${wanted}), locked as (
      select realm_id, device_id, conversation, user_id from push_jobs
      where realm_id = ${realmId} and user_id in (select user_id from wanted) and due_at is not null
      order by realm_id, device_id, conversation for update
    )
    update push_jobs set due_at = wanted.due_at
    from locked join wanted on wanted.user_id = locked.user_id
    where push_jobs.realm_id = locked.realm_id and push_jobs.device_id = locked.device_id
      and push_jobs.conversation = locked.conversation`.execute(tx)
}

export interface PushedMessage {
  message_id: number
  trigger: NotificationTrigger
  conversation: string
}

/** The messages that devices are to show in conversations of people: the newest `most` of each, ascending. */
export async function listPushMessages(
  db: Queryable,
  wanted: readonly (PersonKey & { conversation: string })[],
  most: number,
): Promise<(PersonKey & PushedMessage)[]> {
  const { rows } = await sql<PersonKey & PushedMessage>`
    select wanted.realm_id, wanted.user_id, newest.message_id, newest.trigger, newest.conversation
    from ${rowsAs('wanted', wanted, { ...personColumns, conversation: 'text' })},
      lateral (
        select message_id, trigger, conversation from push_messages
        where realm_id = wanted.realm_id and user_id = wanted.user_id
          and conversation = wanted.conversation and is_enqueued
        order by message_id desc limit ${most}::int
      ) newest
    order by message_id`.execute(db)
  return rows
}

/** Removes messages that need no telling any more. */
export async function deletePushMessages(
  db: Queryable,
  { realm_id, id }: Person,
  messageIds: readonly number[],
): Promise<void> {
  if (messageIds.length === 0) return
  await sql`
    delete from push_messages
    where realm_id = ${realm_id} and user_id = ${id}
      and message_id = any(${[...messageIds]}::bigint[])`.execute(db)
}

/** The conversations that the devices of people show. */
export async function listPushedConversations(
  db: Queryable,
  people: readonly PersonKey[],
): Promise<(PersonKey & { conversation: string })[]> {
  const { rows } = await sql<PersonKey & { conversation: string }>`
    select wanted.realm_id, wanted.user_id, shown.conversation
    from ${rowsAs('wanted', people, personColumns)},
      lateral (
        select distinct conversation from push_messages
        where realm_id = wanted.realm_id and user_id = wanted.user_id and is_enqueued
        limit ${sql.lit(mostConversations)}
      ) shown`.execute(db)
  return rows
}

/** Deletes messages and finished jobs after their time. */
export async function deleteOldPushes(db: DatedQueryable): Promise<void> {
  const before = sql`${db.now}::timestamptz - make_interval(days => ${sql.lit(keptDays)})`
  await sql`delete from push_messages where due_at < ${before}`.execute(db)
  await sql`
    delete from push_jobs where due_at is null and coalesce(sent_at, '-infinity') < ${before}
  `.execute(db)
}
