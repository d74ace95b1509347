import { batch, effect, signal } from '@preact/signals'
import { call } from '../data/api/call'
import type { App } from '../context/app'
import type { Start } from '../data/connection/connect'
import { createConnection } from '../data/connection/connection'
import { createEventListeners } from '../data/connection/listeners'
import { createReloads } from '../data/connection/reloads'
import { createConversations } from '../data/conversations/conversations'
import { createEmojiLoader } from '../data/emoji/load'
import { keyboard } from '../ui/keyboard/use-key'
import { createMessageActions } from '../data/messages/actions'
import { createReading } from '../data/messages/reading'
import type { Stretches } from '../data/messages/stretches'
import { createAddressBook } from '../data/narrow/address-book'
import { followMoves } from '../data/messages/follow-moves'
import { createNavigation } from '../data/navigation/navigation'
import type { Navigation } from '../data/navigation/navigation'
import { createAttention } from '../data/notifications/attention'
import type { Notifications } from '../data/notifications/notifications'
import { createOverlays } from '../data/overlays/overlays'
import { formStorageKey } from '../parts/form/form-storage'
import { createToasts } from '../lib/toasts'
import { fetchWriting } from './fetch-writing'
import { createStore } from '../data/store/store'
import { followLook, followTheme } from '../data/theme/theme'
import { sessionStore } from '../data/storage/browser-storage'

/**
 * Creates the long-lived parts of the app after login and passes each its dependencies.
 *
 * @param start initial state and tabs, owned by the app from now on
 */
export function createApp({ tabs, state }: Start, onLoggedOut: () => void): App {
  const ended = new AbortController()
  const atEnd = (stop: () => void) => ended.signal.addEventListener('abort', stop)

  const store = createStore(state)
  const stateNow = () => store.state
  atEnd(followTheme(store))
  atEnd(followLook(store))
  const addressBook = createAddressBook(stateNow)
  const navigation = createNavigation(
    addressBook,
    () => store.state.user_settings['web_home_view'] ?? 'inbox',
    ended.signal,
  )
  keyboard.listen(document, ended.signal)
  const toasts = createToasts()

  const [reading, readingHooks] = createReading(store, ended.signal)
  const { messages, reads, topics, stretches } = reading
  const conversations = createConversations({ store, topics, navigation, toasts })
  const writing = fetchWriting({
    store,
    ended: ended.signal,
    isHeld: (id) => messages.get(id) !== undefined,
    onUnheardMessage({ flags, ...message }) {
      stretches.apply([{ id: -1, type: 'message', message, flags }])
    },
  })
  const visit = () => {
    const place = navigation.route.value
    writing.current.value?.compose.visit(place.view === 'narrow' ? place.narrow : undefined)
  }
  atEnd(effect(visit))

  const actions = createMessageActions({
    toasts,
    navigation,
    reads,
    withCompose: (act) => writing.use(({ compose }) => act(compose)),
    stateNow,
  })

  const attention = createAttention(conversations.current.key, ended.signal)
  let notifications: Notifications | undefined
  const reloads = createReloads(ownVersion(), ended.signal)
  reloads.keepPage(() => actions.editing.peek() !== undefined || actions.unsavedEdits.size > 0)
  reloads.keepPage(() => document.querySelector('dialog[open]') !== null)
  reloads.keepPage(() => writing.current.peek()?.isBusy() === true)

  // A service worker may have opened an older page than the server's.
  if (navigator.serviceWorker?.controller) reloads.compare(state, true)

  let isLeaving = false

  function end(): void {
    if (ended.signal.aborted) return
    ended.abort()
    if (!isLeaving) onLoggedOut()
  }

  const events = createEventListeners()
  const connection = createConnection(
    tabs,
    {
      stateNow,
      onEvents(told) {
        const isWhole = batch(() => {
          const fits = store.apply(told)
          readingHooks.hear(told)
          // Remove the pending copy of a message in the same batch in which its event arrives.
          writing.current.peek()?.hear(told)
          events.tell(told)
          return fits
        })
        followMoves(told, navigation)
        writing.use(() => notifications?.hear(told))
        reloads.hear(told)
        return isWhole
      },
      onPresences: store.takePresences,
      onFreshState(fresh) {
        store.replace(fresh)
        readingHooks.resync()
        writing.current.peek()?.resync()
        events.tell(undefined)
        reloads.compare(fresh, false)
      },
      onLoggedOut: end,
      onOtherAccount: () => location.reload(),
    },
    ended.signal,
  )
  askForFirstPage(reading.stretches, navigation)
  writing.use(({ follow }, { createNotifications, reportOwnPresence }) => {
    const { isLeader } = tabs
    notifications = createNotifications({ store, navigation, attention, isLeader })
    follow(connection)
    const onAnswer = connection.sharePresences
    reportOwnPresence({ stateNow, onAnswer, isLeader, ended: ended.signal })
  })

  return {
    ...reading,
    ...conversations,
    store,
    connection,
    events,
    addressBook,
    navigation,
    overlays: createOverlays(),
    actions,
    writing: writing.current,
    keyboard,
    toasts,
    title: signal(undefined),
    loadEmojiTable: createEmojiLoader(),
    loadSettingRows: async () => (await import('../settings-areas')).listSettingRows(),
    keepPage: reloads.keepPage,
    whenUnneeded: reloads.whenUnneeded,
    countTextsOnlyHere: async () => (await writing.current.peek()?.settle()) ?? 0,
    async logOut() {
      isLeaving = true
      let next = '/login'
      try {
        const { logout_url: address = next } = await call('DELETE /json/session')
        next = address
      } catch (error) {
        isLeaving = false
        if (ended.signal.aborted) onLoggedOut()
        throw error
      }
      writing.current.peek()?.forget()
      sessionStore.removeItem(formStorageKey)
      // A poll may have reported the end of the session already.
      if (!ended.signal.aborted) connection.tellLoggedOut()
      end()
      // A full page load clears everything in memory before the next user logs in.
      location.replace(next)
    },
  }
}

/** Requests the first page of messages before the first render; the screen awaits the same request. */
function askForFirstPage(stretches: Stretches, { visit }: Navigation): void {
  const { route: place, position } = visit.peek()
  if (place.view !== 'narrow') return
  void stretches.of(place.narrow).open(position?.id ?? place.near ?? 'first_unread')
}

/** Version of the running page, written into the shell by the build. */
function ownVersion(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name=parley-version]')?.content
}
