import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { externalHost } from '../realms'
import { sum } from '../subject'

const program = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** Whether there is a browser to measure with. */
export const hasChromium = existsSync(program)

/** A browser that resolves the organizations of the benchmark to this machine. */
export async function openChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: program,
    args: ['--no-sandbox', `--host-resolver-rules=MAP *.${externalHost} 127.0.0.1`],
  })
}

/** Figures of a page's main thread so far. */
export interface PageFigures {
  /** CPU of its tasks, in milliseconds: script, style, layout, and the browser's own work there. */
  cpuMs: number
  /** The part of `cpuMs` for scripts, style and layout. */
  ownCpuMs: number
}

/** A page with measurements of its main thread. */
export interface WatchedPage {
  readonly page: Page
  figures(): Promise<PageFigures>
  /** Nodes of the document: elements and texts. */
  nodes(): Promise<number>
  /** Heap of the scripts after garbage collection, in MB. */
  heapMb(): Promise<number>
  close(): Promise<void>
}

/**
 * An empty page in a window of its own.
 * @param cookie sent with its requests
 */
export async function openWatchedPage(
  browser: Browser,
  cookie?: { name: string; value: string; url: string },
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  if (cookie) await context.addCookies([cookie])
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  // CPU time of the thread instead of wall time: other processes have their share of the machine.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return {
    page,
    async figures() {
      const metrics = await readMetrics(session)
      const msOf = (name: string) => 1_000 * (metrics[name] ?? NaN)
      const own = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration'].map(msOf)
      return { cpuMs: msOf('TaskDuration'), ownCpuMs: sum(own) }
    },
    nodes: async () => Number(await page.evaluate(countNodes)),
    async heapMb() {
      await session.send('HeapProfiler.collectGarbage')
      return ((await readMetrics(session))['JSHeapUsedSize'] ?? NaN) / 1e6
    },
    close: () => context.close(),
  }
}

/** Runs in the page. */
const countNodes = `document.evaluate('count(//node())', document, null, XPathResult.NUMBER_TYPE).numberValue`

async function readMetrics(session: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}
