import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { DraftsTable } from '../schema'

/** The owner of the drafts. */
interface Writer {
  realmId: number
  userId: number
}

/** A draft of a user. */
export type Draft = Omit<Selectable<DraftsTable>, 'realm_id' | 'user_id'>

const columns = [
  'id',
  'type',
  // As JSON, since drivers return arrays of bigint as strings.
  sql<number[]>`to_json(recipient_ids)`.as('recipient_ids'),
  'topic',
  'content',
  'edited_at',
] as const

/** A user's drafts, newest first. */
export async function listDrafts(db: Queryable, { realmId, userId }: Writer): Promise<Draft[]> {
  return db
    .selectFrom('drafts')
    .select(columns)
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .orderBy('edited_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function countDrafts(db: Queryable, { realmId, userId }: Writer): Promise<number> {
  const { count } = await db
    .selectFrom('drafts')
    .select(sql<number>`count(*)`.as('count'))
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Inserts drafts and returns them in their order. */
export async function insertDrafts(
  tx: Tx,
  { realmId, userId }: Writer,
  drafts: readonly Omit<Draft, 'id'>[],
): Promise<Draft[]> {
  return tx
    .insertInto('drafts')
    .values(drafts.map((draft) => ({ realm_id: realmId, user_id: userId, ...stored(draft) })))
    .returning(columns)
    .execute()
}

/** Replaces a draft of a user; undefined if they do not have it. */
export async function updateDraft(
  tx: Tx,
  { realmId, userId }: Writer,
  id: number,
  draft: Omit<Draft, 'id'>,
): Promise<Draft | undefined> {
  return tx
    .updateTable('drafts')
    .set(stored(draft))
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
}

/** Deletes a draft; returns whether the user had it. */
export async function deleteDraft(
  tx: Tx,
  { realmId, userId }: Writer,
  id: number,
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('drafts')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function deleteAllDrafts(
  tx: Tx,
  realmId: number,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  await tx
    .deleteFrom('drafts')
    .where('realm_id', '=', realmId)
    .where(sql<boolean>`user_id = any(${[...userIds]}::bigint[])`)
    .execute()
}

function stored({ recipient_ids: ids, ...draft }: Omit<Draft, 'id'>) {
  return { ...draft, recipient_ids: sql<number[]>`${[...ids]}::bigint[]` }
}
