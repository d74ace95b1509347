import { useEffect } from 'preact/hooks'

/*
 * Keeps the focus in its place when its element is removed, as with an action in the menu of a row that removes the row.
 * Browsers then focus the page, where keyboards and screen readers start over at the beginning.
 *
 * The page and each open overlay remember their last focused element. If it is removed or hidden, the gap that it leaves
 * is followed, also while a dialog over it has the focus. As soon as the focus is lost, an element beside the gap takes it.
 * A button that was disabled while its action ran gets the focus back.
 */

/** The last focused element of a layer: of the page, or of an overlay. */
interface Spot {
  readonly element: HTMLElement
  /** Hash of the page. Screens of another hash set the focus themselves; the sidebar stays. */
  readonly hash: string
  /** Position of the removed or hidden part that contained the element. */
  gap?: { parent: Node; next: Node | null; previous: Node | null }
}

const layers = 'dialog, [popover]'
/** Fields are left out: focusing one opens the keyboard of a phone. */
const focusable =
  'a[href], button:not(:disabled), summary, [type="checkbox"]:not(:disabled), [type="radio"]:not(:disabled), [tabindex]:not(dialog, [popover])'
const headings = 'h1, h2'
/** Elements beside the gap are looked for inside of these, and of the part under the next heading. */
const groups =
  'ul, ol, table, section, nav, aside, main, form, dialog, [popover], [role="feed"], [role="group"]'

/** Call it once, in a component that is always there. */
export function useKeptFocus(): void {
  useEffect(() => {
    const ended = new AbortController()
    const stop = keepFocus(ended.signal)
    return () => {
      ended.abort()
      stop()
    }
  }, [])
}

function keepFocus(until: AbortSignal): () => void {
  /** The layer with the newest focus comes last. */
  const spots = new Map<Element, Spot>()
  let current: Spot | undefined
  const { body } = document

  const remember = (element: Element | null) => {
    if (!(element instanceof HTMLElement) || element === body) return
    const layer = element.closest(layers) ?? body
    current = { element, hash: location.hash }
    spots.delete(layer)
    spots.set(layer, current)
  }
  remember(document.activeElement)
  document.addEventListener('focusin', ({ target }) => remember(target as Element), {
    signal: until,
  })
  // A click beside all controls takes the focus away on purpose.
  const noticeClick = () => document.activeElement === body && (current = undefined)
  document.addEventListener('click', noticeClick, { capture: true, signal: until })

  const watcher = new MutationObserver((records) => {
    let isCurrentMoved = false
    for (const record of records) {
      for (const spot of spots.values()) {
        const isTouched = record.type === 'attributes' ? followChange : followGap
        if (isTouched(spot, record) && spot === current) isCurrentMoved = true
      }
    }
    if (!isCurrentMoved || !isFocusLost()) return
    for (const layer of spots.keys()) if (!layer.isConnected) spots.delete(layer)
    for (const spot of [...spots.values()].reverse()) {
      const found = isPlaceLeft(spot) ? undefined : destinationOf(spot)
      found?.focus({ preventScroll: true })
      if (found && document.activeElement === found) return
    }
  })
  // Browsers let keyboards focus a scrollable part, and drop the focus when all of its content fits into the window.
  const noticeSize = () => {
    const part = current?.element
    if (!part?.isConnected || document.activeElement !== body || isFocusable(part)) return
    ;(findIn(part) ?? headingOver(part))?.focus({ preventScroll: true })
  }
  const awaitLayout = () => requestAnimationFrame(() => setTimeout(noticeSize))
  addEventListener('resize', awaitLayout, { signal: until })

  const attributeFilter = ['disabled', 'hidden']
  watcher.observe(body, { childList: true, subtree: true, attributeFilter })
  return () => watcher.disconnect()
}

/** Whether the screen of the spot was left. */
function isPlaceLeft({ element, hash, gap }: Spot): boolean {
  if (hash === location.hash) return false
  const part = gap?.parent ?? element
  return part === document.body || document.getElementById('main')?.contains(part) === true
}

/** Browsers take the focus from a hidden element later, before they paint. */
function isFocusLost(): boolean {
  const { activeElement, body } = document
  return activeElement === body || activeElement?.checkVisibility() === false
}

/** @returns whether the element was hidden, or can have the focus again */
function followChange(spot: Spot, { target }: MutationRecord): boolean {
  if (!(target instanceof HTMLElement) || !target.contains(spot.element)) return false
  const { parentNode: parent, nextSibling: next, previousSibling: previous } = target
  if (!target.hidden || !parent) return target === spot.element && isFocusable(target)
  spot.gap = { parent, next, previous }
  return true
}

/** @returns whether the element was removed, or moved */
function followGap(spot: Spot, record: MutationRecord): boolean {
  const { target: parent, nextSibling: next, previousSibling: previous } = record
  let isTouched = false
  for (const node of record.removedNodes) {
    const { gap } = spot
    if (node.contains(spot.element) || (gap && node.contains(gap.parent))) {
      spot.gap = { parent, next, previous }
      isTouched = true
    } else if (gap?.next === node) gap.next = next
    else if (gap?.previous === node) gap.previous = previous
  }
  return isTouched
}

/** The element itself if it was only moved, else its twin in a row of the same key, a neighbor, or the heading above. */
function destinationOf({ element, gap }: Spot): HTMLElement | undefined {
  if (isFocusable(element)) return element
  // A page that is replaced as a whole, as by logging in, sets the focus itself.
  if (!gap || gap.parent === document.getElementById('app')) return undefined
  const twin = twinOf(element)
  if (twin) return twin
  for (const neighbor of neighborsOf(gap)) {
    const found = isFocusable(neighbor) ? neighbor : findIn(neighbor)
    if (found) return found
  }
  return headingOver(gap.parent)
}

function isFocusable(element: HTMLElement): boolean {
  return (
    element.isConnected &&
    element.matches(focusable) &&
    element.checkVisibility({ visibilityProperty: true }) &&
    !element.closest('[aria-hidden="true"]')
  )
}

function findIn(part: Element, selector = focusable): HTMLElement | undefined {
  return [
    ...part.querySelectorAll<HTMLElement>('[data-row]'),
    ...part.querySelectorAll<HTMLElement>(selector),
  ].find(isFocusable)
}

/** The same control of a row that was rendered anew elsewhere, such as a stream that was pinned. */
function twinOf(element: HTMLElement): HTMLElement | undefined {
  const key = element.closest<HTMLElement>('[data-focus-key]')?.dataset['focusKey']
  if (key === undefined) return undefined
  const row = document.querySelector(`[data-focus-key="${CSS.escape(key)}"]`)
  const label = CSS.escape(element.getAttribute('aria-label') ?? '')
  return row ? (findIn(row, `[aria-label="${label}"]`) ?? findIn(row)) : undefined
}

/** Elements after and before a gap, then those of the parts around it, inside of its group. */
function* neighborsOf({ parent, next, previous }: NonNullable<Spot['gap']>) {
  let around: Node | null = parent
  let [after, before] = [next, previous]
  for (;;) {
    for (let node = after; node; node = node.nextSibling)
      if (node instanceof HTMLElement) yield node
    for (let node = before; node; node = node.previousSibling) {
      if (node instanceof HTMLElement) yield node
    }
    if (!(around instanceof Element) || around.matches(groups) || around.querySelector(headings)) {
      return
    }
    after = around.nextSibling
    before = around.previousSibling
    around = around.parentNode
  }
}

/** The heading of the smallest part around; undefined if the layer has none. */
function headingOver(parent: Node): HTMLElement | undefined {
  for (let around: Node | null = parent; around instanceof Element; around = around.parentNode) {
    const heading = [...around.querySelectorAll<HTMLElement>(headings)].find((each) =>
      each.checkVisibility(),
    )
    if (heading) {
      const button = findIn(heading)
      if (!button) heading.tabIndex = -1
      return button ?? heading
    }
    if (around.matches(layers)) return undefined
  }
  return undefined
}
