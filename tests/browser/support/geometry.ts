import type { Page } from 'playwright-core'

/** Faults of the layout on the page in its current state, a line for each. */
export function findLayoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(lookForFaults)
}

/** Parts of the page that are wider than their place, a line for each. Formulas, code and pills may scroll sideways. */
export function findOverflows(page: Page): Promise<string[]> {
  return page.evaluate(lookForOverflows)
}

/** Options of the open suggestion list whose names show fewer than ten characters. */
export function findCutOptions(page: Page): Promise<string[]> {
  return page.getByRole('option').evaluateAll((options) => {
    const canvas = document.createElement('canvas').getContext('2d')
    return options.flatMap((option) => {
      const label = option.querySelector<HTMLElement>('bdi')
      if (!label || !canvas) return [`${option.textContent}: has no name`]
      canvas.font = getComputedStyle(label).font
      const name = label.textContent
      const least = canvas.measureText(name.slice(0, 10)).width
      const shown = label.getBoundingClientRect().width
      // Half a pixel for rounding.
      return shown + 0.5 < least ? [`${name}: ${shown} of ${least} pixels`] : []
    })
  })
}

/** Runs in the page. */
function lookForFaults(): string[] {
  const leastTarget = 24
  /** Smaller boxes are signs, such as the dot of presence. */
  const leastBox = 20
  /** Between a text and a button with a frame. */
  const leastGap = 4
  const controls = 'a[href], button, input, select, textarea, [role="option"], [role^="menuitem"]'
  /** The name of the conversation and the day stay above the rows of a feed. */
  const uppermost = 'div:has(> [aria-hidden="true"] + time):not(article *)'
  /** While it is in use, it grows over the heading. */
  const search = '[role="search"]:focus-within'
  /** With the focus, links for the keyboard lie over the heading. */
  const skip = 'a[href="#main"]:focus'
  const floating = `dialog, [popover], [role="listbox"], [title="Jump to the newest message"], ${skip}, ${search}, ${uppermost}`
  /** Links inside a text are as high as its lines. */
  const inText = '[data-content] a, p a, td a, dd a'

  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40) ||
    element.outerHTML.slice(0, 80)

  const isPainted = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.visually-hidden') &&
    getComputedStyle(element).clipPath === 'none'

  /** The part of a box that is not scrolled or clipped away. */
  function visiblePart(element: Element, box: DOMRect) {
    let { left, top, right, bottom } = box
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(at)
      if (overflowX !== 'visible' || overflowY !== 'visible') {
        const clip = at.getBoundingClientRect()
        left = Math.max(left, clip.left)
        top = Math.max(top, clip.top)
        right = Math.min(right, clip.right)
        bottom = Math.min(bottom, clip.bottom)
      }
      if (position === 'fixed') break
    }
    right = Math.min(right, innerWidth)
    bottom = Math.min(bottom, innerHeight)
    return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : undefined
  }

  const faults: string[] = []
  const { scrollWidth } = document.documentElement
  // On phones, the window is as wide as its content.
  const pageWidth = Math.ceil(visualViewport?.width ?? innerWidth)
  if (scrollWidth > pageWidth) faults.push(`the page is ${scrollWidth} pixels wide`)

  const painted = [...document.querySelectorAll(controls)].filter(isPainted)
  for (const control of painted) {
    if (control.matches(inText) || control.closest('label')) continue
    if (control.matches('[type="checkbox"], [type="radio"], [aria-hidden="true"]')) continue
    const { width, height } = control.getBoundingClientRect()
    if (!visiblePart(control, control.getBoundingClientRect())) continue
    // Half a pixel for rounding; a short word may be narrower.
    const isWord = control.textContent.trim() !== ''
    if (height < leastTarget - 0.5 || (!isWord && width < leastTarget - 0.5)) {
      faults.push(`small target ${width}x${height}: ${nameOf(control)}`)
    }
  }

  const buttons = painted.filter((control) => control.matches('.button'))

  /** Names the button beside a part of a text that nearly touches it. */
  function touching(
    holder: Element,
    part: { left: number; top: number; right: number; bottom: number },
  ) {
    return buttons.find((button) => {
      if (button.contains(holder) || button.closest(floating) !== holder.closest(floating))
        return false
      const { left, top, right, bottom } = button.getBoundingClientRect()
      if (Math.min(bottom, part.bottom) - Math.max(top, part.top) < 1) return false
      const gap = Math.max(left - part.right, part.left - right)
      return gap > -1 && gap < leastGap
    })
  }

  /** @param boxes of the lines of a text */
  function checkText(text: string, holder: Element, boxes: Iterable<DOMRect>): void {
    for (const line of boxes) {
      const part = visiblePart(holder, line)
      if (!part) continue
      if (line.left < -0.5) faults.push(`cut at the edge: "${text.slice(0, 40)}"`)
      const button = touching(holder, part)
      if (button) faults.push(`${nameOf(button)} touches "${text.slice(0, 40)}"`)
      const middle = (part.top + part.bottom) / 2
      for (const x of [part.left + 1, (part.left + part.right) / 2, part.right - 1]) {
        const above = document.elementFromPoint(x, middle)?.closest(controls)
        // Dialogs, menus and the button that floats over the end of the feed are meant to be above.
        if (!above || above.contains(holder) || above.closest(floating)) continue
        if (!isPainted(above) || holder.contains(above)) continue
        faults.push(`${nameOf(above)} covers "${text.slice(0, 40)}"`)
        break
      }
    }
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    const holder = node.parentElement
    const text = (node.textContent ?? '').trim()
    if (!holder || text === '' || !isPainted(holder)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    checkText(text, holder, range.getClientRects())
  }
  // The style sheet writes these numbers.
  for (const count of document.querySelectorAll<HTMLElement>('[data-count]')) {
    if (isPainted(count)) checkText(count.dataset['count'] ?? '', count, count.getClientRects())
  }

  for (const cell of document.querySelectorAll('td[data-title]')) {
    // The style sheet writes the title.
    if (cell.scrollHeight > cell.clientHeight + 1) {
      faults.push(`a title leaves its cell: ${cell.getAttribute('data-title')}`)
    }
  }

  for (const toolbar of document.querySelectorAll('article [role="group"]')) {
    const row = toolbar.closest('article')
    if (!row || !isPainted(toolbar)) continue
    const [inner, outer] = [toolbar.getBoundingClientRect(), row.getBoundingClientRect()]
    if (inner.height > 0 && (inner.top < outer.top - 0.5 || inner.bottom > outer.bottom + 0.5)) {
      faults.push(
        `a toolbar leaves its message: ${nameOf(row)}: ${inner.top}-${inner.bottom} of ${outer.top}-${outer.bottom}`,
      )
    }
  }

  for (const box of document.querySelectorAll<HTMLElement>('main *, nav *, aside *, header *')) {
    const style = getComputedStyle(box)
    const isFramed = ['Top', 'Right', 'Bottom', 'Left'].every(
      (side) =>
        style.getPropertyValue(`border-${side.toLowerCase()}-style`) === 'solid' &&
        !/^rgba\(.*, 0\)$/.test(style.getPropertyValue(`border-${side.toLowerCase()}-color`)),
    )
    if (!isFramed || !isPainted(box)) continue
    const part = visiblePart(box, box.getBoundingClientRect())
    if (!part || part.bottom - part.top < leastBox || part.right - part.left < leastBox) continue
    const fills = 'svg, img, input, textarea, select, video, canvas'
    if (box.matches(fills) || box.textContent.trim() !== '' || box.querySelector(fills)) continue
    faults.push(`empty box: ${box.outerHTML.slice(0, 120)}`)
  }
  return [...new Set(faults)]
}

/** Runs in the page. */
function lookForOverflows(): string[] {
  const mayScroll = '[data-content] *, [role="list"]'
  const isClipped = (element: Element | null): boolean =>
    element !== null &&
    element !== document.body &&
    (getComputedStyle(element).overflowX !== 'visible' || isClipped(element.parentElement))
  return [...document.body.querySelectorAll('*')].flatMap((element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return []
    if (element.closest(`.visually-hidden, ${mayScroll}`)) return []
    const name = `${element.localName}.${element.className.toString()}`
    const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX)
    if (scrolls && element.scrollWidth > element.clientWidth + 1)
      return [`${name} scrolls sideways: ${element.scrollWidth} of ${element.clientWidth}`]
    const { left, right, width } = element.getBoundingClientRect()
    const isOutside = width > 0 && (right > innerWidth + 0.5 || left < -0.5)
    if (!isOutside || isClipped(element.parentElement)) return []
    return [`${name} reaches from ${left} to ${right} of ${innerWidth}`]
  })
}
