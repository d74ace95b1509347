import type { Page } from 'playwright-core'
import type { ProbedWindow } from './probe'

/** An element that has the focus. */
interface Focus {
  /** The number of the element; 0 for the page itself. */
  element: number
  /** Its role and name, for reports. */
  name: string
  kind: 'page' | 'compose' | 'editor' | 'field' | 'row' | 'other'
  /** Id of the message whose row it is, or 0. */
  messageId: number
  /** Whether it is in the sidebar, where keys scroll, and buttons and the filter change the rows. */
  isInSidebar: boolean
  value: string
  /** The selected part of the value. */
  start: number
  end: number
}

/** A message of the feed, with the position of its content below the upper edge of the view. */
interface PlacedRow {
  id: number
  top: number
}

export interface FeedLook {
  element: number
  viewHeight: number
  /** Pixels of the list below the view. */
  below: number
  /** Rows whose content begins in view. */
  inView: PlacedRow[]
  /** The last row of the list: its message, or an own one that waits. */
  last: { id: number; top: number; bottom: number } | undefined
}

/** The page between two steps. */
export interface Look {
  hash: string
  title: string
  /** Place of the current entry in the browser's history. */
  entry: number
  focus: Focus
  /** Names of the open dialogs and drawers, the lowest first. */
  dialogs: string[]
  popovers: number
  feed: FeedLook | undefined
  /** Names of rows of the sidebar that are marked as chosen and cannot be seen. */
  hiddenChoices: string[]
  /** Whether the sidebar shows all of its rows. */
  hasSidebar: boolean
  /** Unread counts that the sidebar shows, by stream, and `inbox`; empty without a sidebar. */
  counts: Record<string, number>
  /** Texts in fields of messages, and in the browser's storage. */
  kept: string
  /** The text of the compose box, of the drafts and of the outbox. */
  unsent: string
  /** Whether there is a compose box to type into. */
  hasBox: boolean
  /** The text of the compose box. */
  composed: string
  faults: string[]
}

export function lookAt(page: Page): Promise<Look> {
  return page.evaluate(look)
}

/** Runs in the page. */
function look(): Look {
  const { walkProbe: probe } = globalThis as unknown as ProbedWindow
  const faults: string[] = []
  for (const key of probe.takenKeys.splice(0))
    faults.push(`a field had the focus, and "${key}" ran a shortcut`)

  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 50)

  function kindOfField(field: Element): 'compose' | 'editor' | 'field' {
    if (!field.matches('textarea')) return 'field'
    return field.closest('form[aria-label="Compose"]') ? 'compose' : 'editor'
  }

  function lookAtFocus(): Focus {
    const element = document.activeElement
    const none = {
      element: 0,
      name: 'the page',
      kind: 'page',
      messageId: 0,
      isInSidebar: false,
      value: '',
      start: 0,
      end: 0,
    } as const
    if (!element || element === document.body) return none
    const field =
      element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
        ? element
        : undefined
    const isText = field !== undefined && field.selectionStart !== null
    const row =
      element instanceof HTMLElement && element.matches('[data-message-id]') ? element : undefined
    const numbered = {
      element: probe.numberOf(element),
      name: `${element.getAttribute('role') ?? element.localName} "${nameOf(element)}"`,
      kind: isText ? kindOfField(field) : row ? 'row' : 'other',
      messageId: Number(row?.dataset['messageId'] ?? 0),
      isInSidebar: sidebar?.contains(element) === true,
    } as const
    if (!isText) return { ...numbered, value: '', start: 0, end: 0 }
    return {
      ...numbered,
      value: field.value,
      start: field.selectionStart ?? 0,
      end: field.selectionEnd ?? 0,
    }
  }

  function lookAtFeed(): FeedLook | undefined {
    const list = document.querySelector('main [role="feed"]')
    const scroller = list?.parentElement
    if (!list || !scroller) return undefined
    const view = scroller.getBoundingClientRect()
    const topOf = (row: Element) =>
      (row.querySelector('[data-content]') ?? row).getBoundingClientRect().top - view.top
    const rows = [...list.querySelectorAll<HTMLElement>(':scope > [data-message-id]')]
    const inView = rows
      .map((row) => ({ id: Number(row.dataset['messageId']), top: topOf(row) }))
      .filter(({ top }) => top >= 0 && top < view.height)
    const last = list.lastElementChild
    const box = last?.getBoundingClientRect()
    return {
      element: probe.numberOf(list),
      viewHeight: view.height,
      below: scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop,
      inView,
      last:
        last instanceof HTMLElement && box
          ? {
              id: Number(last.dataset['messageId'] ?? 0),
              top: box.top - view.top,
              bottom: box.bottom - view.top,
            }
          : undefined,
    }
  }

  const sidebar = [...document.querySelectorAll('nav')].find(
    (nav) => isShown(nav) && nav.querySelector('a[aria-label="Inbox"]'),
  )

  function findHiddenChoices(): string[] {
    if (!sidebar) return []
    const view = sidebar.getBoundingClientRect()
    const edge = sidebar.firstElementChild?.getBoundingClientRect().bottom ?? view.top
    return [...sidebar.querySelectorAll('[aria-current="page"]')]
      .filter(isShown)
      .filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return top < edge - 1 || bottom > view.bottom + 1
      })
      .map(nameOf)
  }

  function readCounts(): Record<string, number> {
    if (!sidebar) return {}
    const countIn = (row: Element | null) =>
      Number.parseInt(row?.querySelector<HTMLElement>('[data-count]')?.dataset['count'] ?? '0', 10)
    const counts: Record<string, number> = {
      inbox: countIn(sidebar.querySelector('a[aria-label="Inbox"]')),
    }
    for (const row of sidebar.querySelectorAll<HTMLElement>('[data-focus-key^="stream "]')) {
      counts[row.dataset['focusKey'] ?? ''] = countIn(row.querySelector(':scope > div > a'))
    }
    return counts
  }

  function findOverlaps(): void {
    const compose = document.querySelector('form[aria-label="Compose"]')
    const scroller = document.querySelector('main [role="feed"]')?.parentElement
    if (!compose || !scroller || !isShown(compose)) return
    const over = scroller.getBoundingClientRect().bottom - compose.getBoundingClientRect().top
    if (over > 1) faults.push(`the compose box covers ${Math.round(over)} px of the feed`)
    const under = compose.getBoundingClientRect().bottom - innerHeight
    if (under > 1) faults.push(`the compose box is ${Math.round(under)} px below the window`)
  }

  const stored = (names: RegExp): string =>
    Object.keys(localStorage)
      .filter((name) => names.test(name))
      .map((name) => localStorage.getItem(name) ?? '')
      .join('\n')
  const fields = [...document.querySelectorAll('textarea')].map(({ value }) => value).join('\n')

  const box = document.querySelector<HTMLTextAreaElement>('form[aria-label="Compose"] textarea')
  const { scrollWidth } = document.documentElement
  const pageWidth = Math.ceil(visualViewport?.width ?? innerWidth)
  if (scrollWidth > pageWidth)
    faults.push(`the page is ${scrollWidth} px wide in a window of ${pageWidth} px`)
  findOverlaps()
  return {
    hash: location.hash,
    title: document.title,
    entry:
      (globalThis as unknown as { navigation: { currentEntry: { index: number } | null } })
        .navigation.currentEntry?.index ?? 0,
    focus: lookAtFocus(),
    dialogs: [...document.querySelectorAll('dialog[open]')].map(
      (dialog) => nameOf(dialog.querySelector('h2') ?? dialog) || 'unnamed',
    ),
    popovers: document.querySelectorAll(':popover-open').length,
    feed: lookAtFeed(),
    hiddenChoices: findHiddenChoices(),
    hasSidebar: sidebar !== undefined,
    counts: readCounts(),
    kept: `${fields}\n${stored(/^parley\./)}`,
    unsent: `${box?.value ?? ''}\n${stored(/^parley\.(drafts|outbox)/)}`,
    hasBox: box !== null,
    composed: box?.value ?? '',
    faults,
  }
}
