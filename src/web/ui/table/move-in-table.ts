const controls = 'button, a[href], input, select, [tabindex="0"]'

/** ArrowUp and ArrowDown move to the same control of the adjacent row; fields keep their own arrow keys. */
export function moveInTable(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const from = event.target
  if (!(from instanceof HTMLElement) || isField(from)) return
  const cell = from.closest('td, th')
  const row = cell?.parentElement
  const table = row?.closest('table')
  if (!cell || !row || !table) return
  const rows = Array.from(table.querySelectorAll('tr:not([aria-hidden])'))
  const next = rows[rows.indexOf(row) + (event.key === 'ArrowDown' ? 1 : -1)]
  const place = Array.from(row.children).indexOf(cell)
  const within = Array.from(cell.querySelectorAll(controls)).indexOf(from)
  const found = next?.children[place]?.querySelectorAll<HTMLElement>(controls)
  const control = found?.[Math.min(within, found.length - 1)]
  if (!control) return
  event.preventDefault()
  control.focus()
}

function isField(element: HTMLElement): boolean {
  if (element instanceof HTMLSelectElement) return true
  return element instanceof HTMLInputElement && element.type !== 'checkbox'
}
