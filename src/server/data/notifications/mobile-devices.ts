import { sql } from 'kysely'
import type { Queryable, Tx } from '../engine/database'
import type { MobileDeviceRow } from '../schema'

/* Devices with a mobile app. Each belongs to a row of `push_devices`, for which pushes are enqueued. */

/** The `endpoint` in `push_devices` of all devices of a person behind the bouncer, which sends to all of them at once. */
export const bouncerEndpoint = 'bouncer:'

type Person = Readonly<{ realm_id: number; id: number }>
type DeviceKey = Pick<MobileDeviceRow, 'kind' | 'token_digest'>

export interface NewMobileDevice extends DeviceKey {
  token: string
  app_id: string | null
  /** Readable name. */
  name: string
  isBehindBouncer: boolean
}

/** Adds a device, or the same one again. @returns the device in `push_devices` */
export async function putMobileDevice(
  tx: Tx,
  person: Person,
  { kind, token, token_digest, app_id, name, isBehindBouncer }: NewMobileDevice,
): Promise<number> {
  const { realm_id, id: user_id } = person
  const endpoint = isBehindBouncer ? bouncerEndpoint : `${kind}:${token_digest}`
  const { id: push_device_id } = await tx
    .insertInto('push_devices')
    .values({ realm_id, user_id, endpoint, name, created_at: tx.now })
    .onConflict((conflict) =>
      conflict.columns(['realm_id', 'user_id', 'endpoint']).doUpdateSet({ name }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const isSame = sql`mobile_devices.push_device_id = excluded.push_device_id
    and mobile_devices.removed_at is null`
  await sql`
    insert into mobile_devices
      (realm_id, user_id, kind, token, token_digest, app_id, push_device_id, created_at)
    values (${realm_id}, ${user_id}, ${kind}, ${token}, ${token_digest}, ${app_id},
      ${push_device_id}, ${tx.now})
    on conflict (realm_id, user_id, kind, token_digest) do update
    set app_id = excluded.app_id, push_device_id = excluded.push_device_id, removed_at = null,
      is_at_bouncer = mobile_devices.is_at_bouncer and ${isSame}`.execute(tx)
  await deleteEmptyPushDevices(tx, person)
  return push_device_id
}

/** The devices of a person that their apps have not removed, oldest first. */
export async function listMobileDevices(db: Queryable, person: Person): Promise<MobileDeviceRow[]> {
  return db
    .selectFrom('mobile_devices')
    .selectAll()
    .where('realm_id', '=', person.realm_id)
    .where('user_id', '=', person.id)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute()
}

/** The devices, removed ones included, of a row of `push_devices`, oldest first. */
export async function listDevicesBehind(
  db: Queryable,
  { realm_id, device_id }: { realm_id: number; device_id: number },
): Promise<MobileDeviceRow[]> {
  return db
    .selectFrom('mobile_devices')
    .selectAll()
    .where('realm_id', '=', realm_id)
    .where('push_device_id', '=', device_id)
    .orderBy('id')
    .execute()
}

/** Marks devices as removed by their apps; they get nothing from then on. */
export async function markMobileDevicesRemoved(
  tx: Tx,
  { realm_id }: Person,
  ids: readonly number[],
): Promise<void> {
  await tx
    .updateTable('mobile_devices')
    .set({ removed_at: tx.now })
    .where('realm_id', '=', realm_id)
    .where(isAmong(ids))
    .execute()
}

/** Deletes devices, and what was enqueued for them alone. */
export async function deleteMobileDevices(
  db: Queryable,
  person: Person,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('mobile_devices')
    .where('realm_id', '=', person.realm_id)
    .where(isAmong(ids))
    .execute()
  await deleteEmptyPushDevices(db, person)
}

/** Changes what is known of devices behind the bouncer. */
export async function updateMobileDevices(
  db: Queryable,
  { realm_id }: { realm_id: number },
  ids: readonly number[],
  change: Partial<Pick<MobileDeviceRow, 'is_at_bouncer' | 'is_test_due'>>,
): Promise<void> {
  await db
    .updateTable('mobile_devices')
    .set(change)
    .where('realm_id', '=', realm_id)
    .where(isAmong(ids))
    .execute()
}

function isAmong(ids: readonly number[]) {
  return sql<boolean>`id = any(${[...ids]}::bigint[])`
}

/** A mobile app's row in `push_devices` ends with its last device. */
async function deleteEmptyPushDevices(db: Queryable, { realm_id, id }: Person): Promise<void> {
  await sql`
    delete from push_devices device
    where realm_id = ${realm_id} and user_id = ${id} and endpoint ~ '^(fcm|apns|bouncer):'
      and not exists (
        select from mobile_devices mobile
        where mobile.realm_id = device.realm_id and mobile.push_device_id = device.id)`.execute(db)
}

/** Number of devices with a mobile app, of all accounts. */
export async function countMobileDevices(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mobile_devices where removed_at is null`.execute(db)
  return rows[0]?.count ?? 0
}
