import type { WatchedPage } from './chromium'

export interface Scrolling {
  frames: number
  /** CPU of the main thread, per frame. */
  cpuMsPerFrame: number
  /** The part of it for scripts, style and layout. */
  ownCpuMsPerFrame: number
  /** 95th percentile of the time between two frames. */
  p95Ms: number
}

/**
 * Scrolls down at 9,000 pixels a second: 150 in each frame of a sixtieth.
 * @param selector of an element in the scrolled container
 */
export async function measureScrolling(
  { page, figures }: WatchedPage,
  selector: string,
  seconds: number,
): Promise<Scrolling> {
  const before = await figures()
  const times = await page.evaluate<number[]>(
    `(${scrollDown})(${JSON.stringify(selector)}, ${seconds * 60})`,
  )
  const after = await figures()
  const sorted = [...times].sort((a, b) => a - b)
  return {
    frames: times.length,
    cpuMsPerFrame: (after.cpuMs - before.cpuMs) / times.length,
    ownCpuMsPerFrame: (after.ownCpuMs - before.ownCpuMs) / times.length,
    p95Ms: sorted[Math.floor(sorted.length * 0.95)] ?? NaN,
  }
}

/** Runs in the page; starts over at the end, so that there is always something to scroll. */
const scrollDown = `async (selector, frames) => {
  const isScrolled = (element) => /auto|scroll/.test(getComputedStyle(element).overflowY)
  let element = document.querySelector(selector)
  while (element.parentElement && !isScrolled(element)) element = element.parentElement
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const times = []
  const start = element.scrollTop
  element.scrollTop = start + 150
  if (element.scrollTop === start) element.scrollTop = 0
  if (element.scrollTop === start) throw new Error('Nothing scrolls.')
  let last = await nextFrame()
  for (let frame = 0; frame < frames; frame++) {
    const left = element.scrollHeight - element.clientHeight - element.scrollTop
    element.scrollTop = left < 1 ? 0 : element.scrollTop + 150
    const now = await nextFrame()
    times.push(now - last)
    last = now
  }
  return times
}`
