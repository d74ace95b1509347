import { batched } from '../lib/batches'
import type { Queryable } from '../data/engine/database'
import { listLastReceivedIds, listLastSentIds } from '../data/messages/newest-messages'
import { listUsersByIds } from '../data/users/users'
import type { UserWithRealm } from '../data/users/users'

/** An account by realm and id. */
interface AccountKey {
  realmId: number
  userId: number
}

/**
 * Reads that many clients make at the same time, for example after a restart of a worker. Reads
 * within one turn of the event loop, or while a statement is running, share the next statement.
 * Every read begins after its call, so it sees all earlier commits.
 */
export interface SharedReads {
  /** The current account; undefined if there is none. */
  account(key: AccountKey): Promise<UserWithRealm | undefined>
  /** Id of the newest message that a user sent, -1 if none. */
  lastSentId(key: AccountKey): Promise<number>
  /** Id of the newest message in a user's own history, -1 if none. */
  lastReceivedId(key: AccountKey): Promise<number>
}

const maxKeysPerStatement = 500

export function createSharedReads(db: Queryable): SharedReads {
  return {
    account: shareReads(async (keys: readonly AccountKey[]) => {
      const users = await listUsersByIds(db, keys)
      const byKey = new Map(users.map((user) => [`${user.realm_id} ${user.id}`, user]))
      return keys.map(({ realmId, userId }) => byKey.get(`${realmId} ${userId}`))
    }),
    lastSentId: shareReads((keys: readonly AccountKey[]) => listLastSentIds(db, keys)),
    lastReceivedId: shareReads((keys: readonly AccountKey[]) => listLastReceivedIds(db, keys)),
  }
}

function shareReads<Key, Answer>(
  readAll: (keys: readonly Key[]) => Promise<readonly Answer[]>,
): (key: Key) => Promise<Answer> {
  return batched(readAll, { maxItems: maxKeysPerStatement, awaitsTurn: true })
}
