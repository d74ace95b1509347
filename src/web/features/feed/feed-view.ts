import { computed, effect, signal } from '@preact/signals'
import type { ReadonlySignal, Signal } from '@preact/signals'
import { reusingRows, rowsOf } from '../../data/messages/feed-rows'
import type { FeedRow } from '../../data/messages/feed-rows'
import {
  isAtNewest,
  movedWindow,
  rowsAtOnce,
  spanOf,
  wantedDirection,
  wantsPage,
  windowAround,
  windowAtNewest,
} from '../../data/messages/feed-window'
import type { FeedWindow } from '../../data/messages/feed-window'
import type { MessageCache } from '../../data/messages/cache'
import { isUnread } from '../../data/records/message'
import type { Message } from '../../data/records/message'
import type { Stretch } from '../../data/messages/stretch'
import { indexOfId } from '../../data/messages/stretch-state'
import type { Conversation } from '../../data/records/conversation'
import type { ReadingPosition } from '../../data/navigation/navigation'
import { createRowFocus, marginPixels } from './row-focus'
import type { RowFocus } from './row-focus'
import { createScrollKeeper } from './scroll-keeper'
import type { Look, ScrollKeeper } from './scroll-keeper'
import type { Opening } from './opening'
import { createTopConversation } from './top-conversation'
import type { TopConversation } from './top-conversation'
import { readIn } from './use-seen'
import type { OnSeen } from './use-seen'

/** Rows of a feed and the reader's position in it. */
export interface FeedView {
  readonly rows: ReadonlySignal<readonly FeedRow[]>
  /** Index of the first row among all cached messages of the stretch. */
  readonly firstPlace: ReadonlySignal<number>
  /** Changes with the ends of the stretch, and while there are fewer messages below the rows than can be added at once. */
  readonly ends: ReadonlySignal<string>
  /** Whether the reader is at the newest message. */
  readonly isAtEnd: ReadonlySignal<boolean>
  /** Number of messages of other users below the view. */
  readonly arrived: ReadonlySignal<number>
  /** Conversation of the topmost visible row, and its day. */
  readonly topConversation: TopConversation['conversation']
  /** Starts following scroll and size changes. @returns a function that stops it */
  attach(scroller: HTMLElement, list: HTMLElement): () => void
  /** Restores the position after rows were added or removed; call it before the browser paints. */
  settle(): void
  toNewest(): Promise<void>
  toOldest(): Promise<void>
  /** Moves the current message by one. @returns false at the end of the rows */
  step(by: 1 | -1): boolean
  /** Scrolls by nearly one view height. */
  page(by: 1 | -1): void
}

export interface FeedViewOptions {
  readonly cache: MessageCache
  readonly stretch: Stretch
  readonly opening: Opening
  readonly isInterleaved: boolean
  readonly ownId: number
  readonly current: Signal<number | undefined>
  /** Newest message id in the whole history. */
  newestId(): number
  conversationOf(message: Message): Conversation
  /** Called while the window is visible and focused. */
  readonly onSeen: OnSeen
  onPosition(position: ReadingPosition): void
}

/** Delay before pages around the first rows are fetched, so that the first rows are painted first. */
const firstPagesAfterMs = 100

/** Share of the view shown above the opening message, as context. */
const contextShare = 0.25

export function createFeedView(options: FeedViewOptions): FeedView {
  const { cache, stretch, opening, isInterleaved, ownId, current } = options
  const firstUnreadId = signal(opening.firstUnreadId)
  const window = signal<FeedWindow | undefined>(windowAround(stretch.state.peek(), opening.id))
  const isAtEnd = signal(false)
  const topConversation = createTopConversation()
  /** Newest message id when the feed was opened, or when the reader was last at the end. */
  const knownNewest = signal(options.newestId())
  let keeper: ScrollKeeper | undefined
  let focus: RowFocus | undefined
  let isPlaced = false
  /** True once the first rows are painted; only then are further pages fetched. */
  let isDrawn = false

  const span = computed(() => {
    const held = stretch.state.value
    return window.value ? spanOf(held, window.value) : { start: 0, end: 0 }
  })

  let rowsBefore: readonly FeedRow[] = []
  const rows = computed(() => {
    const { ids } = stretch.state.value
    const { start, end } = span.value
    const messages = ids
      .slice(start, end)
      .map((id) => cache.read(id))
      .filter((message) => message !== undefined)
    const previous = start > 0 ? cache.get(ids[start - 1] ?? 0) : undefined
    const found = rowsOf(messages, previous, {
      isInterleaved,
      firstUnreadId: firstUnreadId.value,
      ownId,
    })
    return (rowsBefore = reusingRows(found, rowsBefore))
  })

  const arrived = computed(() => {
    const { ids, foundNewest } = stretch.state.value
    if (!foundNewest || isAtEnd.value) return 0
    const fresh = ids.slice(indexOfId(ids, knownNewest.value + 1))
    return fresh.filter((id) => cache.get(id)?.sender_id !== ownId).length
  })

  const isThere = () => document.visibilityState === 'visible' && document.hasFocus()

  /** Runs on each change of the stretch. */
  function follow(): void {
    const held = stretch.state.value
    const before = window.peek()
    if (!before || spanOf(held, before).end === spanOf(held, before).start) {
      const near = keeper?.position()?.id ?? before?.firstId ?? held.ids.at(-1) ?? 0
      window.value = windowAround(held, near)
    } else if (keeper?.isAtEnd() === true) {
      const newest = held.ids.at(-1) ?? 0
      if (newest > before.lastId) noteUnseen(held.ids.slice(indexOfId(held.ids, before.lastId + 1)))
      window.value = windowAtNewest(held, before)
    }
    loadPages()
  }

  /**
   * While the window is not visible and focused, marks the first new message as unread boundary, which then stays in
   * view.
   */
  function noteUnseen(ids: readonly number[]): void {
    if (isThere()) return
    const marked = firstUnreadId.peek()
    const isMarkSeen = marked === undefined || !isUnreadNow(marked)
    const first = ids.find(isUnreadNow)
    if (isMarkSeen && first !== undefined) firstUnreadId.value = first
  }

  function isUnreadNow(id: number): boolean {
    const message = cache.get(id)
    return message !== undefined && isUnread(message)
  }

  function loadPages(): void {
    const held = stretch.state.peek()
    const shown = window.peek()
    if (!shown || !isDrawn) return
    if (wantsPage(held, shown, 'up')) void stretch.loadOlder()
    if (wantsPage(held, shown, 'down')) void stretch.loadNewer()
  }

  function placeFirst(): void {
    if (!keeper || isPlaced) return
    if (opening.offset === 'end') keeper.goToEnd()
    else {
      const height = keeper.look().viewHeight
      const offset = opening.offset ?? Math.round(height * contextShare)
      if (!keeper.place(opening.id, offset)) keeper.goToEnd()
    }
    isPlaced = true
    current.value = keeper.position()?.id
    if (opening.offset === undefined && keeper.find(opening.id)) current.value = opening.id
  }

  /**
   * Runs after each change of the view: names the conversation, stores the position, marks as read, moves the window
   * and loads pages.
   */
  function look(): void {
    if (!keeper || !isPlaced) return
    const seen = keeper.look()
    const held = stretch.state.peek()
    isAtEnd.value = keeper.isAtEnd()
    if (isAtEnd.peek()) knownNewest.value = options.newestId()
    if (isInterleaved) topConversation.name(conversationAbove(seen))
    const position = keeper.position()
    if (position) options.onPosition(position)
    if (isThere()) options.onSeen(readIn(seen), isAtEnd.peek())
    if (seen.hasScrolled) focus?.awaitRest()
    const shown = window.peek()
    const direction = shown && wantedDirection(held, shown, seen)
    if (shown && direction) window.value = movedWindow(held, shown, direction)
    loadPages()
  }

  /** Conversation and day of the topmost row, or undefined if the row's own heading is in view. */
  function conversationAbove({ rows: [first] }: Look) {
    const message = first && first.top < 0 ? cache.get(first.id) : undefined
    if (!message) return undefined
    const { id: near, timestamp: sentAt } = message
    return { conversation: options.conversationOf(message), near, sentAt }
  }

  function settle(): void {
    placeFirst()
    const unseen = firstUnreadId.peek()
    if (keeper?.isAtEnd() === true && !isThere() && unseen !== undefined && isUnreadNow(unseen)) {
      keeper.goToEnd(unseen)
    } else keeper?.settle()
    focus?.keep()
    look()
  }

  /** Moves to the newest or oldest message. */
  async function jump(end: 'newest' | 'oldest'): Promise<void> {
    const held = stretch.state.peek()
    const isHeld = end === 'newest' ? held.foundNewest : held.foundOldest
    if (!isHeld && (await stretch.open(end)) === undefined) return
    const found = stretch.state.peek()
    const id = found.ids.at(end === 'newest' ? -1 : 0)
    if (id === undefined) return
    current.value = id
    focus?.moveTo(id)
    window.value = windowAround(found, id)
    afterNextDrawing = () => {
      focus?.keep()
      if (end === 'newest') keeper?.goToEnd()
      else keeper?.place(id, marginPixels)
      look()
    }
    // If the rows are unchanged, nothing is rendered and `settle` is not called.
    setTimeout(drawn)
  }

  let afterNextDrawing: (() => void) | undefined

  function drawn(): void {
    const act = afterNextDrawing
    afterNextDrawing = undefined
    act?.()
  }

  return {
    rows,
    firstPlace: computed(() => span.value.start),
    ends: computed(() => {
      const { ids, foundOldest, foundNewest } = stretch.state.value
      return `${foundOldest} ${foundNewest} ${Math.min(rowsAtOnce, ids.length - span.value.end)}`
    }),
    isAtEnd,
    arrived,
    topConversation: topConversation.conversation,

    attach(scroller, list) {
      keeper = createScrollKeeper(scroller, list, () => {
        const shown = window.peek()
        return shown !== undefined && isAtNewest(stretch.state.peek(), shown)
      })
      const ended = new AbortController()
      const { signal: until } = ended
      focus = createRowFocus({
        ...{ scroller, list, keeper, current, until },
        shownIds: () => stretch.state.peek().ids.slice(span.peek().start, span.peek().end),
        hasMessage: (id) => stretch.state.peek().ids.includes(id),
      })
      scroller.addEventListener('scroll', look, { passive: true, signal: until })
      addEventListener('focus', look, { signal: until })
      document.addEventListener('visibilitychange', look, { signal: until })
      const sizes = new ResizeObserver(settle)
      sizes.observe(scroller)
      sizes.observe(list)
      const stopFollowing = effect(follow)
      const drawing = setTimeout(() => {
        isDrawn = true
        loadPages()
      }, firstPagesAfterMs)
      return () => {
        ended.abort()
        clearTimeout(drawing)
        sizes.disconnect()
        stopFollowing()
        topConversation.stop()
        keeper = focus = undefined
        current.value = undefined
      }
    },

    settle() {
      settle()
      drawn()
    },
    toNewest: () => jump('newest'),
    toOldest: () => jump('oldest'),
    step: (by) => focus?.step(by) ?? false,
    page: (by) => focus?.page(by),
  }
}
