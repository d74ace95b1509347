import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database'
import type { NamedReceiver } from '../access/rule'

/** Parts of a realm of which the database counts the changes. See db/migrations/0020, 0045 and 0055. */
export type RealmPart =
  | 'streams'
  | 'channel_folders'
  | 'default_stream_groups'
  | 'user_groups'
  | 'profile_fields'
  | 'realm_emoji'
  | 'user_statuses'

/** Changes of one part of a realm. */
export interface PartVersion {
  part: RealmPart
  /** Number of changes of the part: where it is the same, nothing changed in between. */
  version: number
  /** Rows that this was added up from. */
  rows: number
}

/** Rows of {@link PartVersion}, of the parts that were ever changed. */
export function selectRealmVersions(realmId: NamedReceiver['realm_id']): RawBuilder<PartVersion> {
  return sql`
    select part, sum(changes)::bigint as version, count(id) as rows
    from realm_changes where realm_id = ${realmId} group by part`
}

/**
 * Makes the rows of a realm into one for each part, without changing a version. Who adds rows
 * meanwhile does not wait, and of two who do this at once the second leaves what the first made.
 */
export async function addUpRealmChanges(db: Queryable, realmId: number): Promise<void> {
  await sql`
    with added_up as (
      delete from realm_changes where realm_id = ${realmId} returning part, changes
    )
    insert into realm_changes (realm_id, part, changes)
    select ${realmId}, part, sum(changes) from added_up group by part`.execute(db)
}
