import type { Page } from 'playwright-core'

/** A message in view, and where its content is drawn. */
export interface RowInView {
  id: number
  top: number
  text: string
}

/** The messages whose content begins in view, from above. */
export function rowsInView(page: Page): Promise<RowInView[]> {
  return page.getByRole('feed').evaluate((feed) => {
    const view = feed.parentElement?.getBoundingClientRect()
    return [...feed.querySelectorAll<HTMLElement>('[data-message-id]')]
      .map((row) => {
        const content = row.querySelector('[data-content]') ?? row
        return {
          id: Number(row.dataset['messageId']),
          top: content.getBoundingClientRect().top,
          text: content.textContent.trim(),
        }
      })
      .filter(({ top }) => top >= (view?.top ?? 0) && top < (view?.bottom ?? 0))
  })
}

/** Turns the wheel over the feed until something is so. */
export async function scrollUntil(
  page: Page,
  pixels: number,
  isDone: () => Promise<boolean>,
): Promise<void> {
  await page.getByRole('feed').locator('xpath=..').hover()
  while (!(await isDone())) await page.mouse.wheel(0, pixels)
}

/** Until the feed has not scrolled for some frames. */
export async function untilStill(page: Page): Promise<void> {
  await page.getByRole('feed').evaluate(async (feed) => {
    const scroller = feed.parentElement as HTMLElement
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let still = 0, top = NaN; still < 5; still = scroller.scrollTop === top ? still + 1 : 0) {
      top = scroller.scrollTop
      await frame()
    }
  })
}

/**
 * From now on, looks at each frame whether a message in view stands elsewhere than the reader's own
 * scrolling has put it. @returns what asks for the moves that were found
 */
export async function watchForMoves(page: Page): Promise<() => Promise<unknown[]>> {
  await page.getByRole('feed').evaluate((feed) => {
    const scroller = feed.parentElement as HTMLElement
    const found: unknown[] = []
    Object.assign(globalThis, { movesFound: found })
    const look = () => {
      const { top: upper, height } = scroller.getBoundingClientRect()
      const tops = new Map<string, number>()
      for (const row of feed.querySelectorAll<HTMLElement>('[data-message-id]')) {
        const top = (row.querySelector('[data-content]') ?? row).getBoundingClientRect().top - upper
        if (top >= 0 && top < height) tops.set(row.dataset['messageId'] ?? '', top)
      }
      return tops
    }
    let before = look()
    let scrolled = 0
    // The wheel is the only thing that scrolls in these stories; how far it did, the rows themselves say.
    scroller.addEventListener('wheel', () => (scrolled = 3), { passive: true })
    const check = () => {
      const now = look()
      const moves = [...now].flatMap(([id, top]) => {
        const earlier = before.get(id)
        return earlier === undefined ? [] : [{ id, by: top - earlier }]
      })
      const [first] = moves
      const isSame = moves.every(({ by }) => Math.abs(by - (first?.by ?? 0)) < 0.1)
      const isStill = moves.every(({ by }) => Math.abs(by) < 0.1)
      // While the wheel turns, all rows move alike, and no farther than it was turned.
      if (!isStill && (scrolled === 0 || !isSame)) found.push(moves.slice(0, 3))
      scrolled = Math.max(0, scrolled - 1)
      before = now
      requestAnimationFrame(check)
    }
    requestAnimationFrame(check)
  })
  return () => page.evaluate(() => (globalThis as unknown as { movesFound: unknown[] }).movesFound)
}
