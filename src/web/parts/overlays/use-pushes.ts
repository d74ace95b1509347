import { effect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { useApp } from '../../context/app'
import { focusWish } from '../../lib/keyboard/focus-wish'
import { arePushesOn } from '../../data/pushes/pushes-on'
import { turnPushesOn } from '../../data/pushes/subscription'
import { replyQuery } from '../../service-worker/reply-address'

/** Message of the service worker after a click on a notification. */
interface OpenMessage {
  open?: string
  isReply?: boolean
}

/** Connects the page with the push notifications of this browser: opens a clicked notification, and closes those of read messages. */
export function usePushes(): void {
  const { store, events, writing } = useApp()
  useEffect(() => {
    const { serviceWorker: worker } = navigator
    if (!worker) return undefined
    const userId = store.state.user_id
    // Subscriptions vanish without notice, and end with the session that registered them.
    if (arePushesOn(userId)) void turnPushesOn(userId).catch(() => undefined)

    const reply = (): void => {
      const compose = writing.peek()?.compose
      const conversation = compose?.placeConversation.peek()
      if (conversation) compose?.open(conversation)
    }
    /** Replies as soon as the page shows the conversation of its address. A reload is no second click. */
    const replySoon = (): (() => void) => {
      history.replaceState(history.state, '', `/${location.hash}`)
      const mayFocus = focusWish()
      const stop = effect(() => {
        if (!writing.value?.compose.placeConversation.value) return
        queueMicrotask(() => {
          stop()
          if (mayFocus()) reply()
        })
      })
      return stop
    }
    const stopWaiting = location.search === replyQuery ? replySoon() : undefined
    const done = new AbortController()
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<OpenMessage>) => {
        if (typeof data?.open !== 'string') return
        location.hash = data.open.replace(/^\/#?/, '')
        // The address takes effect first.
        if (data.isReply) setTimeout(reply)
      },
      { signal: done.signal },
    )
    const stopListening = events.listen((told) => {
      for (const event of told ?? []) {
        if (event.type !== 'update_message_flags') continue
        if (event.flag !== 'read' || event.op !== 'add') continue
        worker.controller?.postMessage({ read: event.all ? undefined : event.messages })
      }
    })
    return () => {
      stopWaiting?.()
      done.abort()
      stopListening()
    }
  }, [store, events, writing])
}
