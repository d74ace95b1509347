/**
 * Begins a wish to move the focus later, as after an answer of the server. The focus moves only by an act of the reader,
 * so the wish ends with the next key or click, and when another field has the focus.
 *
 * @returns whether the wish still holds
 */
export function focusWish(): () => boolean {
  const from = document.activeElement
  let isOver = false
  const end = () => (isOver = true)
  for (const act of ['keydown', 'pointerdown'])
    addEventListener(act, end, { capture: true, once: true })
  return () => {
    const now = document.activeElement
    return !isOver && (now === from || !now?.matches('input, textarea, select'))
  }
}
