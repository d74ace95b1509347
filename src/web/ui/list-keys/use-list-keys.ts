import type { RefObject } from 'preact'
import { useKey } from '../keyboard/use-key'

/**
 * On screens without messages, the message shortcuts move through the rows of a list.
 *
 * @param selector the element to focus, one per row
 */
export function useListKeys(list: RefObject<HTMLElement | null>, selector = '[data-row]'): void {
  const rowsNow = () => Array.from(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])

  function placeOfFocus(): number {
    const focused = document.activeElement?.closest('li, tr')?.querySelector<HTMLElement>(selector)
    return focused ? rowsNow().indexOf(focused) : -1
  }

  function focusRow(place: number): void {
    const rows = rowsNow()
    rows[Math.max(0, Math.min(place, rows.length - 1))]?.focus()
  }

  function move(step: 1 | -1): boolean {
    const count = rowsNow().length
    const now = placeOfFocus()
    focusRow(now < 0 ? (step > 0 ? 0 : count - 1) : now + step)
    return count > 0
  }
  useKey('nextMessage', () => move(1))
  useKey('previousMessage', () => move(-1))
}
