import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Queryable } from '../engine/database'
import type { NamedReceiver } from '../access/rule'

/** Parts of a realm whose changes the database counts. See db/migrations/0020, 0045 and 0055. */
export type RealmPart =
  | 'streams'
  | 'channel_folders'
  | 'default_stream_groups'
  | 'user_groups'
  | 'profile_fields'
  | 'realm_emoji'
  | 'user_statuses'

/** The version of one part of a realm. */
export interface PartVersion {
  part: RealmPart
  /** Number of changes to the part; equal versions mean no change in between. */
  version: number
  /** Number of rows that add up to the version. */
  rows: number
}

/** One {@link PartVersion} row per part that was ever changed. */
export function selectRealmVersions(realmId: NamedReceiver['realm_id']): RawBuilder<PartVersion> {
  return sql`
    select part, sum(changes)::bigint as version, count(id) as rows
    from realm_changes where realm_id = ${realmId} group by part`
}

/**
 * Merges the change rows of a realm into one per part, without changing a version. Concurrent
 * inserts do not wait; of two concurrent merges, the second leaves the result of the first.
 */
export async function addUpRealmChanges(db: Queryable, realmId: number): Promise<void> {
  await sql`
    with added_up as (
      delete from realm_changes where realm_id = ${realmId} returning part, changes
    )
    insert into realm_changes (realm_id, part, changes)
    select ${realmId}, part, sum(changes) from added_up group by part`.execute(db)
}
