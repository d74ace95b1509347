import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const program = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/** The rules of WCAG 2.2 AA, and axe's best practices. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The rules whose outcome depends on colors. */
const rulesOfColors = ['color-contrast', 'link-in-text-block']

/**
 * Runs axe on the page in its current state. It is evaluated through DevTools, so the content security policy of the
 * page does not have to allow it.
 *
 * @returns a line for each element and violated rule
 */
export function findBarriers(page: Page): Promise<string[]> {
  return runAxe(page, { type: 'tag', values: tags })
}

/** Texts with too little contrast in a color scheme, which the page keeps. @returns as `findBarriers` */
export async function findPaleTexts(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  const found = await runAxe(page, { type: 'rule', values: ['color-contrast'] })
  return found.map((line) => `${colorScheme}: ${line}`)
}

/**
 * Barriers of the page in the light theme, and colors of the dark theme that are hard to tell apart. Other rules say
 * the same in both themes, which differ in nothing but colors. The page keeps the dark theme.
 *
 * @returns as `findBarriers`
 */
export async function findBarriersInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const found = await findBarriers(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const inDark = await runAxe(page, { type: 'rule', values: rulesOfColors })
  return [...found, ...inDark.map((line) => `dark: ${line}`)]
}

interface RunOnly {
  type: 'tag' | 'rule'
  values: readonly string[]
}

async function runAxe(page: Page, runOnly: RunOnly): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(program)
  // The page makes the lines: playwright would look at each value of axe's report several times.
  return page.evaluate<string[]>(`
    axe.run(document, { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] }).then((report) =>
      report.violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => id + ': ' + node.target.join(' ') + ': ' + node.failureSummary)))`)
}
