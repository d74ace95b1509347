import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const program = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/** Rules of WCAG 2.2 AA, and those that axe's authors call best practice. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface Finding {
  id: string
  help: string
  nodes: { target: string[]; failureSummary: string }[]
}

/**
 * What axe finds wrong with the page as it is now: a line for each element and rule, with what is wrong.
 * It is run by the browser's own tools, as an extension is, so that the policy of the page stays as it is.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(program)
  const run = `axe.run(document, { runOnly: ${JSON.stringify(tags)}, resultTypes: ['violations'] })`
  const { violations } = await page.evaluate<{ violations: Finding[] }>(run)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')}: ${node.failureSummary}`),
  )
}
