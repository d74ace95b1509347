import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { DatedQueryable } from '../engine/database'

/* Ages of notifications that are on their way, for the operator. */

/** Seconds for which the oldest of each kind has waited for a worker; 0: none waits. */
interface DueAges {
  /** A mail about missed messages that is due. */
  mail: number
  /** A push that is due. Pushes that a service refused for now are due later. */
  push: number
}

export async function readDueAges(db: DatedQueryable): Promise<DueAges> {
  const { rows } = await sql<DueAges>`
    select
      ${secondsSince(db, sql`(select min(due_at) from missed_messages where due_at <= ${now(db)})`)} as mail,
      ${secondsSince(
        db,
        sql`least(
          (select min(due_at) from push_messages where due_at <= ${now(db)} and not is_enqueued),
          (select min(due_at) from push_jobs where due_at <= ${now(db)} and leased_until <= now()))`,
      )} as push`.execute(db)
  return rows[0] ?? { mail: 0, push: 0 }
}

/**
 * Seconds since the oldest message of the last hour that is not judged yet; 0: all are. Older ones notify nobody.
 *
 * For servers that judge: elsewhere, this would read every message.
 */
export async function readUnjudgedAge(db: DatedQueryable): Promise<number> {
  const { rows } = await sql<{ age: number }>`
    select ${secondsSince(
      db,
      sql`(
        select min(fresh.sent_at)
        from notification_progress progress cross join realms cross join lateral (
          select sent_at from messages
          where messages.realm_id = realms.id and id > progress.judged_id
            and sent_at > ${now(db)} - interval '1 hour'
            and not exists (
              select from import_keys imported
              where imported.kind = 'message' and imported.realm_id = messages.realm_id
                and imported.id = messages.id and imported.position is not null)
          order by id limit 1
        ) fresh
        where realms.deactivated_at is null)`,
    )} as age`.execute(db)
  return rows[0]?.age ?? 0
}

const now = (db: DatedQueryable): RawBuilder<Date> => sql`${db.now}::timestamptz`

function secondsSince(db: DatedQueryable, moment: RawBuilder<unknown>): RawBuilder<number> {
  return sql`greatest(coalesce(extract(epoch from ${now(db)} - ${moment}), 0), 0)::float8`
}
