import type { IconName } from './icon-names'

/** A view across all conversations, as the table describes it. */
interface View {
  readonly icon: IconName
  /** Shortcut; empty for a view without one. */
  readonly keys: readonly string[]
  /** The messages of a view that is a narrow; a view without a narrow has a screen of its own. */
  readonly narrow?: readonly { readonly operator: 'is'; readonly operand: string }[]
  /** Value of the setting `web_home_view` that makes the view the start page, also a word for its address. */
  readonly homeView?: 'inbox' | 'recent' | 'all_messages'
  /** Word for the address in older links. */
  readonly oldWord?: string
  /** Whether the sidebar lists the view only while it holds something. */
  readonly hidesEmpty?: boolean
}

/**
 * The only table of these views. The sidebar, the switcher, the shortcuts and their help list it in its order, with
 * the names of `t.views`. The name of a view is also the word of its address.
 */
const table = {
  inbox: { icon: 'inbox', keys: ['Shift+i'], homeView: 'inbox' },
  recent: { icon: 'clock', keys: ['t'], homeView: 'recent', oldWord: 'recent_topics' },
  feed: { icon: 'layers', keys: ['a'], narrow: [], homeView: 'all_messages' },
  mentions: { icon: 'at-sign', keys: [], narrow: [{ operator: 'is', operand: 'mentioned' }] },
  starred: { icon: 'star', keys: ['*'], narrow: [{ operator: 'is', operand: 'starred' }] },
  drafts: { icon: 'file-pen', keys: ['d'] },
  scheduled: { icon: 'calendar-clock', keys: [], hidesEmpty: true },
} as const satisfies Readonly<Record<string, View>>

type Table = typeof table
export type ViewName = keyof Table
/** The views with a screen of their own. */
export type SimpleView = {
  [Name in ViewName]: Table[Name] extends { narrow: unknown } ? never : Name
}[ViewName]

export const views: Readonly<Record<ViewName, View>> = table
export const viewNames = Object.keys(table) as readonly ViewName[]

export const isSimpleView = (name: ViewName): name is SimpleView => !views[name].narrow

/** The views that may be the start page, with the value of `web_home_view` for each. */
export const homeViews = viewNames.flatMap((name) => {
  const { homeView } = views[name]
  return homeView === undefined ? [] : [[homeView, name] as const]
})
