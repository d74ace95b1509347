import type { Page } from 'playwright-core'

/** A message in view, with the position of its content. */
export interface RowInView {
  id: number
  top: number
  text: string
}

/** The messages whose content starts in view, from top to bottom. */
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

/** Turns the wheel over the feed until `isDone`. */
export async function scrollUntil(
  page: Page,
  pixels: number,
  isDone: () => Promise<boolean>,
): Promise<void> {
  await page.getByRole('feed').locator('xpath=..').hover()
  while (!(await isDone())) await page.mouse.wheel(0, pixels)
}

/** Waits until the feed has not scrolled for five frames. */
export async function untilStill(page: Page): Promise<void> {
  await page.getByRole('feed').evaluate(async (feed) => {
    const scroller = feed.parentElement as HTMLElement
    let still = 0
    while (still < 5) {
      const top = scroller.scrollTop
      await new Promise((resolve) => requestAnimationFrame(resolve))
      still = scroller.scrollTop === top ? still + 1 : 0
    }
  })
}

/**
 * Compares the positions of the messages in view between frames from now on. While the wheel turns, all messages may
 * move by the same distance. @returns a function that answers the moves found so far
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
    let framesOfWheel = 0
    scroller.addEventListener('wheel', () => (framesOfWheel = 60), { passive: true })
    const check = () => {
      const now = look()
      const moves = [...now].flatMap(([id, top]) => {
        const earlier = before.get(id)
        return earlier === undefined ? [] : [{ id, by: top - earlier }]
      })
      const by = framesOfWheel > 0 ? (moves[0]?.by ?? 0) : 0
      if (moves.some((move) => Math.abs(move.by - by) > 0.1)) found.push(moves.slice(0, 3))
      framesOfWheel -= 1
      before = now
    }
    // Resize observers run after the layout of a frame, the newest last, so `check` sees the painted positions.
    const clock = document.body.appendChild(document.createElement('div'))
    clock.style.position = 'fixed'
    new ResizeObserver(check).observe(clock)
    const tick = () => {
      clock.style.inlineSize = clock.style.inlineSize === '1px' ? '2px' : '1px'
      requestAnimationFrame(tick)
    }
    tick()
  })
  return () => page.evaluate(() => (globalThis as unknown as { movesFound: unknown[] }).movesFound)
}
