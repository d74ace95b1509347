import { sql } from 'kysely'
import { apiKeyPattern } from '../../../shared/users'
import type { Queryable } from '../engine/database'
import { listUsersByApiKeys, selectUsersWithRealm } from './users'
import type { UserWithRealm } from './users'

/** The account that authenticated a call. */
export interface Requester extends UserWithRealm {
  /** The session used to authenticate; absent: the API key. */
  readonly session?: SessionOfRequester
}

export interface SessionOfRequester {
  readonly id: number
  readonly tokenHash: string
  /** Last use, accurate to some minutes. */
  readonly lastUsedAt: Date
}

/** The key under which a requester is looked up: the hash of a session token, or an API key. */
export function credentialOf(requester: {
  readonly api_key: string
  readonly session?: Pick<SessionOfRequester, 'tokenHash'>
}): string {
  return requester.session?.tokenHash ?? requester.api_key
}

/**
 * The accounts of valid credentials; invalid ones are left out.
 * @param sessionIdleDays time after which an unused session has ended
 */
export async function listRequesters(
  db: Queryable,
  credentials: readonly string[],
  sessionIdleDays: number,
): Promise<Requester[]> {
  const apiKeys = credentials.filter((credential) => apiKeyPattern.test(credential))
  const tokenHashes = credentials.filter((credential) => !apiKeyPattern.test(credential))
  const [byKey, bySession] = await Promise.all([
    apiKeys.length === 0 ? [] : listUsersByApiKeys(db, apiKeys),
    tokenHashes.length === 0 ? [] : listUsersBySessions(db, tokenHashes, sessionIdleDays),
  ])
  return [...byKey, ...bySession]
}

async function listUsersBySessions(
  db: Queryable,
  tokenHashes: readonly string[],
  idleDays: number,
): Promise<Requester[]> {
  const rows = await selectUsersWithRealm(db)
    .innerJoin('sessions', (join) =>
      join
        .onRef('sessions.realm_id', '=', 'users.realm_id')
        .onRef('sessions.user_id', '=', 'users.id'),
    )
    .select(['sessions.id as session_id', 'sessions.token_hash', 'sessions.last_used_at'])
    .where(sql<boolean>`sessions.token_hash = any(${[...tokenHashes]}::text[])`)
    .where(sql<boolean>`sessions.last_used_at > now() - make_interval(days => ${idleDays}::int)`)
    .execute()
  return rows.map(({ session_id: id, token_hash: tokenHash, last_used_at, ...user }) => ({
    ...user,
    session: { id, tokenHash, lastUsedAt: last_used_at },
  }))
}
