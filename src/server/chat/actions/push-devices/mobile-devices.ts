import { createHash } from 'node:crypto'
import type { AppContext } from '../../../context'
import type { Tx } from '../../../data/engine/database'
import { updateClientDevice } from '../../../data/notifications/client-devices'
import {
  deleteMobileDevices,
  listMobileDevices,
  markMobileDevicesRemoved,
  putMobileDevice,
  updateMobileDevices,
} from '../../../data/notifications/mobile-devices'
import { enqueueTestPushes } from '../../../data/notifications/push-jobs'
import { listPushDevices } from '../../../data/notifications/push-devices'
import type { MobileDeviceRow } from '../../../data/schema'
import { lockUser } from '../../../data/users/update-users'
import { fixedError } from '../../../lib/api-error'
import { clientDeviceChanged } from '../../../wire/client-devices'
import { publishToUser } from '../../notify/publications'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { reachesMobileApps, wayTo } from '../../rules/pushes/can-push'
import { devicesConversation, testConversation } from '../../rules/pushes/new-pushes'
import { hexToken } from './apns-token'
import { PeopleOnlyError } from './people-only'

/*
 * The requester's phones and tablets with a mobile app. Source: docs/protocol/notifications.md#device-registration.
 */

export class NoPushServiceError extends fixedError({
  code: 'PUSH_SERVICE_NOT_CONFIGURED',
  description: 'The server has no way to send pushes to apps of this kind.',
  example: 'Server is not configured to use push notification service.',
}) {}

export class NoSuchTokenError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The requester has registered no such token.',
  example: 'Token does not exist',
}) {}

export class UnknownPushDeviceError extends fixedError({
  code: 'INVALID_PUSH_DEVICE_TOKEN',
  description: 'The requester has no such device, or none at all.',
  example: 'Device not recognized',
}) {}

type Kind = MobileDeviceRow['kind']

const names = { fcm: 'Zulip app on Android', apns: 'Zulip app on iOS' } as const

/**
 * Registers a device, or the same one again.
 * @param appId bundle id of an app on iOS
 * @throws PeopleOnlyError, NoPushServiceError, InvalidApnsTokenError; BadRequestError for too many devices
 */
export async function registerMobileDevice(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  requester: Requester,
  { kind, token: given, appId }: { kind: Kind; token: string; appId: string | undefined },
): Promise<void> {
  if (requester.is_bot) throw new PeopleOnlyError()
  const token = kind === 'apns' ? hexToken(given) : given
  const way = await wayTo(kind, config, db.query)
  if (!way) throw new NoPushServiceError()
  const isBehindBouncer = way === 'bouncer'
  const token_digest = digestOf(token)
  await db.transaction(async (tx) => {
    // The lock keeps simultaneous calls from exceeding the limit.
    await lockUser(tx, requester.realm_id, requester.id)
    const known = await listMobileDevices(tx, requester)
    const same = known.find((each) => each.kind === kind && each.token_digest === token_digest)
    const count = Math.max(known.length, (await listPushDevices(tx, requester)).length)
    if (!same && count >= sizeLimits.pushDevices) {
      throw new BadRequestError(`Too many devices (limit: ${sizeLimits.pushDevices})`)
    }
    const name = isBehindBouncer ? 'Zulip apps' : names[kind]
    const deviceId = await putMobileDevice(tx, requester, {
      ...{ kind, token, token_digest, name, isBehindBouncer },
      app_id: appId ?? null,
    })
    if (isBehindBouncer && !same?.is_at_bouncer) await enqueueTestPush(tx, requester, deviceId)
  })
}

/** @throws PeopleOnlyError, NoSuchTokenError, InvalidApnsTokenError */
export async function removeMobileDevice(
  { db }: Pick<AppContext, 'db'>,
  requester: Requester,
  { kind, token }: { kind: Kind; token: string },
): Promise<void> {
  if (requester.is_bot) throw new PeopleOnlyError()
  const digest = digestOf(kind === 'apns' ? hexToken(token) : token)
  await db.transaction(async (tx) => {
    await lockUser(tx, requester.realm_id, requester.id)
    const device = (await listMobileDevices(tx, requester)).find(
      (each) => each.kind === kind && each.token_digest === digest,
    )
    if (!device) throw new NoSuchTokenError()
    await removeDevices(tx, requester, [device])
  })
}

/**
 * Removes the mobile apps of a row in `push_devices`; apps register again when they start.
 * @returns whether it has some
 */
export async function removeAppsOf(
  tx: Tx,
  requester: Requester,
  pushDeviceId: number,
): Promise<boolean> {
  const devices = (await listMobileDevices(tx, requester)).filter(
    ({ push_device_id }) => push_device_id === pushDeviceId,
  )
  await removeDevices(tx, requester, devices)
  return devices.length > 0
}

/** Removes devices; a device that the bouncer knows stays, marked, until the bouncer has removed it, too. */
async function removeDevices(
  tx: Tx,
  requester: Requester,
  devices: readonly MobileDeviceRow[],
): Promise<void> {
  const known = devices.filter(({ is_at_bouncer }) => is_at_bouncer)
  const others = devices.filter(({ is_at_bouncer }) => !is_at_bouncer)
  const [first] = known
  if (first) {
    const ids = known.map(({ id }) => id)
    await markMobileDevicesRemoved(tx, requester, ids)
    await enqueueTestPush(tx, requester, first.push_device_id)
  }
  const ids = others.map(({ id }) => id)
  await deleteMobileDevices(tx, requester, ids)
  for (const { client_device_id: id } of others) {
    if (id !== null) await forgetToken(tx, requester, id)
  }
}

/** Tells an app with encrypted pushes that its token is registered no more. */
async function forgetToken(tx: Tx, requester: Requester, id: number): Promise<void> {
  const none = { token_kind: null, token: null, app_id: null, token_id: null }
  const device = await updateClientDevice(tx, { realm_id: requester.realm_id, id }, none)
  await publishToUser(tx, requester, clientDeviceChanged(id, device))
}

async function enqueueTestPush(tx: Tx, requester: Requester, deviceId: number): Promise<void> {
  const what = { conversation: devicesConversation, deviceId }
  await enqueueTestPushes(tx, requester, what)
}

/**
 * Enqueues a test push.
 * @param given token of a device; undefined: to all
 * @throws PeopleOnlyError, NoPushServiceError, UnknownPushDeviceError
 */
export async function testMobileDevices(
  { config, db }: Pick<AppContext, 'config' | 'db'>,
  requester: Requester,
  given: string | undefined,
): Promise<void> {
  if (requester.is_bot) throw new PeopleOnlyError()
  if (!(await reachesMobileApps(config, db.query))) throw new NoPushServiceError()
  await db.transaction(async (tx) => {
    const devices = (await listMobileDevices(tx, requester)).filter(
      ({ token }) => given === undefined || sameTokens(given).includes(token),
    )
    if (devices.length === 0) throw new UnknownPushDeviceError()
    await enqueueTests(tx, requester, devices)
  })
}

/** Enqueues a test push for some devices of a person. */
export async function enqueueTests(
  tx: Tx,
  requester: Requester,
  devices: readonly MobileDeviceRow[],
): Promise<void> {
  const ids = devices.map(({ id }) => id)
  await updateMobileDevices(tx, requester, ids, { is_test_due: true })
  for (const deviceId of new Set(devices.map(({ push_device_id }) => push_device_id))) {
    const what = { conversation: testConversation, deviceId }
    await enqueueTestPushes(tx, requester, what)
  }
}

/** Names a token, which is too long for an index. */
export function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** The stored forms of a token of unknown kind. */
function sameTokens(token: string): readonly string[] {
  try {
    return [token, hexToken(token)]
  } catch {
    return [token]
  }
}
