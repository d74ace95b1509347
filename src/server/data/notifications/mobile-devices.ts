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
  /** The device under whose key pushes are encrypted; absent: they are plain, if they were not encrypted before. */
  clientDeviceId?: number
}

/** Whether all pushes to a row of `push_devices` are encrypted under a key of an app. */
export function isEncrypted({ endpoint }: { endpoint: string }): boolean {
  return /^(?:fcm|apns)\+encrypted:/.test(endpoint)
}

/**
 * Adds a device, or the same one again. One with encrypted pushes never gets plain ones.
 * @returns the device in `push_devices`
 */
export async function putMobileDevice(
  tx: Tx,
  person: Person,
  device: NewMobileDevice,
): Promise<number> {
  const { kind, token, token_digest, app_id, name } = device
  const { realm_id, id: user_id } = person
  const client_device_id = device.clientDeviceId ?? (await findEncrypting(tx, person, device))
  const endpoint = endpointOf(device, client_device_id)
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
      (realm_id, user_id, kind, token, token_digest, app_id, push_device_id, client_device_id,
        created_at)
    values (${realm_id}, ${user_id}, ${kind}, ${token}, ${token_digest}, ${app_id},
      ${push_device_id}, ${client_device_id}, ${tx.now})
    on conflict (realm_id, user_id, kind, token_digest) do update
    set app_id = excluded.app_id, client_device_id = excluded.client_device_id, push_device_id = excluded.push_device_id, removed_at = null,
      is_at_bouncer = mobile_devices.is_at_bouncer and ${isSame}`.execute(tx)
  if (client_device_id !== null) {
    // An app has one token at a time.
    await sql`
      delete from mobile_devices
      where realm_id = ${realm_id} and client_device_id = ${client_device_id}
        and (kind, token_digest) <> (${kind}, ${token_digest})`.execute(tx)
  }
  await deleteEmptyPushDevices(tx, person)
  return push_device_id
}

function endpointOf(
  { kind, token_digest, isBehindBouncer }: NewMobileDevice,
  clientDeviceId: number | null,
): string {
  if (clientDeviceId !== null) return `${kind}+encrypted:${token_digest}`
  return isBehindBouncer ? bouncerEndpoint : `${kind}:${token_digest}`
}

/** The device under whose key pushes to a token are encrypted already. */
async function findEncrypting(
  tx: Tx,
  { realm_id, id }: Person,
  { kind, token_digest }: DeviceKey,
): Promise<number | null> {
  const row = await tx
    .selectFrom('mobile_devices')
    .select('client_device_id')
    .where('realm_id', '=', realm_id)
    .where('user_id', '=', id)
    .where('kind', '=', kind)
    .where('token_digest', '=', token_digest)
    .executeTakeFirst()
  return row?.client_device_id ?? null
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

/** Deletes devices and the pushes that are enqueued for them alone. */
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

/** Updates the state of devices behind the bouncer. */
export async function updateMobileDevices(
  db: Queryable,
  { realm_id }: { realm_id: number },
  ids: readonly number[],
  change: Partial<Pick<MobileDeviceRow, 'is_at_bouncer' | 'is_test_due' | 'telling_until'>>,
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

/**
 * Leases the telling of the bouncer about a device, so that two pushes do not tell it twice. Another telling has ended when
 * the lease is over.
 * @param isNew whether the bouncer is told of a new device, or of a removed one
 * @returns whether this call has the lease
 */
export async function leaseTelling(
  db: Queryable,
  { realm_id, id }: Pick<MobileDeviceRow, 'realm_id' | 'id'>,
  isNew: boolean,
  leaseSeconds: number,
): Promise<boolean> {
  const { rows } = await sql`
    update mobile_devices set telling_until = now() + make_interval(secs => ${leaseSeconds})
    where realm_id = ${realm_id} and id = ${id} and telling_until <= now()
      and (removed_at is null) = ${isNew} and not (is_at_bouncer and ${isNew})
    returning id`.execute(db)
  return rows.length > 0
}

/** A mobile app's row in `push_devices` ends with its last device. */
async function deleteEmptyPushDevices(db: Queryable, { realm_id, id }: Person): Promise<void> {
  await sql`
    delete from push_devices device
    where realm_id = ${realm_id} and user_id = ${id} and endpoint ~ '^(fcm|apns|bouncer)[:+]'
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
