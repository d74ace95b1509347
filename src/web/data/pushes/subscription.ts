import { call } from '../api/call'
import { localStore } from '../storage/browser-storage'
import { ownerKey } from './pushes-on'

/*
 * The push subscription of this browser. Source: docs/protocol/notifications.md#web-push-endpoints.
 */

/** Whether pages can subscribe; `home-screen`: only after the app was installed. */
export function pushSupport(): 'yes' | 'home-screen' | 'no' {
  if ('PushManager' in window && 'serviceWorker' in navigator) return 'yes'
  return /iphone|ipad/i.test(navigator.userAgent) ? 'home-screen' : 'no'
}

/**
 * Subscribes this browser and registers it with the server; the same again changes nothing.
 * @throws as `call`; the browser's error if its push service is away
 */
export async function turnPushesOn(userId: number): Promise<void> {
  const { vapid_public_key: applicationServerKey } = await call('GET /users/me/web_push')
  const registration = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey }
  const { pushManager } = registration
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // The subscription was made for another key pair.
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return pushManager.subscribe(options)
  })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  await call('POST /users/me/web_push', { subscription: { endpoint, keys: { p256dh, auth } } })
  localStore.setItem(ownerKey, String(userId))
}

/** Ends the subscription of this browser. */
export async function turnPushesOff(): Promise<void> {
  localStore.removeItem(ownerKey)
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}
