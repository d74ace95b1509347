import { findLayoutFaults } from '../../browser/support/geometry'
import type { Judge } from './judge'

/** Nothing overlaps a text, no text is cut, and the page is no wider than its window. */
export const judgeLayout: Judge = async ({ walk, after, isThorough }) => {
  if (!isThorough) return after.faults
  return [...after.faults, ...(await findLayoutFaults(walk.page))]
}

/** The chosen row of the sidebar is in view after each step that leads elsewhere. */
export const judgeSidebar: Judge = ({ before, after, done }) => {
  const isArrived =
    before.hash !== after.hash || before.hasSidebar !== after.hasSidebar || done.loads
  if (isArrived !== true) return []
  return after.hiddenChoices.map((name) => `the chosen row "${name}" of the sidebar is out of view`)
}
