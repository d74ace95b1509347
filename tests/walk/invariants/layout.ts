import { findLayoutFaults } from '../../browser/support/geometry'
import type { Look } from '../page/look'
import type { Judge } from './judge'

/** Nothing overlaps a text, no text is cut, and the page is no wider than its window. */
export const judgeLayout: Judge = async ({ walk, after, isThorough }) => {
  if (!isThorough) return after.faults
  return [...after.faults, ...(await findLayoutFaults(walk.page))]
}

/** The chosen row of the sidebar is in view after each step that leads to another place, or that shows the sidebar. */
export const judgeSidebar: Judge = ({ step, before, after }) => {
  const isShown = step.kind === 'drawer' && after.hasSidebar
  if (placeOf(before) === placeOf(after) && !isShown) return []
  return after.hiddenChoices.map((name) => `the chosen row "${name}" of the sidebar is out of view`)
}

/** The address without the message in its place. */
const placeOf = ({ hash }: Look) => hash.replace(/\/near\/\d+$/, '')
