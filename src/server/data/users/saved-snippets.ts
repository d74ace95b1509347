import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { SavedSnippetRow } from '../schema'

/** The owner of the snippets. */
interface Keeper {
  realmId: number
  userId: number
}

/** A saved text of a user. */
export type SavedSnippet = Omit<SavedSnippetRow, 'realm_id' | 'user_id'>

const columns = ['id', 'title', 'content', 'created_at'] as const

/** A user's snippets, oldest first. */
export async function listSavedSnippets(
  db: Queryable,
  { realmId, userId }: Keeper,
): Promise<SavedSnippet[]> {
  return db
    .selectFrom('saved_snippets')
    .select(columns)
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

export async function countSavedSnippets(
  db: Queryable,
  { realmId, userId }: Keeper,
): Promise<number> {
  const { count } = await db
    .selectFrom('saved_snippets')
    .select(sql<number>`count(*)`.as('count'))
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertSavedSnippet(
  tx: Tx,
  { realmId, userId }: Keeper,
  snippet: Omit<SavedSnippet, 'id'>,
): Promise<SavedSnippet> {
  return tx
    .insertInto('saved_snippets')
    .values({ realm_id: realmId, user_id: userId, ...snippet })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Changes a snippet of a user; undefined if they do not have it. */
export async function updateSavedSnippet(
  tx: Tx,
  { realmId, userId }: Keeper,
  id: number,
  changes: { title?: string; content?: string },
): Promise<SavedSnippet | undefined> {
  return tx
    .updateTable('saved_snippets')
    .set(changes)
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}

/** Deletes a snippet; returns whether the user had it. */
export async function deleteSavedSnippet(
  tx: Tx,
  { realmId, userId }: Keeper,
  id: number,
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('saved_snippets')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}
