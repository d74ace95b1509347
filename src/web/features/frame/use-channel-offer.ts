import { useSignalEffect } from '@preact/signals'
import { useApp } from '../../context/app'
import { askForNotifications, notificationPermission } from '../../data/notifications/permission'
import { pushSupport, turnPushesOn } from '../../data/pushes/subscription'
import { localStore } from '../../data/storage/browser-storage'
import * as t from '../../texts/catalog'

/**
 * Offers notifications, once in this browser, to readers who were mentioned and have no channel of notifications: of the page,
 * and of its service worker when the page is closed. On an iPhone it leads to the way to the home screen.
 * Source: docs/protocol/notifications.md#channel-offer.
 */
export function useChannelOffer(): void {
  const { store, navigation, toasts } = useApp()
  useSignalEffect(() => {
    const isMailed =
      store.read('settings_send_digest_emails') &&
      store.read('user_settings').enable_offline_email_notifications
    // Devices need the same permission.
    const canAsk = notificationPermission.value === 'default'
    const needsHomeScreen = pushSupport() === 'home-screen'
    if (store.unread.mentions === 0 || isMailed || !(canAsk || needsHomeScreen)) return
    const key = `parley notification offer ${store.state.user_id}`
    if (localStore.getItem(key) !== null) return
    localStore.setItem(key, 'made')
    const offer = needsHomeScreen
      ? {
          label: t.devices.title,
          run: () => navigation.go({ view: 'settings', path: ['devices'] }),
        }
      : { label: t.notifications.turnOn, run: () => void ask() }
    toasts.say(t.channelOffer, offer)
  })

  async function ask(): Promise<void> {
    const isOn = (await askForNotifications()) === 'granted'
    if (isOn) toasts.say(t.notifications.on)
    // On Android, pages may not notify by themselves, but the worker may.
    if (pushSupport() !== 'yes' || (await Notification.requestPermission()) !== 'granted') return
    // Without a push service, or without a worker, the page alone notifies.
    const turningOn = turnPushesOn(store.state.user_id)
    turningOn.then(
      () => !isOn && toasts.say(t.devices.onNow),
      () => undefined,
    )
  }
}
