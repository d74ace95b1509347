/*
 * Keeps the visible rows in place while rows are added and removed. Browser scroll anchoring is turned off
 * (feed.module.css): one browser lacks it, the others do not anchor at the top of the page, and both mechanisms
 * together conflict.
 */

/** A row in view. */
interface SeenRow {
  readonly id: number
  readonly element: HTMLElement
  /** Distance from the upper edge of the view, in pixels. */
  readonly top: number
  readonly bottom: number
}

/** Result of one reading of the layout. */
export interface Look {
  /** Visible rows, top to bottom. */
  readonly rows: readonly SeenRow[]
  readonly viewHeight: number
  /** Pixels outside of the view. */
  readonly above: number
  readonly below: number
  readonly height: number
  /** Whether the reader has scrolled since the last call of `look`. */
  readonly hasScrolled: boolean
}

export interface ScrollKeeper {
  /** Reads the layout once. If the reader has scrolled, remembers the positions of the visible rows. */
  look(): Look
  /** Call after a change of the rows: restores the remembered position. */
  settle(): void
  /** Whether the reader is at the newest message; {@link settle} then stays there. */
  isAtEnd(): boolean
  /** Places the content of a message `offset` pixels below the upper edge. @returns false if it has no row */
  place(id: number, offset: number): boolean
  /** Scrolls to show a message with the focus, which is no scrolling of the reader. */
  scrollBy(pixels: number): void
  /** @param topmostId a message that must stay in view, though the end would push it out */
  goToEnd(topmostId?: number): void
  /** Position of the reader: a message, and the distance of its content from the upper edge. */
  position(): Anchor | undefined
  find(id: number): HTMLElement | undefined
}

interface Anchor {
  readonly id: number
  readonly offset: number
}

/**
 * Within this distance, the reader counts as being at the end: the space below the last row (`.list` of
 * feed.module.css) and a bit of that row.
 */
const endPixels = 32
/** Number of remembered rows after the first: if one is removed, the next takes its place. */
const maxAnchors = 4
/** Smaller moves are rounding errors of layout. */
const leastMove = 1 / 32

/**
 * @param scroller the scrolling element
 * @param list its rows, elements with `data-message-id`; `data-content` inside marks the part that must not move
 * @param isNewestShown whether the last row is the newest message
 */
export function createScrollKeeper(
  scroller: HTMLElement,
  list: HTMLElement,
  isNewestShown: () => boolean,
): ScrollKeeper {
  let anchors: Anchor[] = []
  let isAtEnd = false
  /** Scroll position after the last `look` or own move. */
  let knownTop = scroller.scrollTop
  let padding = 0

  const find = (id: number) =>
    list.querySelector<HTMLElement>(`:scope > [data-message-id="${id}"]`) ?? undefined

  const edge = () => scroller.getBoundingClientRect().top

  function contentTop(row: HTMLElement): number {
    return (row.querySelector('[data-content]') ?? row).getBoundingClientRect().top
  }

  const maxTop = () => scroller.scrollHeight - scroller.clientHeight

  const showsEnd = (below: number) => below <= endPixels && isNewestShown()

  function moveTo(top: number): void {
    scroller.scrollTop = top
    knownTop = scroller.scrollTop
  }

  /**
   * Scroll positions are whole pixels, and row heights are fractional. The remainder becomes a margin above the rows,
   * so that rows do not jump by fractions.
   */
  function moveExactlyTo(top: number): void {
    const unpadded = top - padding
    moveTo(Math.ceil(unpadded))
    padding = Math.ceil(unpadded) - unpadded
    list.style.marginBlockStart = `${padding}px`
  }

  function rowsInView(upper: number, lower: number): SeenRow[] {
    const { children } = list
    const boxOf = (index: number) => children[index]?.getBoundingClientRect()
    let [low, high] = [0, children.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((boxOf(middle)?.bottom ?? Infinity) <= upper) low = middle + 1
      else high = middle
    }
    const rows: SeenRow[] = []
    for (let index = low; index < children.length; index += 1) {
      const element = children[index] as HTMLElement
      const { top, bottom } = element.getBoundingClientRect()
      if (top >= lower) break
      const id = Number(element.dataset['messageId'])
      if (id > 0) rows.push({ id, element, top: top - upper, bottom: bottom - upper })
    }
    return rows
  }

  function remember(rows: readonly SeenRow[], upper: number): void {
    const seen = rows.slice(0, maxAnchors + 1)
    const found = seen.map(({ id, element }) => ({ id, offset: contentTop(element) - upper }))
    // Prefer anchors whose beginning is in view: a row that begins above may change its height unnoticed.
    const inView = found.filter(({ offset }) => offset >= 0)
    anchors = inView.length > 0 ? inView : found
  }

  /** Rows may have moved against the one that stayed in place, and one of them may have to take its place. */
  function placeOthers(keptId: number, byReader: number): void {
    const upper = edge()
    anchors = anchors.map((anchor) => {
      const row = anchor.id === keptId ? undefined : find(anchor.id)
      return row ? { id: anchor.id, offset: contentTop(row) - upper + byReader } : anchor
    })
  }

  function goTo(top: number): void {
    moveTo(top)
    stay()
  }

  /** Remembers the place to which the scroller was moved. */
  function stay(): void {
    const upper = edge()
    remember(rowsInView(upper, upper + scroller.clientHeight), upper)
    isAtEnd = showsEnd(maxTop() - knownTop)
  }

  return {
    find,

    look() {
      const { scrollTop, scrollHeight, clientHeight } = scroller
      const upper = edge()
      const rows = rowsInView(upper, upper + clientHeight)
      const below = scrollHeight - clientHeight - scrollTop
      // If the content became shorter, the browser scrolled, not the reader.
      const isCutOff = scrollTop < knownTop && below < 1
      const hasScrolled = Math.abs(scrollTop - knownTop) >= 1 && !isCutOff
      const isElsewhere = hasScrolled || anchors.length === 0
      if (isElsewhere) remember(rows, upper)
      // The view can reach the end by growing, too.
      isAtEnd = showsEnd(below) || (isAtEnd && !isElsewhere)
      knownTop = scrollTop
      const extent = { above: scrollTop, below, height: scrollHeight }
      return { rows, viewHeight: clientHeight, ...extent, hasScrolled }
    },

    settle() {
      const top = scroller.scrollTop
      // If the content became shorter, the browser scrolled, not the reader.
      const isCutOff = top >= maxTop()
      const byReader = isCutOff ? 0 : top - knownTop
      if (isAtEnd && byReader === 0) return moveTo(maxTop())
      const upper = edge()
      for (const { id, offset } of anchors) {
        const row = find(id)
        if (!row) continue
        const moved = contentTop(row) - upper - (offset - byReader)
        if (Math.abs(moved) >= leastMove) moveExactlyTo(top + moved)
        // Kept at the difference, so that the next `look` still detects the reader's scrolling.
        knownTop = scroller.scrollTop - byReader
        placeOthers(id, byReader)
        return
      }
    },

    isAtEnd: () => isAtEnd,

    place(id, offset) {
      const row = find(id)
      if (!row) return false
      moveExactlyTo(scroller.scrollTop + contentTop(row) - edge() - offset)
      stay()
      return true
    },

    scrollBy: (pixels) => goTo(scroller.scrollTop + pixels),

    goToEnd(topmostId) {
      const row = topmostId === undefined ? undefined : find(topmostId)
      const highest = row ? scroller.scrollTop + row.getBoundingClientRect().top - edge() : Infinity
      goTo(Math.min(maxTop(), highest))
    },

    position: () => anchors[0],
  }
}
