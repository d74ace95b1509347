import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { rememberAccountChange } from '../engine/transaction-effects'
import type { ProviderSession, SessionRow, SessionsTable, UserRow } from '../schema'

/** Max sessions per account: browsers may drop their session without logging out. */
const mostPerUser = 100

/** Creates a session; ends the account's least recently used ones above {@link mostPerUser}. */
export async function insertSession(
  tx: Tx,
  session: Insertable<SessionsTable>,
): Promise<SessionRow> {
  const created = await tx
    .insertInto('sessions')
    .values(session)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { rows: surplus } = await sql<{ id: number }>`
    select id from sessions
    where realm_id = ${created.realm_id} and user_id = ${created.user_id}
    order by last_used_at desc, id desc offset ${mostPerUser}`.execute(tx)
  if (surplus.length > 0) {
    const ids = surplus.map(({ id }) => id)
    await deleteSessions(tx, created.realm_id, { userIds: [created.user_id], ids })
  }
  return created
}

/**
 * Whether an account is active and still has the password checked a moment ago. The row is locked,
 * so that both stay true until the transaction ends.
 */
export async function isUnchanged(
  tx: Tx,
  account: Pick<UserRow, 'realm_id' | 'id' | 'password_hash'>,
): Promise<boolean> {
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('realm_id', '=', account.realm_id)
    .where('id', '=', account.id)
    .where('deactivated_at', 'is', null)
    .where(sql<boolean>`password_hash is not distinct from ${account.password_hash}`)
    .forShare()
    .executeTakeFirst()
  return found !== undefined
}

/** The sessions of an account, last used first; without those unused for `idleDays` days. */
export async function listSessions(
  db: Queryable,
  { realmId, userId }: { realmId: number; userId: number },
  idleDays: number,
): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`last_used_at > now() - make_interval(days => ${idleDays}::int)`)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The time of the last proof of a session's person; undefined if the session has ended. */
export async function findProof(
  db: Queryable,
  session: { realmId: number; userId: number; id: number },
): Promise<Date | undefined> {
  const found = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.coalesce('proved_at', 'created_at').as('proved_at'))
    .where('realm_id', '=', session.realmId)
    .where('user_id', '=', session.userId)
    .where('id', '=', session.id)
    .executeTakeFirst()
  return found?.proved_at
}

/** Stores that the person of a session has proved to be there. */
export async function noteProof(tx: Tx, session: { realmId: number; id: number }): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ proved_at: tx.now })
    .where('realm_id', '=', session.realmId)
    .where('id', '=', session.id)
    .execute()
}

/** The session at a provider that a session came by; undefined for another one. */
export async function findProviderSession(
  db: Queryable,
  { realmId, id }: { realmId: number; id: number },
): Promise<{ providerSlug: string; providerSession: ProviderSession } | undefined> {
  const found = await db
    .selectFrom('sessions')
    .select(['provider_slug', 'provider_session'])
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .executeTakeFirst()
  const { provider_slug: providerSlug, provider_session: providerSession } = found ?? {}
  return providerSlug && providerSession ? { providerSlug, providerSession } : undefined
}

/** Updates the last use of a session. */
export async function touchSession(
  db: Queryable,
  session: { realmId: number; id: number; address: string },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: sql`now()`, address: session.address })
    .where('realm_id', '=', session.realmId)
    .where('id', '=', session.id)
    .execute()
}

export interface WhichSessions {
  /** Only sessions of these accounts; absent: of all. */
  userIds?: readonly number[]
  /** Only sessions with these ids; absent: all. */
  ids?: readonly number[]
  /** Only the session whose token has this hash. */
  tokenHash?: string
  /** Only sessions that came by this identity provider; null: by a password. */
  providerSlug?: string | null
  /** Only sessions of the person whom the provider calls so. */
  providerName?: string
  /** Session to keep. */
  exceptId?: number | undefined
}

/**
 * Ends sessions; the transaction returns only after all workers have stopped accepting them.
 * @returns their ids
 */
export async function deleteSessions(
  tx: Tx,
  realmId: number,
  { userIds, ids, tokenHash, providerSlug, providerName, exceptId }: WhichSessions,
): Promise<number[]> {
  let statement = tx
    .deleteFrom('sessions')
    .where('realm_id', '=', realmId)
    .returning(['id', 'user_id'])
  if (userIds) {
    statement = statement.where(sql<boolean>`user_id = any(${[...userIds]}::bigint[])`)
  }
  if (ids) statement = statement.where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
  if (tokenHash !== undefined) statement = statement.where('token_hash', '=', tokenHash)
  if (providerSlug !== undefined) {
    statement = statement.where(sql<boolean>`provider_slug is not distinct from ${providerSlug}`)
  }
  if (providerName !== undefined) {
    statement = statement.where(sql<boolean>`provider_session->>'nameId' = ${providerName}`)
  }
  if (exceptId !== undefined) statement = statement.where('id', '<>', exceptId)
  const ended = await statement.execute()
  const endedSessions = ended.map(({ id }) => id)
  if (ended.length > 0) {
    const theirs = [...new Set(ended.map((session) => session.user_id))]
    rememberAccountChange(tx, { realmId, userIds: theirs, endedSessions })
  }
  return endedSessions
}
