import { sql } from 'kysely'
import type { ApiKeyScope } from '../../../shared/rules/api-key-scopes'
import { apiKeyPattern } from '../../../shared/users'
import type { Queryable } from '../engine/database'
import { listUsersByApiKeys, selectUsersWithRealm } from './users'
import type { UserWithRealm } from './users'

/** The account that authenticated a call. */
export interface Requester extends UserWithRealm {
  /** The session used to authenticate; absent: the API key. */
  readonly session?: SessionOfRequester
  /** The named key used to authenticate; absent: the account's one key, or a session. */
  readonly namedKey?: NamedKeyOfRequester
}

export interface SessionOfRequester {
  readonly id: number
  readonly tokenHash: string
  /** Last use, accurate to some minutes. */
  readonly lastUsedAt: Date
}

export interface NamedKeyOfRequester {
  readonly id: number
  readonly keyHash: string
  readonly scope: ApiKeyScope
  readonly expiresAt: Date | null
  /** Last use, accurate to some minutes. */
  readonly lastUsedAt: Date | null
}

/** Tells the hash of a named key from that of a session token. */
const namedKeyMark = 'key:'

/** The credential under which the account of a named key is looked up. */
export function credentialOfNamedKey(keyHash: string): string {
  return `${namedKeyMark}${keyHash}`
}

/** The credential of a requester: the hash of a session token or of a named key, or an API key. */
export function credentialOf(requester: {
  readonly api_key: string
  readonly session?: Pick<SessionOfRequester, 'tokenHash'>
  readonly namedKey?: Pick<NamedKeyOfRequester, 'keyHash'>
}): string {
  const { session, namedKey } = requester
  if (namedKey) return credentialOfNamedKey(namedKey.keyHash)
  return session?.tokenHash ?? requester.api_key
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
  const hashes = credentials.filter((credential) => !apiKeyPattern.test(credential))
  const keyHashes = hashes
    .filter((credential) => credential.startsWith(namedKeyMark))
    .map((credential) => credential.slice(namedKeyMark.length))
  const tokenHashes = hashes.filter((credential) => !credential.startsWith(namedKeyMark))
  const [byKey, byNamedKey, bySession] = await Promise.all([
    apiKeys.length === 0 ? [] : listUsersByApiKeys(db, apiKeys),
    keyHashes.length === 0 ? [] : listUsersByNamedKeys(db, keyHashes),
    tokenHashes.length === 0 ? [] : listUsersBySessions(db, tokenHashes, sessionIdleDays),
  ])
  return [...byKey, ...byNamedKey, ...bySession]
}

/** Expired keys are among them: the caller, who knows the time, refuses those. */
async function listUsersByNamedKeys(
  db: Queryable,
  keyHashes: readonly string[],
): Promise<Requester[]> {
  const rows = await selectUsersWithRealm(db)
    .innerJoin('api_keys', (join) =>
      join
        .onRef('api_keys.realm_id', '=', 'users.realm_id')
        .onRef('api_keys.user_id', '=', 'users.id'),
    )
    .select([
      'api_keys.id as key_id',
      'api_keys.key_hash',
      'api_keys.scope',
      'api_keys.expires_at as key_expires_at',
      'api_keys.last_used_at as key_last_used_at',
    ])
    .where(sql<boolean>`api_keys.key_hash = any(${[...keyHashes]}::text[])`)
    .execute()
  return rows.map(
    ({
      key_id: id,
      key_hash: keyHash,
      scope,
      key_expires_at: expiresAt,
      key_last_used_at: lastUsedAt,
      ...user
    }) => ({ ...user, namedKey: { id, keyHash, scope, expiresAt, lastUsedAt } }),
  )
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
