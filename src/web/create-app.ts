import { batch, effect } from '@preact/signals'
import { call } from './api/call'
import type { App } from './app'
import type { Start } from './connection/connect'
import { createConnection } from './connection/connection'
import { createReloads } from './connection/reloads'
import { createConversations } from './conversations/conversations'
import { createEmojiLoader } from './emoji/load'
import { createKeyboard } from './keyboard/keyboard'
import { createMessageActions } from './messages/actions'
import { createReading } from './messages/reading'
import type { Stretches } from './messages/stretches'
import { createAddressBook } from './narrow/address-book'
import { followMoves } from './navigation/follow-moves'
import { createNavigation } from './navigation/navigation'
import type { Navigation } from './navigation/navigation'
import { createAttention } from './notifications/attention'
import { createNotifications } from './notifications/notifications'
import { createSound } from './notifications/sound'
import { createOverlays } from './overlays/overlays'
import { createToasts } from './parts/toast/toasts'
import { tellOwnPresence } from './presence/own-presence'
import { fetchWriting } from './send/fetch-writing'
import { createStore } from './store/store'
import { followTheme } from './theme/theme'

/**
 * Makes the long-lived parts of the app once somebody is logged in; each is handed what it needs.
 *
 * @param start what the app goes on from, which belongs to it from now on
 */
export function createApp({ tabs, state }: Start, onLoggedOut: () => void): App {
  const ended = new AbortController()
  const atEnd = (stop: () => void) => ended.signal.addEventListener('abort', stop)

  const store = createStore(state)
  const stateNow = () => store.state
  atEnd(followTheme(store))
  const addressBook = createAddressBook(stateNow)
  const navigation = createNavigation(addressBook)
  const keyboard = createKeyboard(/mac|iphone|ipad/i.test(navigator.userAgent))
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
    const place = navigation.place.value
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

  const notifications = createNotifications({
    store,
    navigation,
    attention: createAttention(conversations.current.key, ended.signal),
    playSound: createSound(),
    isLeader: () => tabs.isLeader.peek(),
  })
  const reloads = createReloads(ownVersion(), ended.signal)
  reloads.keepPage(() => actions.editing.peek() !== undefined || actions.unsavedEdits.size > 0)
  reloads.keepPage(() => document.querySelector('dialog[open]') !== null)
  reloads.keepPage(() => writing.current.peek()?.isBusy() === true)

  function end(): void {
    if (ended.signal.aborted) return
    ended.abort()
    onLoggedOut()
  }

  const connection = createConnection(
    tabs,
    {
      stateNow,
      onEvents(events) {
        const isWhole = batch(() => {
          const fits = store.apply(events)
          readingHooks.hear(events)
          // What is shown of a message while it is sent goes in the moment in which it comes.
          writing.current.peek()?.hear(events)
          return fits
        })
        followMoves(events, navigation)
        notifications.hear(events)
        reloads.hear(events)
        return isWhole
      },
      onPresences: store.takePresences,
      onFreshState(fresh) {
        store.replace(fresh)
        readingHooks.resync()
        writing.current.peek()?.resync()
        reloads.compare(fresh)
      },
      onLoggedOut: end,
      onOtherAccount: () => location.reload(),
    },
    ended.signal,
  )
  askForFirstPage(reading.stretches, navigation)
  writing.use(({ follow }) => follow(connection))
  tellOwnPresence({
    stateNow,
    onAnswer: connection.sharePresences,
    isLeader: tabs.isLeader,
    ended: ended.signal,
  })

  return {
    ...reading,
    ...conversations,
    store,
    connection,
    addressBook,
    navigation,
    notifications,
    overlays: createOverlays(),
    actions,
    writing: writing.current,
    keyboard,
    toasts,
    loadEmojiTable: createEmojiLoader(),
    keepPage: reloads.keepPage,
    async logOut() {
      await call('DELETE', '/session')
      connection.tellLoggedOut()
      end()
    },
  }
}

/** Asks for what the reader came for before anything is drawn; the screen waits for the same page. */
function askForFirstPage(stretches: Stretches, { visit }: Navigation): void {
  const { place, position } = visit.peek()
  if (place.view !== 'narrow') return
  void stretches.of(place.narrow).open(position?.id ?? place.near ?? 'first_unread')
}

/** Of the page that runs, as the build wrote it. */
function ownVersion(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name=parley-version]')?.content
}
