import { findLayoutFaults } from '../../browser/support/geometry'
import type { Look } from '../page/look'
import type { Judge } from './judge'

/** Nothing overlaps a text, no text is cut, and the page is no wider than its window. */
export const judgeLayout: Judge = async ({ walk, after, isThorough }) => {
  if (!isThorough) return after.faults
  return [...after.faults, ...(await findLayoutFaults(walk.page))]
}

/**
 * The chosen row of the sidebar comes into view at each step that leads to another place, or that shows the sidebar, and
 * stays in view while the reader is elsewhere.
 */
export const judgeSidebar: Judge = ({ step, done, before, after }) => {
  const isArrival = placeOf(before) !== placeOf(after) || step.kind === 'drawer'
  const isThere = before.focus.isInSidebar || after.focus.isInSidebar
  const scrolls = done.scrollsSidebar === true || (done.scrolls === true && isThere)
  // The app does not scroll a button or field away that the reader is at.
  const isAtControl = after.focus.isInSidebar && !after.focus.name.startsWith('a ')
  const isKept = !scrolls && !isAtControl && before.hasSidebar && before.hiddenChoices.length === 0
  if (!isArrival && !isKept) return []
  return after.hiddenChoices.map((name) => `the chosen row "${name}" of the sidebar is out of view`)
}

/** The address without the message in its place. */
const placeOf = ({ hash }: Look) => hash.replace(/\/near\/\d+$/, '')
