import type { ReadonlySignal } from '@preact/signals-core'
import { quietUntil } from '../../../shared/rules/do-not-disturb'
import { parseServerHtml } from '../html/parse'
import * as t from '../../texts/catalog'
import { conversationOfMessage } from '../records/message'
import type { NewMessage } from '../records/message'
import { keyOfConversation, narrowTo } from '../narrow/narrow'
import type { Navigation } from '../navigation/navigation'
import type { EventOf, ServerEvent } from '../records/state'
import type { Store } from '../store/store'
import { arePushesOn } from '../pushes/pushes-on'
import type { Attention } from './attention'
import { noticeFor } from './deserves'
import { notificationPermission, notify } from './permission'
import { createSound } from './sound'

/** Shows desktop notifications and plays sounds for messages outside the reader's view. */
export interface Notifications {
  /** Handles events; call it after the store has applied them. */
  hear(events: readonly ServerEvent[]): void
}

interface NotificationsOptions {
  store: Store
  navigation: Navigation
  attention: Attention
  /** Only the leader tab shows notifications. */
  isLeader: ReadonlySignal<boolean>
}

/** Max characters of a message in a notification. */
const mostCharacters = 200

export function createNotifications(options: NotificationsOptions): Notifications {
  const { store, navigation, attention, isLeader } = options
  const playSound = createSound()
  const shown = new Map<number, Notification>()

  function hearMessage({ message, flags }: EventOf<'message'>): void {
    const key = keyOfConversation(conversationOfMessage(message, store.state.user_id))
    if (!isLeader.peek() || attention.isOn(key)) return
    const { showsWindow, makesSound } = noticeFor(message, flags, store)
    const isTold = showsWindow || makesSound
    if (!isTold || quietUntil(store.state.user_settings, new Date())) return
    if (makesSound) playSound()
    const isAllowed = notificationPermission.peek() === 'granted'
    if (showsWindow && isAllowed && !isPushed(message, flags, store)) show(message)
  }

  function show(message: NewMessage): void {
    const notification = notify(titleOf(message), {
      body: bodyOf(message),
      tag: `parley-${message.id}`,
      icon: '/icons/icon-192.png',
      // Our own sound follows its own setting.
      silent: true,
    })
    if (!notification) return
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

  return {
    hear(events) {
      for (const event of events) {
        if (event.type === 'message') hearMessage(event)
        if (event.type === 'update_message_flags') closeRead(event)
      }
    },
  }
}

/** Whether the service worker of this browser shows a message as well. */
function isPushed(message: NewMessage, flags: readonly string[], { state }: Store): boolean {
  const settings = state.user_settings
  return (
    document.hidden &&
    (message.stream_id === undefined || flags.includes('mentioned')) &&
    settings['enable_offline_push_notifications'] &&
    settings['enable_online_push_notifications'] &&
    arePushesOn(state.user_id)
  )
}
