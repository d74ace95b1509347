import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { lossTakenBack, mayTake } from '../jobs/job-losses'
import type { IncomingMailRow } from '../schema'

/* Mails that came in. A row is handled once, by the worker whose attempt it is. */

/** Days for which handled mails are known. Source: docs/protocol/mail-in.md#once. */
const keptDays = 7
/** Bytes of a part; the head of a mail is in the first one. Smaller ones cost more statements, and larger ones a longer turn of the event loop. */
const partBytes = 524_288

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
export async function insertIncomingMail(
  tx: Tx,
  { raw, ...mail }: NewIncomingMail,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('incoming_mails')
    .values(mail)
    .onConflict((conflict) =>
      conflict.columns(['realm_id', 'target_hash', 'mail_hash']).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  for (let part = 0; part * partBytes < raw.length; part += 1) {
    const bytes = raw.subarray(part * partBytes, (part + 1) * partBytes)
    // As base64: the embedded database takes seven times as long for the bytes of a large mail.
    await sql`
      insert into incoming_mail_parts (realm_id, mail_id, part, bytes)
      values (${mail.realm_id}, ${inserted.id}, ${part}, decode(${bytes.toString('base64')}, 'base64'))`.execute(
      tx,
    )
    // The embedded database runs in this thread: requests are served between two parts.
    await nextTurn()
  }
  return true
}

/** Reads the bytes of a mail, part by part. */
export async function* readIncomingMail(
  db: Queryable,
  { realm_id, id }: Pick<IncomingMailRow, 'realm_id' | 'id'>,
): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const row = await db
      .selectFrom('incoming_mail_parts')
      .select(sql<string>`encode(bytes, 'base64')`.as('bytes'))
      .where('realm_id', '=', realm_id)
      .where('mail_id', '=', id)
      .where('part', '=', part)
      .executeTakeFirst()
    if (!row) return
    yield Buffer.from(row.bytes, 'base64')
  }
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

/**
 * Takes the mail that is due first. A worker that does not finish it within the lease has died, and another may take it.
 * @param suspects whether the mail may be one with which a worker was lost
 */
export async function takeIncomingMail(
  db: Queryable,
  leaseSeconds: number,
  suspects = true,
): Promise<IncomingMailRow | undefined> {
  const { rows } = await sql<IncomingMailRow>`
    update incoming_mails
    set attempts = attempts + 1, losses = losses + 1, due_at = now() + make_interval(secs => ${leaseSeconds})
    where (realm_id, id) = (
      select realm_id, id from incoming_mails
      where handled_at is null and due_at <= now() and ${mayTake(suspects)}
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
  const { rows } = await sql`
    with finished as (
      update incoming_mails
      set outcome = ${outcome}, reason = ${reason?.slice(0, 500) ?? null}, recipient = '',
        handled_at = now()
      where realm_id = ${realm_id} and id = ${id} and attempts = ${attempts}
        and handled_at is null
      returning realm_id, id
    ), emptied as (
      delete from incoming_mail_parts part using finished
      where part.realm_id = finished.realm_id and part.mail_id = finished.id
    )
    select id from finished`.execute(db)
  return rows.length > 0
}

/** A mail that came in and was not posted. */
export interface UnpostedMail {
  realm: string
  /** Name of its stream; null: it was not to a stream, or the address is gone. */
  stream: string | null
  envelope_from: string | null
  received_at: Date
  outcome: Exclude<MailOutcome['outcome'], 'posted' | 'bounce'>
  reason: string | null
}

/** The newest mails that were dropped, refused or given up. */
export async function listUnpostedMails(db: Queryable, most: number): Promise<UnpostedMail[]> {
  const { rows } = await sql<UnpostedMail>`
    select realms.string_id as realm, streams.name as stream, mail.envelope_from, mail.received_at,
      mail.outcome, mail.reason
    from incoming_mails mail
    join realms on realms.id = mail.realm_id
    left join stream_addresses address on address.realm_id = mail.realm_id
      and rtrim(translate(encode(sha256(address.token::bytea), 'base64'), '+/', '-_'), '=')
        = mail.target_hash
    left join streams on streams.realm_id = address.realm_id and streams.id = address.stream_id
    where mail.handled_at is not null and mail.outcome in ('dropped', 'refused', 'failed')
    order by mail.handled_at desc
    limit ${most}`.execute(db)
  return rows
}

/** Releases a mail for another attempt after a pause. */
export async function postponeIncomingMail(
  db: Queryable,
  { realm_id, id, attempts }: Pick<IncomingMailRow, 'realm_id' | 'id' | 'attempts'>,
  pauseSeconds: number,
): Promise<void> {
  await sql`
    update incoming_mails
    set due_at = now() + make_interval(secs => ${pauseSeconds}), losses = ${lossTakenBack}
    where realm_id = ${realm_id} and id = ${id} and attempts = ${attempts}`.execute(db)
}

/** Renews the lease of a mail. */
export async function renewIncomingMail(
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
