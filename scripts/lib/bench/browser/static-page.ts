import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'

export interface StaticPage {
  url: string
  close(): Promise<void>
}

/** Selector of the rows in a static page; there are as many as the app would show at first. */
export const rowSelector = 'article'

/** The rows scroll in an element; if the body scrolled, a script could not move it as it moves a feed. */
const scroller = 'block-size: 100dvh; overflow-y: scroll; background: white'

/**
 * Serves a page without scripts that looks like the open one: with its styles, and copies of its rows. Its
 * cost is the minimum for reading.
 */
export async function serveStaticCopy(page: Page, rows: number): Promise<StaticPage> {
  const { styles, row } = await page.evaluate<{ styles: string; row: string[] }>(copyRows)
  const copies = Array.from({ length: rows }, (_, index) => row[index % row.length])
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Rows</title>
    <style>${styles}</style><body><div style="${scroller}">${copies.join('')}</div></body></html>`
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(html)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Runs in the page. */
const copyRows = `({
  styles: [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join('\\n'),
  row: [...document.querySelectorAll('article')].map((article) => article.outerHTML),
})`
