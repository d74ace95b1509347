import { sql } from 'kysely'
import type { Insertable, UpdateObject } from 'kysely'
import type { DatedQueryable, Queryable, Tx } from '../engine/database'
import type { MailRow, MailsTable, Schema } from '../schema'

/** Retention in days: sent mails as a record, failed ones for another attempt. */
const keptDays = { sent: 7, failed: 30 }

/** Adds mails to the queue, in the transaction that causes them. */
export async function insertMails(tx: Tx, mails: readonly Insertable<MailsTable>[]): Promise<void> {
  await tx
    .insertInto('mails')
    .values([...mails])
    .execute()
}

/**
 * Leases the mails that are due, earliest first.
 * @param now time of the server's clock; leases use the database's clock
 */
export async function takeMails(
  db: DatedQueryable,
  { leaseSeconds, most }: { leaseSeconds: number; most: number },
): Promise<MailRow[]> {
  const taken = await db
    .updateTable('mails')
    .set({
      leased_until: sql<Date>`now() + make_interval(secs => ${leaseSeconds}::int)`,
      attempts: sql<number>`attempts + 1`,
    })
    .where(
      sql<boolean>`(realm_id, id) in (
        select realm_id, id from mails
        where sent_at is null and failed_at is null and due_at <= ${db.now} and leased_until <= now()
        order by due_at, id limit ${most}::int for update skip locked)`,
    )
    .returningAll()
    .execute()
  return taken.sort((a, b) => a.due_at.getTime() - b.due_at.getTime() || a.id - b.id)
}

/** A leased mail. `attempts` still has this value unless another worker took the mail. */
type Taken = Pick<MailRow, 'realm_id' | 'id' | 'attempts'>

/** Renews the lease of a mail. @returns false if another worker has taken it meanwhile */
export async function renewMail(
  db: Queryable,
  mail: Taken,
  leaseSeconds: number,
): Promise<boolean> {
  const until = sql<Date>`now() + make_interval(secs => ${leaseSeconds}::int)`
  return changeTaken(db, mail, { leased_until: until })
}

/** Records that a mail was sent, and deletes its content. */
export async function markMailSent(db: DatedQueryable, mail: Taken): Promise<boolean> {
  return changeTaken(db, mail, { sent_at: db.now, values: '{}', last_error: null })
}

/** The recipient of a queued or sent mail; undefined once its row is deleted. */
export async function findRecipientOf(
  db: Queryable,
  realmId: number,
  id: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('mails')
    .select('recipient')
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.recipient
}

/** Schedules another attempt at a mail. */
export async function postponeMail(
  db: Queryable,
  mail: Taken,
  { dueAt, error }: { dueAt: Date; error: string },
): Promise<boolean> {
  const free = sql<Date>`'-infinity'`
  return changeTaken(db, mail, { due_at: dueAt, leased_until: free, last_error: error })
}

/** Releases a mail without an attempt. */
export async function giveMailBack(db: Queryable, mail: Taken): Promise<boolean> {
  return changeTaken(db, mail, {
    leased_until: sql<Date>`'-infinity'`,
    attempts: sql<number>`attempts - 1`,
  })
}

/** Marks a mail as failed. Its content stays for another attempt. */
export async function markMailFailed(
  db: DatedQueryable,
  mail: Taken,
  error: string,
): Promise<boolean> {
  return changeTaken(db, mail, { failed_at: db.now, last_error: error })
}

/** Deletes a mail that no longer has a recipient. */
export async function deleteMail(db: Queryable, { realm_id, id }: Taken): Promise<void> {
  await db.deleteFrom('mails').where('realm_id', '=', realm_id).where('id', '=', id).execute()
}

type Changes = UpdateObject<Schema, 'mails'>

async function changeTaken(
  db: Queryable,
  { realm_id, id, attempts }: Taken,
  changes: Changes,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set(changes)
    .where('realm_id', '=', realm_id)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('sent_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes sent and failed mails after their retention period. */
export async function deleteOldMails(db: Queryable): Promise<void> {
  await sql`
    delete from mails
    where sent_at < now() - make_interval(days => ${keptDays.sent}::int)
      or failed_at < now() - make_interval(days => ${keptDays.failed}::int)`.execute(db)
}

export interface MailCounts {
  waiting: number
  /** The waiting mails with at least one failed attempt. */
  delayed: number
  failed: number
  /** Mails sent in the last day. */
  sent: number
  oldestWaiting: Date | null
}

export async function countMails(db: DatedQueryable): Promise<MailCounts> {
  const { rows } = await sql<Record<keyof MailCounts, number>>`
    select count(*) filter (where sent_at is null and failed_at is null)::int as waiting,
      count(*) filter (where sent_at is null and failed_at is null and last_error is not null)::int as delayed,
      count(*) filter (where failed_at is not null)::int as failed,
      count(*) filter (where sent_at > ${db.now}::timestamptz - interval '1 day')::int as sent,
      (extract(epoch from min(created_at) filter (where sent_at is null and failed_at is null)) * 1000)::float8
        as "oldestWaiting"
    from mails`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('Nothing was counted.')
  const { oldestWaiting, ...others } = counts
  return { ...others, oldestWaiting: oldestWaiting === null ? null : new Date(oldestWaiting) }
}

/** Failed mails, and waiting ones with a failed attempt, newest first. */
export async function listTroubledMails(
  db: Queryable,
  most: number,
): Promise<(Omit<MailRow, 'values'> & { realm: string })[]> {
  return db
    .selectFrom('mails')
    .innerJoin('realms', 'realms.id', 'mails.realm_id')
    .selectAll('mails')
    .select('realms.string_id as realm')
    .where('sent_at', 'is', null)
    .where('last_error', 'is not', null)
    .orderBy('mails.id', 'desc')
    .limit(most)
    .execute()
}

/** Schedules failed mails for another attempt. @param ids absent: all. @returns their ids */
export async function reviveMails(
  db: DatedQueryable,
  ids: readonly number[] | undefined,
): Promise<number[]> {
  const rows = await db
    .updateTable('mails')
    .set({ failed_at: null, due_at: db.now, created_at: db.now, leased_until: sql`'-infinity'` })
    .where('failed_at', 'is not', null)
    .$if(ids !== undefined, (query) =>
      query.where(sql<boolean>`id = any(${[...(ids ?? [])]}::bigint[])`),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes failed mails. @param ids absent: all. @returns their ids */
export async function forgetMails(
  db: Queryable,
  ids: readonly number[] | undefined,
): Promise<number[]> {
  const rows = await db
    .deleteFrom('mails')
    .where('failed_at', 'is not', null)
    .$if(ids !== undefined, (query) =>
      query.where(sql<boolean>`id = any(${[...(ids ?? [])]}::bigint[])`),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
