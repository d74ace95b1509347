/**
 * Moves the focus in a grid of buttons by arrow keys, by position on the page; the search field is above the first
 * row.
 */
export function moveInGrid(event: KeyboardEvent): void {
  const grid = event.currentTarget as HTMLElement
  const buttons = [...grid.querySelectorAll<HTMLElement>('button')]
  const index = buttons.indexOf(event.target as HTMLElement)
  if (index < 0) return
  const next = nextIndex(event.key, index, buttons)
  if (next === undefined) return
  event.preventDefault()
  const target = buttons[next] ?? grid.parentElement?.querySelector<HTMLElement>('input')
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}

/** @returns -1 for the search field */
function nextIndex(
  key: string,
  index: number,
  buttons: readonly HTMLElement[],
): number | undefined {
  const last = buttons.length - 1
  switch (key) {
    case 'ArrowRight':
      return Math.min(index + 1, last)
    case 'ArrowLeft':
      return Math.max(index - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'ArrowDown':
      return inNextRow(index, buttons, 1) ?? last
    case 'ArrowUp':
      return inNextRow(index, buttons, -1) ?? -1
    default:
      return undefined
  }
}

/** Index of the button in the next (1) or previous (-1) row that is nearest in its column. */
function inNextRow(
  index: number,
  buttons: readonly HTMLElement[],
  direction: 1 | -1,
): number | undefined {
  const here = buttons[index]
  if (!here) return undefined
  let row: number | undefined
  let best: { index: number; distance: number } | undefined
  for (let other = index + direction; buttons[other]; other += direction) {
    const { offsetTop, offsetLeft } = buttons[other] as HTMLElement
    if (offsetTop === here.offsetTop) continue
    row ??= offsetTop
    if (offsetTop !== row) break
    const distance = Math.abs(offsetLeft - here.offsetLeft)
    if (!best || distance < best.distance) best = { index: other, distance }
  }
  return best?.index
}
