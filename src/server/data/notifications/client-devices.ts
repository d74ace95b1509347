import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { ClientDeviceRow } from '../schema'

/* Installations of apps with keys for encrypted pushes, and the key pair under which they seal their tokens. */

type Person = Readonly<{ realm_id: number; id: number }>

export interface SealingKeys {
  public_key: string
  private_key: string
}

/** The key pair. @param make makes one, if this is its first use */
export async function sealingKeys(
  db: Queryable,
  make: () => SealingKeys | Promise<SealingKeys>,
): Promise<SealingKeys> {
  const find = () =>
    db.selectFrom('push_sealing_keys').select(['public_key', 'private_key']).executeTakeFirst()
  const known = await find()
  if (known) return known
  await db
    .insertInto('push_sealing_keys')
    .values(await make())
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // After two concurrent inserts both callers get the pair of the first.
  const made = await find()
  if (!made) throw new Error('The key pair for tokens was not stored.')
  return made
}

export async function insertClientDevice(tx: Tx, { realm_id, id }: Person): Promise<number> {
  const row = await tx
    .insertInto('client_devices')
    .values({ realm_id, user_id: id, created_at: tx.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function findClientDevice(
  db: Queryable,
  { realm_id, id: userId }: Person,
  id: number,
): Promise<ClientDeviceRow | undefined> {
  return db
    .selectFrom('client_devices')
    .selectAll()
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
}

export async function updateClientDevice(
  tx: Tx,
  { realm_id, id }: Pick<ClientDeviceRow, 'realm_id' | 'id'>,
  change: Partial<Omit<ClientDeviceRow, 'realm_id' | 'id' | 'user_id' | 'created_at'>>,
): Promise<ClientDeviceRow> {
  return tx
    .updateTable('client_devices')
    .set(change)
    .where('realm_id', '=', realm_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes a device and the pushes that are enqueued for it alone. @returns whether the person had it */
export async function deleteClientDevice(
  tx: Tx,
  { realm_id, id: userId }: Person,
  id: number,
): Promise<boolean> {
  await sql`
    delete from push_devices device using mobile_devices mobile
    where device.realm_id = ${realm_id} and mobile.realm_id = device.realm_id
      and mobile.push_device_id = device.id and mobile.client_device_id = ${id}
      and mobile.user_id = ${userId}`.execute(tx)
  const { numDeletedRows } = await tx
    .deleteFrom('client_devices')
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The devices of a person beyond the limit: those that registered a token least recently. */
export async function listStaleClientDevices(
  tx: Tx,
  { realm_id, id }: Person,
  limit: number,
): Promise<number[]> {
  const rows = await tx
    .selectFrom('client_devices')
    .select('id')
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', id)
    .orderBy(sql`coalesce(token_updated_at, created_at) desc, id desc`)
    .offset(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** The newest key of a device. */
export async function findPushKey(
  db: Queryable,
  realmId: number,
  deviceId: number,
): Promise<{ id: number; key: string } | undefined> {
  const row = await db
    .selectFrom('client_devices')
    .select(['push_key_id', 'push_key'])
    .where('realm_id', '=', realmId)
    .where('id', '=', deviceId)
    .executeTakeFirst()
  if (!row || row.push_key_id === null || row.push_key === null) return undefined
  return { id: row.push_key_id, key: row.push_key }
}
