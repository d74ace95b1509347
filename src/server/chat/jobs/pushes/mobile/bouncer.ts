import {
  deleteMobileDevices,
  leaseTelling,
  updateMobileDevices,
} from '../../../../data/notifications/mobile-devices'
import { findPushBouncer, uuidsOf } from '../../../../data/notifications/push-bouncer'
import type { MobileDeviceRow } from '../../../../data/schema'
import type { Delivery } from '../delivery/deliver'
import type { PushRecipient } from '../delivery/recipient'
import { noteBouncerAnswer } from './can-push'
import { aboutServer } from './payload'
import type { MobilePush } from './mobile-push'
import { callBouncer, newSecret } from './bouncer-call'
import type { BouncerContext } from './bouncer-call'
import { reportRealms } from './report'
import { noAnswer, recordOf } from './service-call'
import type { ServiceAnswer } from './service-call'

/* The bouncer that sends to published apps. Source: docs/protocol/notifications.md#bouncer. */

/** Time after which the other devices wait for the next attempt. */
const longestSyncMs = 8_000

/** Longer than a call, a report and the call again. */
const tellingSeconds = 28
const longAgo = new Date(0)

const kindNumbers = { apns: 1, fcm: 2 } as const

/** The outcome of a push that a bouncer refused. */
function bouncerRefusal({ status, body, retryAfterMs }: ServiceAnswer): Delivery {
  const code = typeof body['code'] === 'string' ? body['code'] : `status ${status}`
  const error = `bouncer: ${code}`
  // The operator, or the next report, mends these.
  const isLater = ['INVALID_ZULIP_SERVER', 'MISSING_REMOTE_REALM'].includes(code)
  if (isLater || status === 429 || status >= 500) return { outcome: 'later', error, retryAfterMs }
  return { outcome: 'refused', error }
}

export interface BouncerPush {
  recipient: PushRecipient
  /** All devices of the person behind the bouncer. */
  devices: readonly MobileDeviceRow[]
  /** 'devices': only reports the devices to the bouncer; 'test': sends due test pushes. */
  push: MobilePush | 'devices' | 'test'
}

/**
 * Sends one push to all devices of a person. The bouncer first learns of devices that are new, or removed; devices that
 * it no longer has are deleted.
 */
export async function sendByBouncer(ctx: BouncerContext, wanted: BouncerPush): Promise<Delivery> {
  const bouncer = await findPushBouncer(ctx.db.query)
  if (!bouncer || ctx.config.pushBouncerUrl === undefined) {
    return { outcome: 'refused', error: 'there is no bouncer' }
  }
  const { user } = wanted.recipient
  const uuids = await uuidsOf(ctx.db.query, user, newSecret())
  const call = async (path: string, body: URLSearchParams | object) => {
    let answer = await callBouncer(bouncer, path, body)
    if (answer.body['code'] === 'MISSING_REMOTE_REALM') {
      await reportRealms(ctx, bouncer)
      answer = await callBouncer(bouncer, path, body)
    }
    await noteBouncerAnswer(ctx, user.realm_id, answer)
    return answer
  }
  const line: Line = { ctx, call, who: { user_id: user.id, ...uuids }, ...wanted }
  try {
    const failure = await syncDevices(line)
    if (failure) return failure
    if (wanted.push === 'devices') return { outcome: 'sent' }
    return wanted.push === 'test' ? await sendTests(line) : await notify(line, wanted.push)
  } catch (error) {
    return noAnswer(error)
  }
}

interface Line extends BouncerPush {
  ctx: BouncerContext
  call: (path: string, body: URLSearchParams | object) => Promise<ServiceAnswer>
  who: { user_id: number; realm_uuid: string; user_uuid: string }
}

/** Tells the bouncer of new and removed devices. @returns the failure of a call, after which the rest waits */
async function syncDevices(line: Line): Promise<Delivery | undefined> {
  const began = performance.now()
  for (const device of line.devices) {
    if (device.is_at_bouncer && !device.removed_at) continue
    if (performance.now() - began > longestSyncMs) {
      return { outcome: 'later', error: 'the bouncer is slow', retryAfterMs: 1_000 }
    }
    const isNew = device.removed_at === null
    if (!(await leaseTelling(line.ctx.db.query, device, isNew, tellingSeconds))) {
      return { outcome: 'later', error: 'another push tells the bouncer', retryAfterMs: 1_000 }
    }
    const failure = await syncDevice(line, device)
    const { user } = line.recipient
    await updateMobileDevices(line.ctx.db.query, user, [device.id], { telling_until: longAgo })
    if (failure) return failure
  }
  return undefined
}

async function syncDevice(
  { ctx, call, who, recipient }: Line,
  device: MobileDeviceRow,
): Promise<Delivery | undefined> {
  const { query } = ctx.db
  const form = new URLSearchParams({
    ...{ user_id: String(who.user_id), user_uuid: who.user_uuid, realm_uuid: who.realm_uuid },
    ...{ token: device.token, token_kind: String(kindNumbers[device.kind]) },
    ...(device.kind === 'apns' && !device.removed_at && { ios_app_id: device.app_id ?? '' }),
  })
  const answer = await call(`push/${device.removed_at ? 'unregister' : 'register'}`, form)
  const refusal = answer.status === 200 ? undefined : bouncerRefusal(answer)
  if (refusal?.outcome === 'later') return refusal
  if (device.removed_at) {
    await deleteMobileDevices(query, recipient.user, [device.id])
    return undefined
  }
  if (!refusal) {
    await updateMobileDevices(query, recipient.user, [device.id], { is_at_bouncer: true })
    return undefined
  }
  // A refusal of the organization is no fault of the device.
  if (typeof answer.body['code'] !== 'string' || answer.body['code'] === 'BAD_REQUEST') {
    await deleteMobileDevices(query, recipient.user, [device.id])
    return undefined
  }
  return refusal
}

async function notify(
  { ctx, call, who, recipient, devices }: Line,
  push: MobilePush,
): Promise<Delivery> {
  const left = devices.filter(({ removed_at }) => !removed_at)
  if (left.length === 0) return { outcome: 'sent' }
  const tokensOf = (kind: MobileDeviceRow['kind']) =>
    left.filter((device) => device.kind === kind).map(({ token }) => token)
  const { zulip, ...aps } = push.apns
  const answer = await call('push/notify', {
    ...who,
    gcm_payload: push.fcm,
    apns_payload: { ...aps, custom: { zulip } },
    gcm_options: { priority: push.isUrgent ? 'high' : 'normal' },
    android_devices: tokensOf('fcm'),
    apple_devices: tokensOf('apns'),
  })
  if (answer.status !== 200) return bouncerRefusal(answer)
  await deleteMobileDevices(ctx.db.query, recipient.user, idsOfDeleted(left, answer.body))
  return { outcome: 'sent' }
}

function idsOfDeleted(
  devices: readonly MobileDeviceRow[],
  body: ServiceAnswer['body'],
): readonly number[] {
  const { android_devices: android, apple_devices: apple } = recordOf(body['deleted_devices'])
  const gone = { fcm: new Set(listOf(android)), apns: new Set(listOf(apple)) }
  return devices.filter(({ kind, token }) => gone[kind].has(token)).map(({ id }) => id)
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Tests to the devices that want one; to all if none does. */
async function sendTests({ ctx, call, who, recipient, devices }: Line): Promise<Delivery> {
  const left = devices.filter(({ removed_at }) => !removed_at)
  const wanted = left.filter(({ is_test_due }) => is_test_due)
  for (const device of wanted.length > 0 ? wanted : left) {
    const answer = await call('push/test_notification', {
      ...who,
      ...{ token: device.token, token_kind: kindNumbers[device.kind] },
      base_payload: aboutServer(recipient),
    })
    const isGone = answer.body['code'] === 'INVALID_REMOTE_PUSH_DEVICE_TOKEN'
    if (answer.status !== 200 && !isGone) return bouncerRefusal(answer)
    if (isGone) await deleteMobileDevices(ctx.db.query, recipient.user, [device.id])
    await updateMobileDevices(ctx.db.query, recipient.user, [device.id], { is_test_due: false })
  }
  return { outcome: 'sent' }
}
