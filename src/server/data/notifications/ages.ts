import { sql } from 'kysely'
import type { DatedQueryable } from '../engine/database'

/* Ages of notifications that are on their way, for the operator. */

/** Seconds for which the oldest of each kind has waited for a worker; 0: none waits. */
interface NotificationAges {
  /** A message of the last hour that nobody has judged; older ones notify nobody. */
  judging: number
  /** A mail about missed messages that is due. */
  mail: number
  /** A push that is due. Pushes that a service refused for now are due later. */
  push: number
}

export async function readNotificationAges(db: DatedQueryable): Promise<NotificationAges> {
  const now = sql`${db.now}::timestamptz`
  const secondsSince = (moment: ReturnType<typeof sql>) =>
    sql`greatest(coalesce(extract(epoch from ${now} - ${moment}), 0), 0)::float8`
  const { rows } = await sql<NotificationAges>`
    select ${secondsSince(sql`(
      select min(fresh.sent_at)
      from notification_progress progress cross join realms cross join lateral (
        select sent_at from messages
        where messages.realm_id = realms.id and id > progress.judged_id
          and sent_at > ${now} - interval '1 hour'
          and not exists (
            select from import_keys imported
            where imported.kind = 'message' and imported.realm_id = messages.realm_id
              and imported.id = messages.id)
        order by id limit 1
      ) fresh
      where realms.deactivated_at is null)`)} as judging,
    ${secondsSince(sql`(select min(due_at) from missed_messages where due_at <= ${now})`)} as mail,
    ${secondsSince(sql`least(
      (select min(due_at) from push_messages where due_at <= ${now} and not is_enqueued),
      (select min(due_at) from push_jobs where due_at <= ${now} and leased_until <= now()))`)} as push
  `.execute(db)
  const [ages] = rows
  if (!ages) throw new Error('Nothing was read.')
  return ages
}
