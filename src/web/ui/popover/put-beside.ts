/** Min distance to the edges of the window, in pixels. */
const margin = 8
const gap = 4

/**
 * Places a box with fixed position on the preferred side of an element if it fits, else on the other side, inside the
 * window if possible.
 */
export function putBeside(
  box: HTMLElement,
  anchor: HTMLElement,
  side: 'below' | 'above',
  align: 'start' | 'end',
): void {
  const at = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = box
  const isRightToLeft = getComputedStyle(anchor).direction === 'rtl'
  const below = at.bottom + gap
  const above = at.top - gap - height
  const fitsBelow = below + height <= innerHeight - margin
  const top = (side === 'below' && fitsBelow) || above < margin ? below : above
  const left = (align === 'start') !== isRightToLeft ? at.left : at.right - width
  box.style.top = `${String(within(top, margin, innerHeight - margin - height))}px`
  box.style.left = `${String(within(left, margin, innerWidth - margin - width))}px`
}

/** Places a box beside a column of the page: at its inner edge, near its top. @returns whether there is space */
export function putAtEdge(box: HTMLElement, column: HTMLElement): boolean {
  const at = column.getBoundingClientRect()
  const [before, after] = [at.left - gap - box.offsetWidth, at.right + gap]
  const fitsAfter = after + box.offsetWidth <= innerWidth - margin
  if (!fitsAfter && before < margin) return false
  box.style.left = `${String(fitsAfter ? after : before)}px`
  box.style.top = `${String(Math.max(at.top, 0) + margin)}px`
  return true
}

const within = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))
