import type { Queryable } from '../../../../data/engine/database'
import { findPushKey } from '../../../../data/notifications/client-devices'
import { bouncerEndpoint, listDevicesBehind } from '../../../../data/notifications/mobile-devices'
import { forgetPushDevice } from '../../../../data/notifications/push-devices'
import { postponePushJob } from '../../../../data/notifications/push-jobs'
import type { TakenPush } from '../../../../data/notifications/push-jobs'
import type { MailedMessage } from '../../../../data/notifications/unread-messages'
import type { MobileDeviceRow } from '../../../../data/schema'
import { quietUntil } from '../../../../../shared/rules/do-not-disturb'
import { devicesConversation, testConversation } from '../../../rules/pushes/new-pushes'
import { encryptForDevice } from '../../../rules/pushes/sealed'
import { userSettingsOf } from '../../../rules/settings/user-settings'
import { mentionedGroup } from '../../notifications/mentioned-group'
import type { Delivery } from '../delivery/deliver'
import type { ShownConversation } from '../delivery/payload'
import type { PushRecipient } from '../delivery/recipient'
import { recordDelivery } from '../delivery/send-push'
import type { BatchContext, PushContext } from '../delivery/send-push'
import { sendByBouncer } from './bouncer'
import { mobileMessage, mobileRemoval, mobileTest, mostRemoved } from './payload'
import { sentEncrypted, sentPlain } from './mobile-push'
import type { MobilePush, SentPush } from './mobile-push'

/** Whether a job is for mobile apps. */
export function isMobile({ endpoint }: Pick<TakenPush, 'endpoint'>): boolean {
  return endpoint === bouncerEndpoint || /^(?:fcm|apns)[:+]/.test(endpoint)
}

interface Wanted {
  push: MobilePush | 'devices' | 'test'
  /** Messages that the apps show afterwards. */
  shownIds: readonly number[]
}

/**
 * Brings mobile apps to the present state of a conversation, by one push: the newest unread message, or a removal of
 * read ones.
 * @param current the unread messages; undefined: there are none
 */
export async function pushToMobile(
  ctx: BatchContext,
  recipient: PushRecipient,
  current: ShownConversation | undefined,
  job: TakenPush,
): Promise<void> {
  const devices = await listDevicesBehind(ctx.db.query, job)
  if (devices.length === 0) return forgetPushDevice(ctx.db.query, job)
  const end = quietUntil(userSettingsOf(recipient.user), ctx.clock.now())
  if (current && end) return postponePushJob(ctx.db.query, job, end)
  const wanted = await wantedPush(ctx, recipient, current, job)
  if (!wanted) {
    const shownIds = current?.messages.map(({ id }) => id) ?? []
    return ctx.finish({ job, shownIds, sentAt: undefined })
  }
  const delivery =
    job.endpoint === bouncerEndpoint
      ? await sendByBouncer(ctx, { recipient, devices, push: wanted.push })
      : await sendDirectly(ctx, recipient, devices[0] as MobileDeviceRow, wanted.push)
  const way = job.endpoint === bouncerEndpoint ? 'bouncer' : (devices[0]?.kind ?? 'fcm')
  ctx.metrics.pushes.inc({ way, outcome: delivery.outcome })
  await recordDelivery(ctx, { job, shownIds: wanted.shownIds }, delivery)
}

async function wantedPush(
  { db }: PushContext,
  recipient: PushRecipient,
  current: ShownConversation | undefined,
  { conversation, shown_ids: shown }: TakenPush,
): Promise<Wanted | undefined> {
  if (conversation === devicesConversation) return { push: 'devices', shownIds: [] }
  if (conversation === testConversation) return { push: 'test', shownIds: [] }
  const ids = current?.messages.map(({ id }) => id) ?? []
  if (current && !shown.includes(ids.at(-1) ?? 0)) {
    const newest = current.messages.at(-1) as MailedMessage
    const isByGroup = current.trigger === 'mentioned' && recipient.showsContent
    const group = isByGroup ? await mentionedGroup(db.dated(), recipient.user, [newest]) : undefined
    // Apps close a conversation when its last message is taken back, so that read ones wait for that.
    const shownIds = [...new Set([...shown, ...ids])].sort((a, b) => a - b).slice(-mostRemoved)
    return { push: mobileMessage(recipient, current, group), shownIds }
  }
  const read = shown.filter((id) => !ids.includes(id))
  return read.length > 0 ? { push: mobileRemoval(recipient, read), shownIds: ids } : undefined
}

async function sendDirectly(
  { clock, db, mobile }: PushContext,
  recipient: PushRecipient,
  device: MobileDeviceRow,
  wanted: Wanted['push'],
): Promise<Delivery> {
  const { kind, token, app_id } = device
  // FCM and APNs, unlike a bouncer, keep no list of devices.
  if (wanted === 'devices') return { outcome: 'sent' }
  const whole = wanted === 'test' ? mobileTest(recipient, clock.now()) : wanted
  const push =
    device.client_device_id === null
      ? sentPlain(whole)
      : await encrypted(db.query, recipient, device, whole)
  const none: Delivery = { outcome: 'refused', error: `there is no key for ${kind}` }
  if (kind === 'fcm') return mobile.fcm ? mobile.fcm.send(token, push) : none
  return mobile.apns ? mobile.apns.send({ token, appId: app_id ?? '' }, push) : none
}

/** @throws Error if the device was removed meanwhile */
async function encrypted(
  db: Queryable,
  { user, say }: PushRecipient,
  { realm_id, client_device_id }: MobileDeviceRow,
  { id, isUrgent, plain }: MobilePush,
): Promise<SentPush> {
  const key = await findPushKey(db, realm_id, client_device_id ?? 0)
  if (!key) throw new Error('The device has no key any more.')
  const data = await encryptForDevice(JSON.stringify(plain), key.key)
  const alert = { title: user.realm_name, body: say('push.withheld') }
  return sentEncrypted({ id, isUrgent, keyId: key.id, data, alert })
}
