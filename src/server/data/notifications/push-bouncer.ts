import { sql } from 'kysely'
import type { Queryable } from '../engine/database'
import type { PushBouncerRow, StoredSettings } from '../schema'

/* The registration of this server at a bouncer, and the names of organizations and people there. */

/** The bouncer at which the operator has registered this server. */
export async function findPushBouncer(db: Queryable): Promise<PushBouncerRow | undefined> {
  return db.selectFrom('push_bouncer').selectAll().executeTakeFirst()
}

/** Keeps a registration; it takes the place of the one before. */
export async function replacePushBouncer(
  db: Queryable,
  bouncer: Omit<PushBouncerRow, 'only_row'>,
): Promise<void> {
  await db
    .insertInto('push_bouncer')
    .values(bouncer)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(bouncer))
    .execute()
}

export async function deletePushBouncer(db: Queryable): Promise<void> {
  await db.deleteFrom('push_bouncer').execute()
  await db.updateTable('mobile_devices').set({ is_at_bouncer: false }).execute()
}

/** Takes the report to the bouncer that is due, until the given time. @returns undefined: none is due */
export async function takeBouncerReport(
  db: Queryable,
  now: Date,
  until: Date,
): Promise<PushBouncerRow | undefined> {
  return db
    .updateTable('push_bouncer')
    .set({ report_due_at: until })
    .where('report_due_at', '<=', now)
    .returningAll()
    .executeTakeFirst()
}

/**
 * The names of a person and of their organization for a bouncer, which is told of the organization from then on.
 * @param secret of the organization, if the bouncer was not told of it before
 */
export async function uuidsOf(
  db: Queryable,
  { realm_id, id }: { realm_id: number; id: number },
  secret: string,
): Promise<{ realm_uuid: string; user_uuid: string }> {
  await sql`
    insert into bouncer_realms (realm_id, owner_secret) values (${realm_id}, ${secret})
    on conflict do nothing`.execute(db)
  await sql`
    insert into person_uuids (realm_id, user_id) values (${realm_id}, ${id})
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ realm_uuid: string; user_uuid: string }>`
    select realm.uuid as realm_uuid, person.uuid as user_uuid
    from realms realm join person_uuids person on person.realm_id = realm.id
    where person.realm_id = ${realm_id} and person.user_id = ${id}`.execute(db)
  const [uuids] = rows
  if (!uuids) throw new Error('The account was deleted meanwhile.')
  return uuids
}

/** An organization as the bouncer is told of it. */
export interface ReportedRealm {
  id: number
  uuid: string
  uuid_owner_secret: string
  string_id: string
  name: string
  created_at: Date
  deactivated_at: Date | null
  settings: StoredSettings
}

/** The organizations that have devices behind the bouncer, or had some. */
export async function listReportedRealms(db: Queryable): Promise<ReportedRealm[]> {
  return db
    .selectFrom('bouncer_realms')
    .innerJoin('realms', 'realms.id', 'bouncer_realms.realm_id')
    .select(['realms.id', 'realms.uuid', 'bouncer_realms.owner_secret as uuid_owner_secret'])
    .select(['realms.string_id', 'realms.name', 'realms.created_at', 'realms.deactivated_at'])
    .select('realms.settings')
    .orderBy('realms.id')
    .execute()
}
