/** Menu keys: arrows, Home, End and first letters; Tab closes the menu. Source: ARIA Authoring Practices, “Menu”. */
export function moveInMenu(event: KeyboardEvent, close: () => void): void {
  const menu = event.currentTarget as HTMLElement
  const items = Array.from(menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)'))
  const current = items.indexOf(document.activeElement as HTMLElement)
  const next = nextIndex(event, items, current)
  if (next !== undefined) {
    event.preventDefault()
    event.stopPropagation()
    items.at(next)?.focus()
  } else if (event.key === 'Tab') {
    close()
  }
}

function nextIndex(
  event: KeyboardEvent,
  items: readonly HTMLElement[],
  current: number,
): number | undefined {
  const { key } = event
  if (key === 'ArrowDown') return (current + 1) % items.length
  if (key === 'ArrowUp') return current <= 0 ? -1 : current - 1
  if (key === 'Home') return 0
  if (key === 'End') return -1
  const isLetter =
    key.length === 1 && key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
  if (!isLetter) return undefined
  const found = items.findIndex((_item, step) =>
    startsWith(items[(current + 1 + step) % items.length], key),
  )
  return found < 0 ? undefined : (current + 1 + found) % items.length
}

function startsWith(item: HTMLElement | undefined, letter: string): boolean {
  return item?.textContent.trim().toLowerCase().startsWith(letter.toLowerCase()) === true
}
