import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { IncomingMailRow } from '../schema'

/* Mails that came in. A row is handled once, by the worker whose attempt it is. */

/** Days for which handled mails are known. Source: docs/protocol/mail-in.md#once. */
const keptDays = 7

export interface NewIncomingMail {
  realm_id: number
  recipient: string
  target_hash: string
  mail_hash: string
  envelope_from: string | null
  raw: Buffer
}

/** Numbers of mails that an organization got. */
interface RecentMails {
  minute: number
  fiveMinutes: number
  hour: number
  /** Mails to the same address in the last minute. */
  toTarget: number
}

/** Stores a mail. @returns false if the address had it already */
export async function insertIncomingMail(tx: Tx, mail: NewIncomingMail): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('incoming_mails')
    .values(mail)
    .onConflict((conflict) =>
      conflict.columns(['realm_id', 'target_hash', 'mail_hash']).doNothing(),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function countRecentMails(
  db: Queryable,
  realmId: number,
  targetHash: string,
): Promise<RecentMails> {
  const { rows } = await sql<RecentMails>`
    select count(*) filter (where received_at > now() - interval '1 minute')::int as minute,
      count(*) filter (where received_at > now() - interval '5 minutes')::int as "fiveMinutes",
      count(*)::int as hour,
      count(*) filter (
        where received_at > now() - interval '1 minute' and target_hash = ${targetHash}
      )::int as "toTarget"
    from incoming_mails
    where realm_id = ${realmId} and received_at > now() - interval '1 hour'`.execute(db)
  return rows[0] as RecentMails
}

/** Whether an address has a mail already. */
export async function isKnownMail(
  db: Queryable,
  { realm_id, target_hash, mail_hash }: Omit<NewIncomingMail, 'raw'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('incoming_mails')
    .select('id')
    .where('realm_id', '=', realm_id)
    .where('target_hash', '=', target_hash)
    .where('mail_hash', '=', mail_hash)
    .executeTakeFirst()
  return row !== undefined
}

/** Takes the mail that is due first. A worker that does not finish it within the lease has died, and another may take it. */
export async function takeIncomingMail(
  db: Queryable,
  leaseSeconds: number,
): Promise<IncomingMailRow | undefined> {
  const { rows } = await sql<IncomingMailRow>`
    update incoming_mails
    set attempts = attempts + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
    where (realm_id, id) = (
      select realm_id, id from incoming_mails
      where handled_at is null and due_at <= now()
      order by due_at, id limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0]
}

/** The result of handling a mail. */
export interface MailOutcome {
  outcome: 'posted' | 'bounce' | 'dropped' | 'refused' | 'failed'
  reason?: string
}

/**
 * Marks a mail as handled, and deletes its content.
 * @returns false if another worker has taken it meanwhile; the transaction must then be rolled back
 */
export async function finishIncomingMail(
  db: Queryable,
  { realm_id, id, attempts }: Pick<IncomingMailRow, 'realm_id' | 'id' | 'attempts'>,
  { outcome, reason }: MailOutcome,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('incoming_mails')
    .set({
      ...{ outcome, reason: reason?.slice(0, 500) ?? null, raw: null, recipient: '' },
      handled_at: sql<Date>`now()`,
    })
    .where('realm_id', '=', realm_id)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('handled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lets workers try a mail again after a pause. */
export async function postponeIncomingMail(
  db: Queryable,
  { realm_id, id, attempts }: Pick<IncomingMailRow, 'realm_id' | 'id' | 'attempts'>,
  seconds: number,
): Promise<void> {
  await db
    .updateTable('incoming_mails')
    .set({ due_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('realm_id', '=', realm_id)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}

/** Deletes the rows of mails that were handled more than {@link keptDays} days ago. */
export async function deleteOldIncomingMails(db: Queryable): Promise<void> {
  await sql`
    delete from incoming_mails
    where handled_at < now() - make_interval(days => ${keptDays}::int)`.execute(db)
}
