import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'

/**
 * The browser's permission; `insecure` without https, `unsupported` in browsers that reserve notifications for installed
 * apps.
 */
type Permission = NotificationPermission | 'insecure' | 'unsupported'

const permission = signal<Permission>(
  !isSecureContext
    ? 'insecure'
    : 'Notification' in window
      ? Notification.permission
      : 'unsupported',
)

/** `default` if the reader was not asked yet. */
export const notificationPermission: ReadonlySignal<Permission> = permission

/** Asks for permission; browsers allow this only during a click. @returns the answer */
export async function askForNotifications(): Promise<Permission> {
  // Without permission, browsers show nothing for this, and those that never notify for a page throw.
  if (notify('', {})) permission.value = await Notification.requestPermission()
  return permission.peek()
}

/** @returns undefined where pages may not notify: mobile browsers reserve this for installed apps */
export function notify(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    permission.value = 'unsupported'
    return undefined
  }
}
