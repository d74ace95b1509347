import type { Queryable } from './database'

/**
 * Runs a few short reads on one snapshot of the database, so that they fit together while others write. It holds one
 * connection and no lock.
 */
export function readAtOneMoment<T>(
  query: Queryable,
  read: (moment: Queryable) => Promise<T>,
): Promise<T> {
  return query
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}
