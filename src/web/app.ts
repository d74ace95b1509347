import { batch, effect } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { call } from './api/call'
import { createCurrent } from './conversations/current'
import type { Current } from './conversations/current'
import { createFolds } from './conversations/folds'
import type { Folds } from './conversations/folds'
import { createStreamOpener } from './conversations/open-stream'
import type { StreamOpener } from './conversations/open-stream'
import { createUnreadConversations } from './conversations/unread-conversations'
import type { UnreadConversations } from './conversations/unread-conversations'
import { createConnection } from './connection/connection'
import type { Start } from './connection/connect'
import type { Connection, ConnectionHandlers } from './connection/connection'
import { createReloads } from './connection/reloads'
import { createKeyboard } from './keyboard/keyboard'
import type { Keyboard } from './keyboard/keyboard'
import { createMessageActions } from './messages/actions'
import type { MessageActions } from './messages/actions'
import { createEmojiLoader } from './emoji/load'
import type { EmojiTable } from './emoji/table'
import { createMessageCache } from './messages/cache'
import type { MessageCache } from './messages/cache'
import { createFeedFocus } from './messages/feed-focus'
import type { FeedFocus } from './messages/feed-focus'
import { createPageLoads } from './messages/page-loads'
import { createReadMarks } from './messages/read-marks'
import type { ReadMarks } from './messages/read-marks'
import { createRecents } from './messages/recents'
import type { Recents } from './messages/recents'
import { createStretches } from './messages/stretches'
import type { Stretches } from './messages/stretches'
import { createTopics } from './messages/topics'
import type { Topics } from './messages/topics'
import { createAddressBook } from './narrow/address-book'
import type { AddressBook } from './narrow/address-book'
import { followMoves } from './navigation/follow-moves'
import { createNavigation } from './navigation/navigation'
import type { Navigation } from './navigation/navigation'
import { createAttention } from './notifications/attention'
import { createNotifications } from './notifications/notifications'
import type { Notifications } from './notifications/notifications'
import { createSound } from './notifications/sound'
import { createOverlays } from './overlays/overlays'
import type { Overlays } from './overlays/overlays'
import { createToasts } from './parts/toast/toasts'
import type { Toasts } from './parts/toast/toasts'
import { createWriting } from './send/writing'
import type { Writing } from './send/writing'
import { tellOwnPresence } from './presence/own-presence'
import { createStore } from './store/store'
import type { Store } from './store/store'
import { followTheme } from './theme/theme'

/** The long-lived parts of the app, made once somebody is logged in; each is handed what it needs. */
export interface App extends Writing {
  readonly store: Store
  readonly connection: Connection
  readonly messages: MessageCache
  readonly stretches: Stretches
  readonly reads: ReadMarks
  readonly topics: Topics
  readonly recents: Recents
  readonly feed: FeedFocus
  /** Who and what is meant by the words of addresses and searches. */
  readonly addressBook: AddressBook
  readonly navigation: Navigation
  readonly current: Current
  readonly unreadConversations: UnreadConversations
  readonly folds: Folds
  readonly streamOpener: StreamOpener
  readonly notifications: Notifications
  readonly overlays: Overlays
  readonly actions: MessageActions
  readonly keyboard: Keyboard
  readonly toasts: Toasts
  /** All emoji by name; fetched when it is first asked for. */
  loadEmojiTable(): Promise<EmojiTable>
  /** Says what the page must not be reloaded for, such as a text that is being typed. */
  keepPage(isNeeded: () => boolean): void
  logOut(): Promise<void>
}

/** @param start what the app goes on from, which belongs to it from now on */
export function createApp({ tabs, state }: Start, onLoggedOut: () => void): App {
  const ended = new AbortController()
  const store = createStore(state)
  const ownId = () => store.state.user_id
  const messages = createMessageCache()
  const pageLoads = createPageLoads(ownId, ended.signal)
  const stretches = createStretches(messages, pageLoads, () => store.state)
  const topics = createTopics()
  const addressBook = createAddressBook(() => store.state)
  const navigation = createNavigation(addressBook)

  const keyboard = createKeyboard(/mac|iphone|ipad/i.test(navigator.userAgent))
  keyboard.listen(document, ended.signal)
  const toasts = createToasts()
  ended.signal.addEventListener('abort', followTheme(store))

  const reads = createReadMarks(ownId, ended.signal)
  const writing = createWriting({
    store,
    ended: ended.signal,
    isHeld: (id) => messages.get(id) !== undefined,
    onUnheardMessage({ flags, ...message }) {
      stretches.apply([{ id: -1, type: 'message', message, flags }])
    },
  })

  const stopFollowing = effect(() => {
    const place = navigation.place.value
    writing.compose.visit(place.view === 'narrow' ? place.narrow : undefined)
  })
  ended.signal.addEventListener('abort', stopFollowing)

  const unreadConversations = createUnreadConversations(store)
  const current = createCurrent(navigation)
  const notifications = createNotifications({
    store,
    navigation,
    attention: createAttention(current.key, ended.signal),
    playSound: createSound(),
    isLeader: () => connection.isLeader.peek(),
  })

  function end(): void {
    if (ended.signal.aborted) return
    ended.abort()
    onLoggedOut()
  }

  const reloads = createReloads(ownVersion(), ended.signal)
  reloads.keepPage(writing.isBusy)
  const handlers = {
    stateNow: () => store.state,
    onEvents: (events) =>
      batch(() => {
        const isWhole = store.apply(events)
        stretches.apply(events)
        topics.apply(events)
        // What is shown of a message while it is sent goes in the moment in which it comes.
        writing.hear(events)
        followMoves(events, navigation)
        notifications.hear(events)
        reloads.hear(events)
        return isWhole
      }),
    onFreshState(fresh) {
      store.replace(fresh)
      void stretches.refetch()
      topics.refetch()
      writing.resync()
      reloads.compare(fresh)
    },
    onLoggedOut: end,
    onOtherAccount: () => location.reload(),
  } satisfies ConnectionHandlers
  const connection = createConnection(tabs, handlers, ended.signal)
  writing.follow(connection)
  tellOwnPresence({ store, isLeader: connection.isLeader, ended: ended.signal })

  return {
    ...writing,
    store,
    connection,
    messages,
    stretches,
    reads,
    topics,
    recents: createRecents(messages, stretches, ownId),
    feed: createFeedFocus(),
    addressBook,
    navigation,
    current,
    notifications,
    unreadConversations,
    streamOpener: createStreamOpener({ store, topics, navigation, toasts, unreadConversations }),
    folds: createFolds(),
    overlays: createOverlays(),
    actions: createMessageActions({
      toasts,
      navigation,
      reads,
      compose: writing.compose,
      stateNow: () => store.state,
    }),
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

/** Of the page that runs, as the build wrote it. */
function ownVersion(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name=parley-version]')?.content
}

export const AppContext = createContext<App | undefined>(undefined)

/** The app that the component is part of. */
export function useApp(): App {
  const app = useContext(AppContext)
  if (!app) throw new Error('No app is around this component.')
  return app
}
