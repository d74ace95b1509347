import { useSignalEffect } from '@preact/signals'
import { useApp } from '../../app/app'
import { localStore } from '../../data/storage/browser-storage'
import * as t from '../../texts/catalog'

/** Offers desktop notifications, once in this browser, to readers who were mentioned and have no channel of notifications. */
export function useChannelOffer(): void {
  const { store, notifications, toasts } = useApp()
  useSignalEffect(() => {
    const isMailed =
      store.read('settings_send_digest_emails') &&
      store.read('user_settings').enable_offline_email_notifications
    // Devices need the same permission.
    const canAsk = notifications.permission.value === 'default'
    if (store.unread.mentions === 0 || isMailed || !canAsk) return
    const key = `parley notification offer ${store.state.user_id}`
    if (localStore.getItem(key) !== null) return
    localStore.setItem(key, 'made')
    toasts.say(t.channelOffer, { label: t.notifications.turnOn, run: () => void ask() })
  })

  async function ask(): Promise<void> {
    await notifications.ask()
    if (notifications.permission.value === 'granted') toasts.say(t.notifications.on)
  }
}
