import { withoutTrailing } from '../../../../shared/rules/characters'
import type { AppContext } from '../../../context'
import { enqueueTestPushes } from '../../../data/notifications/push-jobs'
import {
  deletePushDevice,
  listPushDevices,
  pushKeys,
  replacePushDevice,
} from '../../../data/notifications/push-devices'
import { listPushedConversations } from '../../../data/notifications/push-messages'
import type { PushDeviceRow } from '../../../data/schema'
import { lockUser } from '../../../data/users/update-users'
import { fixedError } from '../../../lib/api-error'
import type { Requester } from '../../rules/authentication'
import { BadRequestError } from '../../rules/errors'
import { sizeLimits } from '../../rules/limits'
import { ForbiddenAddressError } from '../../rules/outgoing/addresses'
import { areReceiverKeys } from '../../rules/pushes/encryption'
import { testConversation } from '../../rules/pushes/new-pushes'
import { makeVapidKeys } from '../../rules/pushes/vapid'
import { browserName } from '../../rules/users/browser-name'
import { removeAppsOf } from './mobile-devices'
import { PeopleOnlyError } from './people-only'

/*
 * The requester's devices for push notifications. Source: docs/protocol/notifications.md#web-push-endpoints.
 */

export class NoSuchPushDeviceError extends fixedError({
  code: 'BAD_REQUEST',
  description: 'The requester has no such device.',
  example: 'Device not recognized',
}) {}

export class InvalidPushSubscriptionError extends fixedError({
  code: 'BAD_REQUEST',
  description:
    'The endpoint is not an HTTPS address on the Internet, or the keys are none of a push subscription.',
  example: 'Invalid push subscription',
}) {}

/** A subscription as a browser makes it, or a topic, which has no keys. */
interface PushSubscription {
  endpoint: string
  keys?: { p256dh: string; auth: string } | undefined
}

export interface OwnPushDevices {
  publicKey: string
  devices: PushDeviceRow[]
  /** Tags of the notifications that devices may show. */
  openTags: string[]
}

/** @throws PeopleOnlyError */
export async function listOwnPushDevices(
  { db: { query } }: Pick<AppContext, 'db'>,
  requester: Requester,
): Promise<OwnPushDevices> {
  requirePerson(requester)
  const { public_key } = await pushKeys(query, makeVapidKeys)
  const { realm_id, id: user_id } = requester
  const pushed = await listPushedConversations(query, [{ realm_id, user_id }])
  return {
    publicKey: public_key,
    devices: await listPushDevices(query, requester),
    openTags: pushed.map(({ conversation }) => conversation),
  }
}

/**
 * Registers a device, or the same one again, and answers its id. A subscription moves to the account that registers it
 * last: people share browsers.
 *
 * @param userAgent program that registers it
 * @throws PeopleOnlyError, InvalidPushSubscriptionError; BadRequestError for too many devices
 */
export async function registerPushDevice(
  ctx: Pick<AppContext, 'db' | 'addresses'>,
  requester: Requester,
  { subscription, token, userAgent }: PushRegistration,
): Promise<number> {
  requirePerson(requester)
  const { realm_id, id: user_id, session } = requester
  const endpoint = checkEndpoint(ctx, subscription)
  const { keys } = subscription
  return ctx.db.transaction(async (tx) => {
    // The lock keeps simultaneous calls from exceeding the limit.
    await lockUser(tx, realm_id, user_id)
    const others = (await listPushDevices(tx, requester)).filter(
      (device) => device.endpoint !== endpoint,
    )
    if (others.length >= sizeLimits.pushDevices) {
      throw new BadRequestError(`Too many devices (limit: ${sizeLimits.pushDevices})`)
    }
    const { id } = await replacePushDevice(tx, {
      ...{ realm_id, user_id, endpoint },
      ...{ p256dh: keys?.p256dh ?? null, auth: keys?.auth ?? null, token: token ?? null },
      ...{
        name: browserName(userAgent),
        session_id: (keys && session?.id) ?? null,
        created_at: tx.now,
      },
    })
    return id
  })
}

export interface PushRegistration {
  subscription: PushSubscription
  /** Bearer token of a topic. */
  token: string | undefined
  userAgent: string
}

/**
 * Checks that pushes to the endpoint may leave this server. A name is resolved, and checked again, when a push is sent.
 * @throws InvalidPushSubscriptionError
 */
function checkEndpoint(
  { addresses }: Pick<AppContext, 'addresses'>,
  { endpoint, keys }: PushSubscription,
): string {
  if (!URL.canParse(endpoint) || (keys && !areReceiverKeys(keys))) {
    throw new InvalidPushSubscriptionError()
  }
  const url = new URL(endpoint)
  const { protocol, hostname, username, password, pathname } = url
  const isPlain = protocol === 'http:' && addresses.isExcepted(hostname)
  const hasTopic = withoutTrailing(pathname, '/') !== ''
  if (!(protocol === 'https:' || isPlain) || username !== '' || password !== '' || !hasTopic) {
    throw new InvalidPushSubscriptionError()
  }
  try {
    addresses.checkHost(hostname)
  } catch (error) {
    if (error instanceof ForbiddenAddressError) throw new InvalidPushSubscriptionError()
    throw error
  }
  const stored = storedForm(url)
  if (stored.length > sizeLimits.pushEndpointCharacters) throw new InvalidPushSubscriptionError()
  return stored
}

/** An endpoint as it is stored: with its characters encoded, and without a fragment, which is never sent. */
function storedForm(url: URL): string {
  const { href, hash } = url
  return href.slice(0, href.length - hash.length).replace(/#$/, '')
}

/** @throws PeopleOnlyError, NoSuchPushDeviceError */
export async function removePushDevice(
  { db }: Pick<AppContext, 'db'>,
  requester: Requester,
  which: { id: number } | { endpoint: string },
): Promise<void> {
  requirePerson(requester)
  const normal =
    'endpoint' in which && URL.canParse(which.endpoint)
      ? { endpoint: storedForm(new URL(which.endpoint)) }
      : which
  await db.transaction(async (tx) => {
    if ('id' in normal && (await removeAppsOf(tx, requester, normal.id))) return
    if (!(await deletePushDevice(tx, requester, normal))) throw new NoSuchPushDeviceError()
  })
}

/**
 * Enqueues a test push.
 * @param deviceId undefined: to all devices
 * @throws PeopleOnlyError, NoSuchPushDeviceError
 */
export async function testPushDevices(
  { db }: Pick<AppContext, 'db'>,
  requester: Requester,
  deviceId: number | undefined,
): Promise<void> {
  requirePerson(requester)
  const count = await enqueueTestPushes(db.dated(), requester, {
    conversation: testConversation,
    ...(deviceId !== undefined && { deviceId }),
  })
  if (count === 0) throw new NoSuchPushDeviceError()
}

function requirePerson({ is_bot }: Requester): void {
  if (is_bot) throw new PeopleOnlyError()
}
