/*
 * Keeps still what the reader reads while rows come and go around it. The browsers' own anchoring is
 * turned off (feed.module.css): one has none, the others have none at the top of the page, and two that
 * correct each other do not end well.
 */

/** A row in view. */
export interface SeenRow {
  readonly id: number
  readonly element: HTMLElement
  /** From the upper edge of the view, in pixels. */
  readonly top: number
  readonly bottom: number
}

/** What one look at the page tells. */
export interface Look {
  /** Rows in view, from above. */
  readonly rows: readonly SeenRow[]
  readonly viewHeight: number
  /** Pixels beyond the view. */
  readonly above: number
  readonly below: number
  readonly height: number
  /** Whether the reader has scrolled since the last look. */
  readonly hasScrolled: boolean
}

export interface ScrollKeeper {
  /** Reads the layout, once, and remembers what is where if the reader has scrolled. */
  look(): Look
  /** After the rows have changed: puts what the reader reads where it was. */
  settle(): void
  /** Whether the reader is at the newest message; {@link settle} then keeps them there. */
  isAtEnd(): boolean
  /** Puts the content of a message so many pixels below the upper edge of the view. */
  place(id: number, offset: number): boolean
  /** @param topmostId a message that must stay in view, though the end would push it out */
  goToEnd(topmostId?: number): void
  /** Where the reader is: a message, and how far its content is below the upper edge. */
  position(): Anchor | undefined
  find(id: number): HTMLElement | undefined
}

export interface Anchor {
  readonly id: number
  readonly offset: number
}

/** As near to the end counts as being there. */
const endPixels = 8
/** If the message that is kept in place goes, one of those after it is. */
const maxAnchors = 4
/** Less is the rounding of layout itself. */
const leastMove = 1 / 32

/**
 * @param scroller what scrolls
 * @param list its rows, elements with `data-message-id`; in each, `data-content` is what must not move
 * @param isNewestShown whether after the last row nothing is to come but what is still to be written
 */
export function createScrollKeeper(
  scroller: HTMLElement,
  list: HTMLElement,
  isNewestShown: () => boolean,
): ScrollKeeper {
  let anchors: Anchor[] = []
  let isAtEnd = false
  /** As of the last look or move of our own. */
  let knownTop = scroller.scrollTop
  let padding = 0

  const find = (id: number) =>
    list.querySelector<HTMLElement>(`:scope > [data-message-id="${id}"]`) ?? undefined

  const edge = () => scroller.getBoundingClientRect().top

  function contentTop(row: HTMLElement): number {
    return (row.querySelector('[data-content]') ?? row).getBoundingClientRect().top
  }

  const maxTop = () => scroller.scrollHeight - scroller.clientHeight

  function moveTo(top: number): void {
    scroller.scrollTop = top
    knownTop = scroller.scrollTop
  }

  /**
   * Pages scroll by whole pixels, and rows have heights with fractions: the rest is put above the rows, so
   * that nothing ever moves by half a pixel.
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
    // What begins above the view may change unseen; what begins in it may not.
    const inView = found.filter(({ offset }) => offset >= 0)
    anchors = inView.length > 0 ? inView : found
  }

  return {
    find,

    look() {
      const { scrollTop, scrollHeight, clientHeight } = scroller
      const upper = edge()
      const rows = rowsInView(upper, upper + clientHeight)
      const hasScrolled = Math.abs(scrollTop - knownTop) >= 1
      const below = scrollHeight - clientHeight - scrollTop
      if (hasScrolled || anchors.length === 0) {
        remember(rows, upper)
        isAtEnd = below <= endPixels && isNewestShown()
      }
      knownTop = scrollTop
      const extent = { above: scrollTop, below, height: scrollHeight }
      return { rows, viewHeight: clientHeight, ...extent, hasScrolled }
    },

    settle() {
      const top = scroller.scrollTop
      // Less to scroll than before: then it was the browser that has scrolled.
      const isCutOff = top >= maxTop()
      const byReader = isCutOff ? 0 : top - knownTop
      if (isAtEnd && byReader === 0) return moveTo(maxTop())
      const upper = edge()
      for (const { id, offset } of anchors) {
        const row = find(id)
        if (!row) continue
        const moved = contentTop(row) - upper - (offset - byReader)
        if (Math.abs(moved) >= leastMove) moveExactlyTo(top + moved)
        // The next look is still to notice what the reader did.
        knownTop = scroller.scrollTop - byReader
        return
      }
    },

    isAtEnd: () => isAtEnd,

    place(id, offset) {
      const row = find(id)
      if (!row) return false
      const upper = edge()
      moveExactlyTo(scroller.scrollTop + contentTop(row) - upper - offset)
      remember(rowsInView(upper, upper + scroller.clientHeight), upper)
      isAtEnd = maxTop() - knownTop <= endPixels && isNewestShown()
      return true
    },

    goToEnd(topmostId) {
      const row = topmostId === undefined ? undefined : find(topmostId)
      const upper = edge()
      const highest = row ? scroller.scrollTop + row.getBoundingClientRect().top - upper : Infinity
      moveTo(Math.min(maxTop(), highest))
      remember(rowsInView(upper, upper + scroller.clientHeight), upper)
      isAtEnd = maxTop() - knownTop <= endPixels && isNewestShown()
    },

    position: () => anchors[0],
  }
}
