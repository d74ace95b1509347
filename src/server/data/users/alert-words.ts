import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { AlertWordsTable } from '../schema'
import { rememberAccountChange } from '../engine/transaction-effects'

/** A user's alert words as written, in alphabetical order. */
export async function listAlertWordsOf(
  db: Queryable,
  realmId: number,
  userId: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('alert_words')
    .select('word')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .orderBy(sql`word_key collate "C"`)
    .execute()
  return rows.map((row) => row.word)
}

/** Alert words of all active accounts. */
export async function listAlertWords(
  db: Queryable,
  realmId: number,
): Promise<Pick<AlertWordsTable, 'user_id' | 'word'>[]> {
  return db
    .selectFrom('alert_words')
    .innerJoin('users', (join) =>
      join
        .onRef('users.realm_id', '=', 'alert_words.realm_id')
        .onRef('users.id', '=', 'alert_words.user_id'),
    )
    .select(['alert_words.user_id', 'alert_words.word'])
    .where('alert_words.realm_id', '=', realmId)
    .where('users.deactivated_at', 'is', null)
    .execute()
}

/** Number and total length of the alert words of a realm. */
export async function measureAlertWords(
  db: Queryable,
  realmId: number,
): Promise<{ count: number; characters: number }> {
  return db
    .selectFrom('alert_words')
    .select([
      sql<number>`count(*)::integer`.as('count'),
      sql<number>`coalesce(sum(char_length(word)), 0)::integer`.as('characters'),
    ])
    .where('realm_id', '=', realmId)
    .executeTakeFirstOrThrow()
}

/** Adds alert words and returns how many are new to the user, ignoring case. */
export async function insertAlertWords(
  tx: Tx,
  realmId: number,
  userId: number,
  words: readonly string[],
): Promise<number> {
  const result = await sql`
    insert into alert_words (realm_id, user_id, word_key, word)
    select distinct on (fold_case(word)) ${realmId}::bigint, ${userId}::bigint, fold_case(word), word
    from unnest(${[...words]}::text[]) with ordinality as wanted (word, position)
    order by fold_case(word), position
    on conflict do nothing
    returning word_key`.execute(tx)
  return result.rows.length
}

/** Deletes alert words and returns how many of them the user had, ignoring case. */
export async function deleteAlertWords(
  tx: Tx,
  realmId: number,
  userId: number,
  words: readonly string[],
): Promise<number> {
  const result = await sql`
    delete from alert_words
    where realm_id = ${realmId} and user_id = ${userId}
      and word_key in (select fold_case(word) from unnest(${[...words]}::text[]) as word)
    returning word_key`.execute(tx)
  return result.rows.length
}

/** Invalidates the caches of a realm's alert words, by a new version. */
export async function bumpAlertWordsVersion(tx: Tx, realmId: number): Promise<void> {
  rememberAccountChange(tx, { realmId, userIds: null })
  await tx
    .updateTable('realms')
    .set((eb) => ({ alert_words_version: eb('alert_words_version', '+', 1) }))
    .where('id', '=', realmId)
    .execute()
}
