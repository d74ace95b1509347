import type { RefObject } from 'preact'
import { useKey } from '../../app/keyboard/use-key'

/**
 * On screens without messages, the message shortcuts move through the rows of a list.
 *
 * @param selector the element to focus, one per row
 */
export function useListKeys(list: RefObject<HTMLElement | null>, selector = '[data-row]'): void {
  function move(step: 1 | -1): boolean {
    const rows = Array.from(list.current?.querySelectorAll<HTMLElement>(selector) ?? [])
    if (rows.length === 0) return false
    const focused = document.activeElement?.closest('li, tr')?.querySelector<HTMLElement>(selector)
    const now = rows.findIndex((row) => row === focused)
    const next = now < 0 ? (step > 0 ? 0 : rows.length - 1) : now + step
    rows[Math.max(0, Math.min(next, rows.length - 1))]?.focus()
    return true
  }
  useKey('nextMessage', () => move(1))
  useKey('previousMessage', () => move(-1))
}
