import { signal } from '@preact/signals-core'
import type { ReadonlySignal } from '@preact/signals-core'
import { parseServerHtml } from '../html/parse'
import * as t from '../../texts/catalog'
import { conversationOfMessage } from '../messages/message'
import type { NewMessage } from '../messages/message'
import { keyOfConversation, narrowTo } from '../narrow/narrow'
import type { Navigation } from '../../app/navigation/navigation'
import type { EventOf, ServerEvent } from '../store/state'
import type { Store } from '../store/store'
import type { Attention } from './attention'
import { noticeFor } from './deserves'

/**
 * The browser's permission; `insecure` without https, `unsupported` in browsers that reserve notifications for installed
 * apps.
 */
type Permission = NotificationPermission | 'insecure' | 'unsupported'

/** Shows desktop notifications and plays sounds for messages outside the reader's view. */
export interface Notifications {
  /** `default` if the reader was not asked yet. */
  readonly permission: ReadonlySignal<Permission>
  /** Whether the reader is not to be disturbed now; set from outside. */
  isQuiet?: boolean
  /** Whether the service worker of this browser shows a message as well; set from outside. */
  isPushed?: (message: NewMessage, flags: readonly string[]) => boolean
  /** Set from outside, by the lazy chunk. */
  playSound?: () => void
  /** Asks for permission; browsers allow this only during a click. */
  ask(): Promise<void>
  /** Handles events; call it after the store has applied them. */
  hear(events: readonly ServerEvent[]): void
}

export interface NotificationsOptions {
  store: Store
  navigation: Navigation
  attention: Attention
  /** Only the leader tab shows notifications. */
  isLeader: () => boolean
}

/** Max characters of a message in a notification. */
const mostCharacters = 200

export function createNotifications(options: NotificationsOptions): Notifications {
  const { store, navigation, attention, isLeader } = options
  const permission = signal<Permission>(
    !isSecureContext
      ? 'insecure'
      : 'Notification' in window
        ? Notification.permission
        : 'unsupported',
  )
  const shown = new Map<number, Notification>()

  function hearMessage({ message, flags }: EventOf<'message'>): void {
    const key = keyOfConversation(conversationOfMessage(message, store.state.user_id))
    if (notifications.isQuiet || !isLeader() || attention.isOn(key)) return
    const { showsWindow, makesSound } = noticeFor(message, flags, store)
    const isPushed = notifications.isPushed?.(message, flags)
    if (makesSound) notifications.playSound?.()
    if (showsWindow && !isPushed && permission.peek() === 'granted') show(message)
  }

  function show(message: NewMessage): void {
    const notification = notify(titleOf(message), {
      body: bodyOf(message),
      tag: `parley-${message.id}`,
      icon: '/icons/icon-192.png',
      // Our own sound follows its own setting.
      silent: true,
    })
    if (!notification) {
      permission.value = 'unsupported'
      return
    }
    shown.set(message.id, notification)
    notification.addEventListener('close', () => shown.delete(message.id))
    notification.addEventListener('click', () => {
      focus()
      const conversation = conversationOfMessage(message, store.state.user_id)
      navigation.go({ view: 'narrow', narrow: narrowTo(conversation), near: message.id })
      notification.close()
    })
  }

  function titleOf(message: NewMessage): string {
    const name = message.sender_full_name
    const { stream_id: streamId, subject } = message
    if (streamId === undefined) return name
    return t.notifications.inTopic(name, store.stream(streamId)?.name ?? '', subject)
  }

  function bodyOf(message: NewMessage): string {
    const hidesText = !store.state.user_settings['pm_content_in_desktop_notifications']
    if (message.stream_id === undefined && hidesText) return t.notifications.newMessage
    const text = parseServerHtml(message.content).textContent.replace(/\s+/g, ' ').trim()
    return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}…` : text
  }

  function closeRead(event: EventOf<'update_message_flags'>): void {
    if (event.flag !== 'read' || event.op !== 'add') return
    const ids = event.all ? [...shown.keys()] : event.messages
    for (const id of ids) shown.get(id)?.close()
  }

  const notifications: Notifications = {
    permission,

    async ask() {
      // Without permission, browsers show nothing for this, and those that never notify for a page throw.
      permission.value = notify('', {}) ? await Notification.requestPermission() : 'unsupported'
    },

    hear(events) {
      for (const event of events) {
        if (event.type === 'message') hearMessage(event)
        if (event.type === 'update_message_flags') closeRead(event)
      }
    },
  }
  return notifications
}

/** @returns undefined where pages may not notify: mobile browsers reserve this for installed apps */
function notify(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
