import { viewNames, views } from '../views'
import type { ViewName } from '../views'

/**
 * The only table of keyboard shortcuts, with those of the table of views. Components attach handlers by `useKey`; the
 * help lists this table in its order, with the texts of `t.keys` and `t.views`.
 *
 * A key is the typed character (`j`, `?`) or the browser's name for it (`ArrowDown`), with `Shift+` before letters
 * and named keys, and `Mod+` for Ctrl (⌘ on a Mac).
 */
export interface KeyBinding {
  readonly section: KeySection
  readonly keys: readonly string[]
  /** Whether the shortcut also works while a field has the focus. */
  readonly inFields?: boolean
}

export const keySections = ['general', 'going', 'reading', 'message', 'writing'] as const
export type KeySection = (typeof keySections)[number]

/** The shortcuts of the table of views. */
function bindingsOfViews(): Record<ViewName, KeyBinding> {
  const bindings = viewNames.map((name) => [name, { section: 'going', keys: views[name].keys }])
  return Object.fromEntries(bindings) as Record<ViewName, KeyBinding>
}

const table = {
  help: { section: 'general', keys: ['?'] },
  switcher: { section: 'general', keys: ['Mod+k'], inFields: true },
  search: { section: 'general', keys: ['/'] },
  filterStreams: { section: 'general', keys: ['q'] },
  filterPeople: { section: 'general', keys: ['w'] },
  mainMenu: { section: 'general', keys: ['g'] },
  out: { section: 'general', keys: ['Escape'], inFields: true },

  ...bindingsOfViews(),
  nextUnreadTopic: { section: 'going', keys: ['n'] },
  nextUnreadPrivate: { section: 'going', keys: ['p'] },
  previousStream: { section: 'going', keys: ['Shift+a'] },
  nextStream: { section: 'going', keys: ['Shift+d'] },
  streamOrTopic: { section: 'going', keys: ['s'] },
  topics: { section: 'going', keys: ['y'] },

  nextMessage: { section: 'reading', keys: ['j', 'ArrowDown'] },
  previousMessage: { section: 'reading', keys: ['k', 'ArrowUp'] },
  pageDown: { section: 'reading', keys: ['PageDown'] },
  pageUp: { section: 'reading', keys: ['PageUp'] },
  firstMessage: { section: 'reading', keys: ['Home'] },
  lastMessage: { section: 'reading', keys: ['End'] },

  quote: { section: 'message', keys: ['>'] },
  edit: { section: 'message', keys: ['e'] },
  move: { section: 'message', keys: ['m'] },
  react: { section: 'message', keys: [':'] },
  thumbsUp: { section: 'message', keys: ['+'] },
  star: { section: 'message', keys: ['Mod+s'] },
  unreadFromHere: { section: 'message', keys: ['Shift+u'] },
  sender: { section: 'message', keys: ['u'] },
  messageMenu: { section: 'message', keys: ['i'] },

  reply: { section: 'writing', keys: ['r', 'Enter'] },
  newTopic: { section: 'writing', keys: ['c'] },
  newPrivate: { section: 'writing', keys: ['x'] },
  sendLater: { section: 'writing', keys: ['Mod+Shift+Enter'], inFields: true },
} as const satisfies Readonly<Record<string, KeyBinding>>

export type KeyName = keyof typeof table

export const keyTable: Readonly<Record<KeyName, KeyBinding>> = table
export const keyNames = Object.keys(table) as readonly KeyName[]
