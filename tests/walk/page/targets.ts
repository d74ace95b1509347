import type { Page } from 'playwright-core'

/** A place on the page at which a person points. */
export interface Target {
  x: number
  y: number
  name: string
}

export interface Choice {
  selector: string
  /** Number from which the element is chosen among those that there are. */
  pick: number
  /** Names of elements that are left alone, as a pattern. */
  except?: string
  /** Whether elements outside the view are scrolled to, as a person does first. */
  scrolls?: boolean
}

/** A visible element, chosen by a number. @returns the point to click; undefined if there is none */
export function findTarget(page: Page, choice: Choice): Promise<Target | undefined> {
  return page.evaluate(choose, choice)
}

/** Runs in the page. */
function choose({ selector, pick, except, scrolls = false }: Choice): Target | undefined {
  const nameOf = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.getAttribute('title') ?? element.textContent)
      .trim()
      .replaceAll(/\s+/g, ' ')
      .slice(0, 60)
  const isLeft = (element: Element) =>
    except !== undefined && new RegExp(except, 'i').test(nameOf(element))

  function pointOf(element: Element): Target | undefined {
    const { left, top, width, height } = element.getBoundingClientRect()
    // The first lines of a large element, such as a message.
    const [x, y] = [left + width / 2, top + Math.min(height / 2, 40)]
    const found = document.elementFromPoint(x, y)
    if (!found || !(element.contains(found) || found.contains(element))) return undefined
    if (found !== element && found.contains(element) && !found.matches('label')) return undefined
    return { x, y, name: nameOf(element) }
  }

  const candidates = [...document.querySelectorAll(selector)].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !isLeft(element) &&
      (scrolls || pointOf(element) !== undefined),
  )
  const chosen = candidates[pick % Math.max(candidates.length, 1)]
  if (!chosen) return undefined
  if (scrolls && !pointOf(chosen)) chosen.scrollIntoView({ block: 'nearest' })
  return pointOf(chosen)
}
