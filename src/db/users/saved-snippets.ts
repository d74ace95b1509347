import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { SavedSnippetRow } from '../schema'

/** The user whose snippets they are. */
interface Keeper {
  realmId: number
  userId: number
}

/** A text that a user keeps. */
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

/** Changes a snippet of a user; undefined where they have no such one. */
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

/** Deletes a snippet, and answers whether the user had it. */
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
