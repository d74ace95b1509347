import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import {
  deleteClientDevice,
  findClientDevice,
  insertClientDevice,
  listStaleClientDevices,
  sealingKeys,
  updateClientDevice,
} from '../../../data/notifications/client-devices'
import { listMobileDevices, putMobileDevice } from '../../../data/notifications/mobile-devices'
import type { ClientDeviceRow } from '../../../data/schema'
import { lockUser } from '../../../data/users/update-users'
import { fixedError } from '../../../lib/api-error'
import {
  clientDeviceAdded,
  clientDeviceChanged,
  clientDeviceRemoved,
} from '../../../wire/client-devices'
import { publishToUser } from '../../notify/publications'
import type { Requester } from '../../rules/authentication'
import { sizeLimits } from '../../rules/limits'
import { makeSealingKeys } from '../../rules/pushes/sealed'
import { digestOf, enqueueTests, NoPushServiceError } from './mobile-devices'
import { PeopleOnlyError } from './people-only'
import { openRegistration } from './sealed-registration'
import type { SealedToken } from './sealed-registration'

/*
 * Installations of apps that are built for this server, and get encrypted pushes.
 * Source: docs/protocol/notifications.md#encrypted-registration.
 */

export class UnknownClientDeviceError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The requester has no such device.',
  example: 'Device does not exist.',
}) {}

export class NoActiveDeviceError extends fixedError({
  code: 'NO_ACTIVE_PUSH_DEVICE',
  description: 'The requester has no such device with a key and a token, or none at all.',
  example: 'No active registered push device',
}) {}

/**
 * Adds a device. Beyond the limit, the devices that registered a token least recently are removed.
 * @returns its id
 * @throws PeopleOnlyError
 */
export async function addClientDevice(
  { db }: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<number> {
  if (requester.is_bot) throw new PeopleOnlyError()
  return db.transaction(async (tx) => {
    await lockUser(tx, requester.realm_id, requester.id)
    const stale = await listStaleClientDevices(tx, requester, sizeLimits.pushDevices - 1)
    for (const id of stale) await deleteDevice(tx, requester, id)
    const id = await insertClientDevice(tx, requester)
    await publishToUser(tx, requester, clientDeviceAdded(id))
    return id
  })
}

/** @throws PeopleOnlyError, UnknownClientDeviceError */
export async function removeClientDevice(
  { db }: Pick<AppContext, 'db'>,
  requester: Requester,
  id: number,
): Promise<void> {
  if (requester.is_bot) throw new PeopleOnlyError()
  await db.transaction(async (tx) => {
    await lockUser(tx, requester.realm_id, requester.id)
    await deleteDevice(tx, requester, id)
  })
}

async function deleteDevice(tx: Tx, requester: Requester, id: number): Promise<void> {
  if (!(await deleteClientDevice(tx, requester, id))) throw new UnknownClientDeviceError()
  await publishToUser(tx, requester, clientDeviceRemoved(id))
}

export interface EncryptedRegistration {
  deviceId: number
  /** A new key, in base64. */
  key: { id: number; secret: string } | undefined
  token: SealedToken | undefined
}

/**
 * Gives a device a new key, a token of FCM or APNs, or both. A device with both gets pushes, all encrypted. A token
 * that cannot be opened is noted with the reason, which the device reads from its state.
 * @throws PeopleOnlyError, NoPushServiceError, UnknownClientDeviceError
 */
export async function registerEncryptedPushes(
  ctx: Pick<AppContext, 'config' | 'db'>,
  requester: Requester,
  { deviceId, key, token }: EncryptedRegistration,
): Promise<void> {
  if (requester.is_bot) throw new PeopleOnlyError()
  const { config, db } = ctx
  // A bouncer gets no encrypted pushes. Source: docs/protocol/notifications.md#bouncer-encrypted.
  const hasWay = token ? config[token.kind] : (config.fcm ?? config.apns)
  if (!hasWay) throw new NoPushServiceError()
  const keys = await sealingKeys(db.query, makeSealingKeys)
  await db.transaction(async (tx) => {
    await lockUser(tx, requester.realm_id, requester.id)
    const known = await findClientDevice(tx, requester, deviceId)
    if (!known) throw new UnknownClientDeviceError()
    const device = await updateClientDevice(tx, known, {
      ...(key && { push_key_id: key.id, push_key: key.secret }),
      ...(token && (await openRegistration(token, keys, tx.now))),
    })
    await activate(tx, requester, device)
    await publishToUser(tx, requester, clientDeviceChanged(deviceId, device))
  })
}

/** Has pushes sent to a device with key and token; plain ones to the same token end. */
async function activate(tx: Tx, requester: Requester, device: ClientDeviceRow): Promise<void> {
  const { id: clientDeviceId, token_kind: kind, token, app_id, push_key } = device
  if (kind === null || token === null || push_key === null) return
  await putMobileDevice(tx, requester, {
    ...{ kind, token, token_digest: digestOf(token), app_id, clientDeviceId },
    ...{ name: kind === 'fcm' ? 'App on Android' : 'App on iOS', isBehindBouncer: false },
  })
}

/**
 * Enqueues an encrypted test push.
 * @param id of a device; undefined: to all
 * @throws PeopleOnlyError, NoPushServiceError, NoActiveDeviceError
 */
export async function testEncryptedPushes(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  requester: Requester,
  id: number | undefined,
): Promise<void> {
  if (requester.is_bot) throw new PeopleOnlyError()
  if (!config.fcm && !config.apns) throw new NoPushServiceError()
  await db.transaction(async (tx) => {
    const devices = (await listMobileDevices(tx, requester)).filter(
      ({ client_device_id }) =>
        client_device_id !== null && (id === undefined || client_device_id === id),
    )
    if (devices.length === 0) throw new NoActiveDeviceError()
    await enqueueTests(tx, requester, devices)
  })
}
