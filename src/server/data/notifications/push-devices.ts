import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { DatedQueryable, Queryable, Tx } from '../engine/database'
import type { PushDeviceRow } from '../schema'
import type { PushDevicesTable } from '../schema/push'
import { bouncerEndpoint } from './mobile-devices'

/* Devices of people for pushes, and the key pair by which push services recognize this installation. */

/** Failures in a row, and days since the first of them, after which a device is given up. */
const givenUp = { failures: 10, days: 3 }

export interface PushKeys {
  public_key: string
  private_key: string
}

/** The key pair. @param make makes one, if this is its first use */
export async function pushKeys(db: Queryable, make: () => PushKeys): Promise<PushKeys> {
  const find = () =>
    db.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst()
  const known = await find()
  if (known) return known
  await db
    .insertInto('push_keys')
    .values(make())
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // A concurrent insert may have been first: its pair is the one for both.
  const made = await find()
  if (!made) throw new Error('The key pair for pushes was not stored.')
  return made
}

type Person = Readonly<{ realm_id: number; id: number }>

/** The devices of a person, oldest first. */
export async function listPushDevices(db: Queryable, person: Person): Promise<PushDeviceRow[]> {
  return (
    db
      .selectFrom('push_devices')
      .selectAll()
      .where('realm_id', '=', person.realm_id)
      .where('user_id', '=', person.id)
      // Mobile apps behind the bouncer count until the last one is removed.
      .where(
        sql<boolean>`(endpoint <> ${bouncerEndpoint} or exists (
        select from mobile_devices mobile
        where mobile.realm_id = push_devices.realm_id and mobile.push_device_id = push_devices.id
          and mobile.removed_at is null))`,
      )
      .orderBy('id')
      .execute()
  )
}

/** Whether any account of this installation has a device. */
export async function isAnyPushDevice(db: Queryable): Promise<boolean> {
  const { rows } = await sql`select from push_devices limit 1`.execute(db)
  return rows.length > 0
}

/** Adds a device; one with the same endpoint is replaced, a subscription of another account too. */
export async function replacePushDevice(
  tx: Tx,
  device: Insertable<PushDevicesTable>,
): Promise<PushDeviceRow> {
  // The same subscription keeps its row, and so its due pushes.
  const { rows } = await sql<PushDeviceRow>`
    update push_devices
    set auth = ${device.auth}, token = ${device.token}, name = ${device.name},
      session_id = ${device.session_id}
    where realm_id = ${device.realm_id} and user_id = ${device.user_id}
      and endpoint = ${device.endpoint} and p256dh is not distinct from ${device.p256dh}
    returning *`.execute(tx)
  if (rows[0]) return rows[0]
  await sql`
    delete from push_devices
    where endpoint = ${device.endpoint} and (
      (realm_id = ${device.realm_id} and user_id = ${device.user_id})
      or (p256dh is not null and ${device.p256dh !== null}))`.execute(tx)
  return tx.insertInto('push_devices').values(device).returningAll().executeTakeFirstOrThrow()
}

/** Removes a device of a person, by id or endpoint. @returns whether there was one */
export async function deletePushDevice(
  db: Queryable,
  person: Person,
  which: { id: number } | { endpoint: string },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_devices')
    .where('realm_id', '=', person.realm_id)
    .where('user_id', '=', person.id)
    .where((where) => where.and(which))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes a device that its push service no longer knows. */
export async function forgetPushDevice(
  db: Queryable,
  { realm_id, device_id }: { realm_id: number; device_id: number },
): Promise<void> {
  await db
    .deleteFrom('push_devices')
    .where('realm_id', '=', realm_id)
    .where('id', '=', device_id)
    .execute()
}

/**
 * Records the failure of a push. A device that has failed ten times in a row, over three days, is removed; not so a mobile
 * one, which FCM and APNs report when it is gone.
 */
export async function markPushFailure(
  db: DatedQueryable,
  { realm_id, device_id }: { realm_id: number; device_id: number },
  error: string,
): Promise<void> {
  const { rows } = await sql<{ is_given_up: boolean }>`
    update push_devices
    set failures = failures + 1, failing_since = coalesce(failing_since, ${db.now}),
      last_error = ${error}
    where realm_id = ${realm_id} and id = ${device_id}
    returning failures >= ${givenUp.failures} and endpoint ~ '^https?:' and failing_since
      <= ${db.now}::timestamptz - make_interval(days => ${givenUp.days}) as is_given_up`.execute(db)
  if (rows[0]?.is_given_up) await forgetPushDevice(db, { realm_id, device_id })
}
