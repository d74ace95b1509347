import type { ReadonlySignal, Signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Connection } from '../data/connection/connection'
import type { EventListeners } from '../data/connection/listeners'
import type { Conversations } from '../data/conversations/conversations'
import type { EmojiTable } from '../data/emoji/table'
import type { Keyboard } from '../lib/keyboard/keyboard'
import type { MessageActions } from '../data/messages/actions'
import type { Reading } from '../data/messages/reading'
import type { AddressBook } from '../data/narrow/address-book'
import type { Navigation } from '../data/navigation/navigation'
import type { Overlays } from '../data/overlays/overlays'
import type { Toasts } from '../lib/toasts'
import type { Writing } from '../data/send/writing'
import type { SettingRow } from '../data/switcher/setting-row'
import type { Store } from '../data/store/store'

/** The long-lived parts of the app, as its components get them; create-app.ts makes them. */
export interface App extends Reading, Conversations {
  readonly store: Store
  readonly connection: Connection
  /** Events as they arrive, for screens that hold data outside the store. */
  readonly events: EventListeners
  /** Resolves names of streams and users in addresses and searches. */
  readonly addressBook: AddressBook
  readonly navigation: Navigation
  readonly overlays: Overlays
  readonly actions: MessageActions
  /** Compose box, outbox and drafts; undefined until the lazy chunk is loaded. */
  readonly writing: ReadonlySignal<Writing | undefined>
  readonly keyboard: Keyboard
  readonly toasts: Toasts
  /** Name of the open part of a settings area, for the page title. */
  readonly title: Signal<string | undefined>
  /** All emoji by name; fetched on the first call. */
  loadEmojiTable(): Promise<EmojiTable>
  /** The rows of all settings pages; fetches the chunk of the settings areas. @throws Error if it cannot be fetched */
  loadSettingRows(): Promise<readonly SettingRow[]>
  /** Registers a check that blocks reloads of the page while it returns true, such as during typing. */
  keepPage(isNeeded: () => boolean): void
  /** Calls a function that reloads the page, until it does so, whenever no input can be lost. */
  whenUnneeded(reload: () => void, isImmediate: boolean): void
  /** Counts the unsent and draft texts that exist only in this browser. */
  countTextsOnlyHere(): Promise<number>
  /** Removes the reader's data from this browser. @throws as `call`; nothing has changed then */
  logOut(): Promise<void>
}

export const AppContext = createContext<App | undefined>(undefined)

/** The app that contains the component. */
export function useApp(): App {
  const app = useContext(AppContext)
  if (!app) throw new Error('No app is around this component.')
  return app
}
