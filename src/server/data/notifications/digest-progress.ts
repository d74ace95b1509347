import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { StoredSettings } from '../schema'

/** Time that lies between the digests of two days. Source: docs/protocol/notifications.md#digest-recipients. */
const pauseHours = 12

/** The organizations that send digests. */
export async function listRealmsWithDigests(
  db: Queryable,
): Promise<{ id: number; realm_settings: StoredSettings }[]> {
  return db
    .selectFrom('realms')
    .select(['id', 'settings as realm_settings'])
    .where('deactivated_at', 'is', null)
    .where(sql<boolean>`settings @> '{"digest_emails_enabled": true}'`)
    .orderBy('id')
    .execute()
}

/**
 * Locks the progress of an organization on a day, which begins with the first call.
 * @param day as 2026-11-27
 * @returns the last account that was looked at; undefined: the day is finished, or another worker is at it
 */
export async function takeDigestProgress(
  tx: Tx,
  realmId: number,
  day: string,
): Promise<number | undefined> {
  const { now } = tx
  await sql`
    insert into digest_progress (realm_id, day, looked_at)
    values (${realmId}, ${day}, ${now})
    on conflict (realm_id) do update
      set day = excluded.day, after_user_id = 0, is_finished = false, looked_at = excluded.looked_at
      where digest_progress.day < excluded.day
        and digest_progress.looked_at <= ${now}::timestamptz - make_interval(hours => ${pauseHours}::int)`.execute(
    tx,
  )
  const { rows } = await sql<{ after_user_id: number }>`
    select after_user_id from digest_progress
    where realm_id = ${realmId} and day = ${day} and not is_finished
    for update skip locked`.execute(tx)
  return rows[0]?.after_user_id
}

/** @param afterUserId the last account that was looked at; undefined: there are no more */
export async function advanceDigestProgress(
  tx: Tx,
  realmId: number,
  afterUserId: number | undefined,
): Promise<void> {
  await tx
    .updateTable('digest_progress')
    .set({
      looked_at: tx.now,
      ...(afterUserId === undefined ? { is_finished: true } : { after_user_id: afterUserId }),
    })
    .where('realm_id', '=', realmId)
    .execute()
}
