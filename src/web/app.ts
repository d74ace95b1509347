import type { ReadonlySignal, Signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Connection } from './connection/connection'
import type { EventListeners } from './connection/listeners'
import type { Conversations } from './conversations/conversations'
import type { EmojiTable } from './emoji/table'
import type { Keyboard } from './keyboard/keyboard'
import type { MessageActions } from './messages/actions'
import type { Reading } from './messages/reading'
import type { AddressBook } from './narrow/address-book'
import type { Navigation } from './navigation/navigation'
import type { Notifications } from './notifications/notifications'
import type { Overlays } from './overlays/overlays'
import type { Toasts } from './parts/toast/toasts'
import type { Writing } from './send/writing'
import type { Store } from './store/store'

/** The long-lived parts of the app, as its components get them; create-app.ts makes them. */
export interface App extends Reading, Conversations {
  readonly store: Store
  readonly connection: Connection
  /** Events as they come, for screens that hold more than the store does. */
  readonly events: EventListeners
  /** Who and what is meant by the words of addresses and searches. */
  readonly addressBook: AddressBook
  readonly navigation: Navigation
  readonly notifications: Notifications
  readonly overlays: Overlays
  readonly actions: MessageActions
  /** What it takes to write; it comes after the first screen. */
  readonly writing: ReadonlySignal<Writing | undefined>
  readonly keyboard: Keyboard
  readonly toasts: Toasts
  /** What a room says of its part that is shown, for the title of the page. */
  readonly title: Signal<string | undefined>
  /** All emoji by name; fetched when it is first asked for. */
  loadEmojiTable(): Promise<EmojiTable>
  /** Says what the page must not be reloaded for, such as a text that is being typed. */
  keepPage(isNeeded: () => boolean): void
  /** Of what the reader wrote, how many texts would be lost with this browser's copy. */
  countTextsOnlyHere(): Promise<number>
  /** Leaves nothing of the reader's in this browser. @throws as `call`; nothing has changed then */
  logOut(): Promise<void>
}

export const AppContext = createContext<App | undefined>(undefined)

/** The app that the component is part of. */
export function useApp(): App {
  const app = useContext(AppContext)
  if (!app) throw new Error('No app is around this component.')
  return app
}
