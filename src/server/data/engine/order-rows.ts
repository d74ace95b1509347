import { sql } from 'kysely'
import type { Tx } from './database'

/** Tables whose rows the administrators of a realm can reorder. */
type OrderedTable = 'channel_folders' | 'profile_fields' | 'realm_linkifiers'

/** Stores the order of a realm's rows, given by their ids. One statement. */
export async function orderRows(
  tx: Tx,
  table: OrderedTable,
  realmId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} ordered set position = wanted.position
    from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, position)
    where ordered.realm_id = ${realmId} and ordered.id = wanted.id`.execute(tx)
}
