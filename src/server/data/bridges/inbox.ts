import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { ImportScope } from '../import/keys'

/** An event of the other side. */
export interface InboxRow {
  id: number
  event: Record<string, unknown>
  attempts: number
}

/** Max events that wait; a bridge with more reads the history later instead. */
const mostWaiting = 50_000

/** Journals events in their order. @returns false if too many wait */
export async function addToInbox(
  db: Queryable,
  { realmId, source }: ImportScope,
  events: readonly Record<string, unknown>[],
): Promise<boolean> {
  if (events.length === 0) return true
  const { rows } = await sql`
    insert into bridge_inbox (realm_id, source, event)
    select ${realmId}, ${source}, event
    from unnest(${events.map((event) => JSON.stringify(event))}::jsonb[]) with ordinality as given (event, place)
    where (select count(*) from (
      select from bridge_inbox where realm_id = ${realmId} and source = ${source} and not failed
      limit ${mostWaiting}) waiting) < ${mostWaiting}
    order by place
    returning id`.execute(db)
  return rows.length > 0
}

/** The event that came first, and a further attempt at it. */
export async function takeFromInbox(
  db: Queryable,
  { realmId, source }: ImportScope,
): Promise<InboxRow | undefined> {
  const { rows } = await sql<InboxRow>`
    update bridge_inbox set attempts = attempts + 1
    where realm_id = ${realmId} and source = ${source} and id = (
      select min(id) from bridge_inbox
      where realm_id = ${realmId} and source = ${source} and not failed)
    returning id, event, attempts`.execute(db)
  return rows[0]
}

/** Forgets an event that is handled. */
export async function removeFromInbox(
  db: Queryable | Tx,
  { realmId, source }: ImportScope,
  id: number,
): Promise<void> {
  await sql`
    delete from bridge_inbox
    where realm_id = ${realmId} and source = ${source} and id = ${id}`.execute(db)
}

/** Sets an event aside. */
export async function failInInbox(
  db: Queryable,
  { realmId, source }: ImportScope,
  id: number,
): Promise<void> {
  await sql`
    update bridge_inbox set failed = true
    where realm_id = ${realmId} and source = ${source} and id = ${id}`.execute(db)
}
