import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { ScimTokenRow } from '../schema'

/** The tokens of a realm, the oldest first. */
export async function listScimTokens(db: Queryable, realmId: number): Promise<ScimTokenRow[]> {
  return db
    .selectFrom('scim_tokens')
    .selectAll()
    .where('realm_id', '=', realmId)
    .orderBy('id')
    .execute()
}

export async function findScimToken(
  db: Queryable,
  realmId: number,
  hash: string,
): Promise<ScimTokenRow | undefined> {
  return db
    .selectFrom('scim_tokens')
    .selectAll()
    .where('token_hash', '=', hash)
    .where('realm_id', '=', realmId)
    .executeTakeFirst()
}

export async function insertScimToken(
  tx: Tx,
  token: Pick<ScimTokenRow, 'realm_id' | 'name' | 'token_hash'>,
): Promise<ScimTokenRow> {
  return tx
    .insertInto('scim_tokens')
    .values({ ...token, created_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @returns undefined if there is no such token */
export async function deleteScimToken(
  tx: Tx,
  realmId: number,
  id: number,
): Promise<ScimTokenRow | undefined> {
  return tx
    .deleteFrom('scim_tokens')
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

export async function touchScimToken(
  db: Queryable,
  { realm_id: realmId, id }: Pick<ScimTokenRow, 'realm_id' | 'id'>,
): Promise<void> {
  await db
    .updateTable('scim_tokens')
    .set({ last_used_at: sql`now()` })
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .execute()
}
