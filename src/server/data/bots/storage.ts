import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import { rowsAs } from '../engine/rows'

/** Stored texts of a bot, by key; all of them unless keys are given. */
export async function listBotStorage(
  db: Queryable,
  realmId: number,
  botId: number,
  keys?: readonly string[],
): Promise<{ key: string; value: string }[]> {
  return db
    .selectFrom('bot_storage')
    .select(['key', 'value'])
    .where('realm_id', '=', realmId)
    .where('bot_id', '=', botId)
    .where(sql<boolean>`(${keys === undefined} or key = any(${[...(keys ?? [])]}::text[]))`)
    .orderBy('key')
    .execute()
}

export async function putBotStorage(
  tx: Tx,
  realmId: number,
  botId: number,
  entries: readonly (readonly [key: string, value: string])[],
): Promise<void> {
  const rows = entries.map(([key, value]) => ({ key, value }))
  await sql`
    insert into bot_storage (realm_id, bot_id, key, value)
    select ${realmId}, ${botId}, key, value
    from ${rowsAs('entry', rows, { key: 'text', value: 'text' })}
    on conflict (realm_id, bot_id, key) do update set value = excluded.value`.execute(tx)
}

export async function deleteBotStorage(
  tx: Tx,
  realmId: number,
  botId: number,
  keys: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('bot_storage')
    .where('realm_id', '=', realmId)
    .where('bot_id', '=', botId)
    .where(sql<boolean>`key = any(${[...keys]}::text[])`)
    .execute()
}

/** Total bytes of keys and values. */
export async function measureBotStorage(
  db: Queryable,
  realmId: number,
  botId: number,
): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(key) + octet_length(value)), 0)::bigint as bytes
    from bot_storage where realm_id = ${realmId} and bot_id = ${botId}`.execute(db)
  return rows[0]?.bytes ?? 0
}
