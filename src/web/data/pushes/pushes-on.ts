import { localStore } from '../storage/browser-storage'

/** Holds the id of the reader who turned push notifications on in this browser. */
export const ownerKey = 'parley pushes'

/** Whether the reader turned push notifications on in this browser, and it still allows them. */
export function arePushesOn(userId: number): boolean {
  return (
    localStore.getItem(ownerKey) === String(userId) &&
    'Notification' in window &&
    Notification.permission === 'granted'
  )
}
