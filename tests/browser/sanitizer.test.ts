import { buildSync } from 'esbuild'
import fc from 'fast-check'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { renderMarkdown } from '../../src/server/text/markdown/render'
import { describeInBrowser, useWindows } from './support/browser'
import { hostileHtml, vectors } from './support/sanitizer/hostile-html'
import type { Judgment } from './support/sanitizer/page'

const address = 'http://chat.test/'
const seed = 7

/** The sanitizer and DOMPurify, as a script for a page. */
function bundle(): string {
  const { outputFiles } = buildSync({
    entryPoints: [join(__dirname, 'support/sanitizer/page.ts')],
    ...{ bundle: true, write: false, format: 'iife', logLevel: 'silent' },
  })
  return outputFiles[0]?.text ?? ''
}

describeInBrowser('The sanitizer of server HTML, judged by DOMPurify', () => {
  const windows = useWindows(() => address)
  let page: Page

  beforeEach(async () => {
    page = await windows.open({ path: 'about:blank' })
    await page.route('**/*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    )
    await page.addInitScript(bundle())
    await page.goto(address)
  })

  const judge = (html: string): Promise<Judgment> =>
    page.evaluate((text) => window.judge(text), html)

  it('keeps nothing of known attacks', async () => {
    const passed: string[] = []
    for (const vector of vectors) {
      const { html, removed } = await judge(vector)
      if (removed.length > 0) passed.push(`${vector}\n  → ${html}\n  ${removed.join(', ')}`)
    }
    expect(passed.join('\n')).toBe('')
  })

  it('keeps nothing of generated attacks', async () => {
    const property = fc.asyncProperty(hostileHtml, async (html) => {
      expect((await judge(html)).removed).toEqual([])
    })
    await fc.assert(property, { seed, numRuns: 500 })
  })

  it('keeps the HTML of formulas', async () => {
    const named = { users: [], groups: [], streams: [] }
    const tex = String.raw`$$\frac{a_1^2}{\sqrt[3]{x}} \overbrace{\text{b}} \begin{matrix} 1 & 2 \\ 3 & 4 \end{matrix}$$`
    const { html, removed } = await judge(renderMarkdown(tex, { named }).html)
    expect(removed).toEqual([])
    for (const kept of [
      '<mfrac',
      '<mroot',
      '<msubsup',
      '<mover',
      '<mtext',
      '<mtable',
      '<annotation',
    ]) {
      expect(html).toContain(kept)
    }
  })

  it('removes styles, and no text that looks like one', async () => {
    const link = '<a href="http://x.test/" title="a style=b" style="color: red">c</a>'
    const cell = '<table><tbody><tr><td style="text-align: right;">d</td></tr></tbody></table>'
    const { html } = await judge(`<p>${link} e</p>${cell}`)
    expect(html).toContain('<a href="http://x.test/" title="a style=b">c</a> e')
    expect(html).toContain('<td data-align="right">d</td>')
  })
})
