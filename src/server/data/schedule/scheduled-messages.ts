import { sql } from 'kysely'
import type { Insertable, Selectable, SelectQueryBuilder } from 'kysely'
import { isUploadReadableBy } from '../access/readable-uploads'
import type { Reader } from '../access/rule'
import type { DatedQueryable, Queryable, Tx } from '../engine/database'
import { keptUntilReferred } from '../engine/rows'
import { mayTake } from '../jobs/job-losses'
import type { Schema, ScheduledMessagesTable } from '../schema'
import { uploadKeysIn } from '../uploads/links'

/** The user who scheduled them. */
export interface Author {
  realmId: number
  userId: number
}

/** A scheduled message, or a reminder. */
export type ScheduledMessage = Omit<Selectable<ScheduledMessagesTable>, 'leased_until' | 'local_id'>

/** The columns that the author sets. */
export type ScheduledParts = Omit<
  Insertable<ScheduledMessagesTable>,
  | 'realm_id'
  | 'user_id'
  | 'leased_until'
  | 'revision'
  | 'attempts'
  | 'losses'
  | 'failed_at'
  | 'sent_at'
>

/** Messages and reminders have separate lists. */
export type ScheduledKind = 'message' | 'reminder'

const columns = [
  'realm_id',
  'user_id',
  'id',
  'stream_id',
  // As JSON, since drivers return arrays of bigint as strings.
  sql<number[]>`to_json(recipient_ids)`.as('recipient_ids'),
  'topic',
  'content',
  'rendered_content',
  'client',
  'realm_url',
  'read_by_sender',
  'reminder_of',
  'note',
  'due_at',
  'revision',
  'attempts',
  'losses',
  'failed_at',
  'sent_at',
] as const

/** Scheduled and unsent messages, or reminders, of a user, earliest first. */
export async function listScheduled(
  db: Queryable,
  { realmId, userId }: Author,
  kind: ScheduledKind,
): Promise<ScheduledMessage[]> {
  return db
    .selectFrom('scheduled_messages')
    .select(columns)
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('reminder_of', kind === 'message' ? 'is' : 'is not', null)
    .where('sent_at', 'is', null)
    .orderBy('due_at')
    .orderBy('id')
    .execute()
}

/** Number of unsent messages and reminders of a user, and bytes of their HTML. @param exceptId a row that is not counted */
export async function measureScheduled(
  db: Queryable,
  { realmId, userId }: Author,
  exceptId: number | undefined,
): Promise<{ count: number; htmlBytes: number }> {
  return db
    .selectFrom('scheduled_messages')
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number>`coalesce(sum(octet_length(rendered_content)), 0)::bigint`.as('htmlBytes'),
    ])
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('sent_at', 'is', null)
    .$if(exceptId !== undefined, (rows) => rows.where('id', '!=', exceptId as number))
    .executeTakeFirstOrThrow()
}

export async function findScheduled(
  db: Queryable,
  author: Author,
  kind: ScheduledKind,
  id: number,
): Promise<ScheduledMessage | undefined> {
  return one(db, author, id)
    .where('reminder_of', kind === 'message' ? 'is' : 'is not', null)
    .executeTakeFirst()
}

/** Id of the reminder that a client of the user has set by a name of its own. */
export async function findReminderNamed(
  tx: Tx,
  { realmId, userId }: Author,
  localId: string,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('scheduled_messages')
    .select('id')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('local_id', '=', localId)
    .executeTakeFirst()
  return row?.id
}

/** A scheduled message or reminder, locked until the transaction ends. */
export async function lockScheduled(
  tx: Tx,
  author: Author,
  id: number,
): Promise<ScheduledMessage | undefined> {
  return one(tx, author, id).forUpdate().executeTakeFirst()
}

function one(
  db: Queryable,
  { realmId, userId }: Author,
  id: number,
): SelectQueryBuilder<Schema, 'scheduled_messages', ScheduledMessage> {
  return db
    .selectFrom('scheduled_messages')
    .select(columns)
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
}

export async function insertScheduled(
  tx: Tx,
  { realmId, userId }: Author,
  parts: ScheduledParts,
): Promise<ScheduledMessage> {
  return tx
    .insertInto('scheduled_messages')
    .values({ realm_id: realmId, user_id: userId, ...stored(parts) })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Changes a scheduled message and schedules it again, even if it had failed. */
export async function updateScheduled(
  tx: Tx,
  { realm_id, user_id, id }: ScheduledMessage,
  parts: ScheduledParts,
): Promise<ScheduledMessage> {
  return tx
    .updateTable('scheduled_messages')
    .set({
      ...stored(parts),
      revision: sql<number>`revision + 1`,
      leased_until: sql<Date>`'-infinity'`,
      attempts: 0,
      losses: 0,
      failed_at: null,
    })
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export async function deleteScheduled(
  tx: Tx,
  { realm_id, user_id, id }: ScheduledMessage,
): Promise<void> {
  await tx
    .deleteFrom('scheduled_messages')
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute()
}

/** Marks a message as sent and clears its texts. */
export async function markSent(tx: Tx, { realm_id, user_id, id }: ScheduledMessage): Promise<void> {
  await sql`
    with released as (
      delete from scheduled_message_uploads
      where realm_id = ${realm_id} and user_id = ${user_id} and scheduled_message_id = ${id}
    )
    update scheduled_messages set sent_at = ${tx.now}, content = '', rendered_content = '', note = ''
    where realm_id = ${realm_id} and user_id = ${user_id} and id = ${id}`.execute(tx)
}

/** Marks a message as failed. */
export async function markFailed(
  tx: Tx,
  { realm_id, user_id, id }: ScheduledMessage,
): Promise<ScheduledMessage> {
  return tx
    .updateTable('scheduled_messages')
    .set({ failed_at: tx.now, revision: sql<number>`revision + 1` })
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/**
 * Leases messages that are due, in fair turns: one of each realm, then the next of each; in a realm likewise one of
 * each account, earliest first. So nobody's messages wait for all those of another. A worker that does not finish within the lease
 * has died or met an error, and another may take them; a message that was lost with its worker is taken alone. Each lease is twice as long as the one before.
 * @param now time of the server's clock; leases use the database's clock
 */
export async function takeDue(
  db: DatedQueryable,
  {
    leaseSeconds,
    most,
    suspects = true,
  }: { leaseSeconds: number; most: number; suspects?: boolean },
): Promise<ScheduledMessage[]> {
  const taken = await db
    .updateTable('scheduled_messages')
    .set({
      attempts: sql<number>`attempts + 1`,
      losses: sql<number>`losses + 1`,
      leased_until: sql<Date>`now() + make_interval(secs => ${leaseSeconds} * 2 ^ least(attempts, 10))`,
    })
    .where(
      sql<boolean>`(realm_id, user_id, id) in (
        select taken.realm_id, taken.user_id, taken.id
        from (
          select realm_id, user_id, id, due_at,
            row_number() over (partition by realm_id order by turn, due_at, id) as turn_of_realm
          from (
            select realm_id, user_id, id, due_at,
              row_number() over (partition by realm_id, user_id order by due_at, id) as turn
            from scheduled_messages
            where due_at <= ${db.now} and sent_at is null and failed_at is null
              and leased_until <= now() and ${mayTake(suspects)}
          ) of_account
        ) due
        join scheduled_messages taken on taken.realm_id = due.realm_id
          and taken.user_id = due.user_id and taken.id = due.id
        where taken.sent_at is null and taken.failed_at is null and taken.leased_until <= now()
        order by taken.losses > 0 desc, turn_of_realm, due.due_at, taken.id
        limit (case when exists (
          select from scheduled_messages
          where ${sql.lit(suspects)} and losses > 0 and due_at <= ${db.now} and sent_at is null and failed_at is null
            and leased_until <= now()) then 1 else ${most}::int end)
        for update of taken skip locked)`,
    )
    .returning(columns)
    .execute()
  return taken.sort((a, b) => a.due_at.getTime() - b.due_at.getTime() || a.id - b.id)
}

/** Deletes messages sent more than a day ago, up to 10,000. */
export async function deleteSent(db: Queryable): Promise<void> {
  await sql`
    delete from scheduled_messages where (realm_id, user_id, id) in (
      select realm_id, user_id, id from scheduled_messages
      where sent_at < now() - interval '1 day' limit 10000 for update skip locked)`.execute(db)
}

/**
 * Links a scheduled message to the uploads that it names and its author may read, which keeps their
 * files; replaces its earlier links.
 */
export async function holdUploads(
  tx: Tx,
  author: Reader,
  { realm_id, user_id, id, content }: ScheduledMessage,
): Promise<void> {
  const keys = uploadKeysIn(realm_id, content)
  await tx
    .deleteFrom('scheduled_message_uploads')
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', user_id)
    .where('scheduled_message_id', '=', id)
    .execute()
  if (keys.length === 0) return
  await sql`
    with held as (
      select id from uploads
      where realm_id = ${realm_id} and path_key = any(${keys}) and ${isUploadReadableBy(author)}
      ${keptUntilReferred} of uploads
    )
    insert into scheduled_message_uploads (realm_id, user_id, scheduled_message_id, upload_id)
    select ${realm_id}::bigint, ${user_id}::bigint, ${id}::bigint, id from held`.execute(tx)
}

function stored({ recipient_ids: ids, ...parts }: ScheduledParts) {
  return { ...parts, recipient_ids: sql<number[]>`${[...ids]}::bigint[]` }
}
